"""HTML by lxml: headings keep their level, tables their grid, and what is not shown is left out.

lxml rather than unstructured's HTML partitioner, because that guesses titles from short lines
and gives headings no level a section path could be built on.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree, html

from ragstudio.parsing.decoding import decode_text
from ragstudio.parsing.formats.html_elements import (
    FLOW_TAGS,
    HEADINGS,
    inline_text,
    is_hidden,
    is_layout,
    read_grid,
)
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.tables import render_table
from ragstudio.records import BlockType, ExtractedDocument

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_BLOCKS_WITHIN = ".//table | .//ul | .//ol | .//pre | .//dl | .//h1 | .//h2 | .//h3 | .//h4"
_XML_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")


def parse(path: Path) -> ExtractedDocument:
    """Headings, paragraphs, lists, tables (as Markdown) and preformatted text, in page order.

    Scripts, styles, navigation, deletions and hidden elements are left out. Raises
    `IngestionFailure` `unknown_encoding`.
    """
    text, warnings = decode_html(path.read_bytes())
    builder = DocumentBuilder(warnings)
    add_html(builder, text)
    return builder.build()


def add_html(builder: DocumentBuilder, text: str, page: int | None = None) -> None:
    """Append what an HTML document or a part of one shows."""
    text = _XML_DECLARATION.sub("", text).replace("\0", "")
    if text.strip():
        parser = html.HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True)
        root = html.document_fromstring(text, parser=parser)
        _Walker(builder, page).walk(root)


def decode_html(data: bytes) -> tuple[str, list[str]]:
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

    def __init__(self, builder: DocumentBuilder, page: int | None = None) -> None:
        self._builder = builder
        self._page = page
        self._inline: list[str] = []

    def walk(self, root: etree._Element) -> None:
        self._visit(root)
        self._flush()

    def _visit(self, element: etree._Element) -> None:
        if not isinstance(element.tag, str) or is_hidden(element):
            return
        tag = element.tag.lower()
        if tag in HEADINGS:
            self._flush()
            self._builder.add_heading(inline_text(element), HEADINGS[tag], self._page)
        elif tag == "table":
            self._flush()
            self._add_table(element)
        elif tag in {"ul", "ol", "menu"}:
            self._flush()
            self._add(BlockType.LIST, "\n".join(_list_lines(element, 0)))
        elif tag == "dl" and not element.xpath(_BLOCKS_WITHIN):
            self._flush()
            self._add(BlockType.TEXT, "\n".join(_definition_lines(element)))
        elif tag == "pre":
            self._flush()
            self._add(BlockType.CODE, "".join(element.itertext()))
        else:
            self._visit_flow(element, tag)

    def _visit_flow(self, element: etree._Element, tag: str) -> None:
        if tag == "br":
            self._inline.append("\n")
            return
        if element.get("role") == "doc-noteref":
            self._inline.append(f" [{inline_text(element)}]")
            return
        if tag in FLOW_TAGS:
            self._flush()
        self._inline.append(_collapse(element.text))
        for child in element:
            self._visit(child)
            self._inline.append(_collapse(child.tail))
        if tag in FLOW_TAGS:
            self._flush()

    def _flush(self) -> None:
        text = "".join(self._inline)
        self._inline.clear()
        lines = (" ".join(line.split()) for line in text.split("\n"))
        self._add(BlockType.TEXT, "\n".join(line for line in lines if line))

    def _add(self, block_type: BlockType, text: str) -> None:
        self._builder.add(block_type, text, self._page)

    def _add_table(self, table: etree._Element) -> None:
        """A table of data becomes one; the cells of one that is layout are walked."""
        if is_layout(table):
            for child in table:
                self._visit(child)
            return
        for caption in table.iterchildren("caption"):
            self._add(BlockType.TEXT, inline_text(caption))
        self._add(BlockType.TABLE, render_table(read_grid(table)))


def _definition_lines(element: etree._Element) -> Iterator[str]:
    """`term: definition` for each definition, so that a field list reads as header lines."""
    term = ""
    for child in element.iter("dt", "dd"):
        if is_hidden(child):
            continue
        # The parser puts a definition that follows an unclosed one inside it.
        text = inline_text(child, skip=frozenset({"dt", "dd"}))
        if child.tag == "dt":
            if term:
                yield term
            term = text.rstrip(" :")
        else:
            yield f"{term}: {text}" if term else text
            term = ""
    if term:
        yield term


def _list_lines(element: etree._Element, depth: int) -> Iterator[str]:
    ordered = element.tag == "ol"
    items = [child for child in element if isinstance(child.tag, str) and not is_hidden(child)]
    for number, item in enumerate(items, start=1):
        if item.tag in {"ul", "ol", "menu"}:
            yield from _list_lines(item, depth + 1)
            continue
        text = inline_text(item, skip=frozenset({"ul", "ol", "menu"}))
        if text:
            yield "  " * depth + (f"{number}. " if ordered else "- ") + text
        for nested in item.iterchildren("ul", "ol", "menu"):
            yield from _list_lines(nested, depth + 1)


def _collapse(text: str | None) -> str:
    return re.sub(r"\s+", " ", text) if text else ""
