"""HTML by lxml: headings keep their level, tables their grid, and what is not shown is left out.

lxml rather than unstructured's HTML partitioner, because that guesses titles from short lines
and gives headings no level a section path could be built on.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree, html

from ragstudio.parsing.decoding import decode_text
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.tables import render_table
from ragstudio.records import BlockType, ExtractedDocument

MAX_SPAN = 1000

_HIDDEN_TAGS = {
    "script", "style", "template", "noscript", "svg", "math", "head", "nav", "iframe", "object",
    "audio", "video", "canvas", "select", "datalist", "dialog",
}  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_FLOW_TAGS = {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup",
    "html", "legend", "main", "p", "search", "section", "summary", "td", "th", "tr", "tbody",
    "thead", "tfoot", "table", "ul", "ol", "menu", "li", "pre", "hr", *_HEADINGS,
}  # fmt: skip
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_XML_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_NOT_SHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def parse(path: Path) -> ExtractedDocument:
    """Headings, paragraphs, lists, tables (as Markdown) and preformatted text, in page order.

    Scripts, styles, navigation and hidden elements are left out. Raises `IngestionFailure`
    `unknown_encoding`.
    """
    text, warnings = _decode(path.read_bytes())
    builder = DocumentBuilder(warnings)
    text = _XML_DECLARATION.sub("", text).replace("\0", "")
    if text.strip():
        parser = html.HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True)
        root = html.document_fromstring(text, parser=parser)
        _Walker(builder).walk(root)
    return builder.build()


def _decode(data: bytes) -> tuple[str, list[str]]:
    """UTF marks and valid UTF-8 first, then the declared character set, then the bytes' own."""
    declared = _CHARSET.search(data[:4096])
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        pass
    if declared and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        name = declared.group(1).decode("ascii").lower()
        try:
            # Browsers read Latin-1 as Windows-1252 (WHATWG Encoding Standard).
            latin = {"iso-8859-1", "latin1", "us-ascii", "ascii"}
            return data.decode("cp1252" if name in latin else name), []
        except (UnicodeDecodeError, LookupError):
            pass
    decoded = decode_text(data)
    return decoded.text, list(decoded.warnings)


class _Walker:
    """Collects inline text until a block element ends it."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self._builder = builder
        self._inline: list[str] = []

    def walk(self, root: etree._Element) -> None:
        self._visit(root)
        self._flush()

    def _visit(self, element: etree._Element) -> None:
        if not isinstance(element.tag, str) or _is_hidden(element):
            return
        tag = element.tag.lower()
        if tag in _HEADINGS:
            self._flush()
            self._builder.add_heading(_inline_text(element), _HEADINGS[tag])
        elif tag == "table":
            self._flush()
            self._add_table(element)
        elif tag in {"ul", "ol", "menu"}:
            self._flush()
            self._builder.add(BlockType.LIST, "\n".join(_list_lines(element, 0)))
        elif tag == "pre":
            self._flush()
            self._builder.add(BlockType.CODE, "".join(element.itertext()))
        else:
            self._visit_flow(element, tag)

    def _visit_flow(self, element: etree._Element, tag: str) -> None:
        if tag == "br":
            self._inline.append("\n")
            return
        if tag in _FLOW_TAGS:
            self._flush()
        self._inline.append(_collapse(element.text))
        for child in element:
            self._visit(child)
            self._inline.append(_collapse(child.tail))
        if tag in _FLOW_TAGS:
            self._flush()

    def _flush(self) -> None:
        text = "".join(self._inline)
        self._inline.clear()
        lines = (" ".join(line.split()) for line in text.split("\n"))
        self._builder.add(BlockType.TEXT, "\n".join(line for line in lines if line))

    def _add_table(self, table: etree._Element) -> None:
        """A grid of one column, or one that holds headings, is layout: its cells are walked."""
        rows = _grid(table)
        nested = table.xpath(".//table | .//h1 | .//h2 | .//h3 | .//h4")
        if nested or max((len(row) for row in rows), default=0) < 2:
            for child in table:
                self._visit(child)
            return
        for caption in table.iterchildren("caption"):
            self._builder.add(BlockType.TEXT, _inline_text(caption))
        self._builder.add(BlockType.TABLE, render_table(rows))


def _grid(table: etree._Element) -> list[list[str]]:
    """The cells' texts row by row; a cell that spans rows or columns is repeated in each."""
    carried: dict[int, tuple[int, str]] = {}
    rows: list[list[str]] = []
    for tr in table.xpath("./tr | ./thead/tr | ./tbody/tr | ./tfoot/tr"):
        row: list[str] = []
        for cell in [*tr.iterchildren("td", "th"), None]:
            while len(row) in carried:
                left, text = carried.pop(len(row))
                if left > 1:
                    carried[len(row)] = (left - 1, text)
                row.append(text)
            if cell is None:
                break
            text = "" if _is_hidden(cell) else _inline_text(cell)
            for _ in range(_span(cell, "colspan")):
                if _span(cell, "rowspan") > 1:
                    carried[len(row)] = (_span(cell, "rowspan") - 1, text)
                row.append(text)
        rows.append(row)
    return rows


def _span(cell: etree._Element, attribute: str) -> int:
    value = str(cell.get(attribute) or "1").strip()
    return max(1, min(int(value), MAX_SPAN)) if value.isascii() and value.isdigit() else 1


def _list_lines(element: etree._Element, depth: int) -> Iterator[str]:
    ordered = element.tag == "ol"
    items = [child for child in element if isinstance(child.tag, str) and not _is_hidden(child)]
    for number, item in enumerate(items, start=1):
        if item.tag in {"ul", "ol", "menu"}:
            yield from _list_lines(item, depth + 1)
            continue
        text = _inline_text(item, skip=frozenset({"ul", "ol", "menu"}))
        if text:
            yield "  " * depth + (f"{number}. " if ordered else "- ") + text
        for nested in item.iterchildren("ul", "ol", "menu"):
            yield from _list_lines(nested, depth + 1)


def _inline_text(element: etree._Element, skip: frozenset[str] = frozenset()) -> str:
    """All shown text of an element on one line."""
    return " ".join("".join(_pieces(element, skip)).split())


def _pieces(element: etree._Element, skip: frozenset[str]) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str) and child.tag not in skip and not _is_hidden(child):
            apart = child.tag in _FLOW_TAGS or child.tag == "br"
            yield " " if apart else ""
            yield from _pieces(child, skip)
            yield " " if apart else ""
        yield child.tail or ""


def _collapse(text: str | None) -> str:
    return re.sub(r"\s+", " ", text) if text else ""


def _is_hidden(element: etree._Element) -> bool:
    return (
        element.tag in _HIDDEN_TAGS
        or element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or _NOT_SHOWN.search(element.get("style") or "") is not None
    )
