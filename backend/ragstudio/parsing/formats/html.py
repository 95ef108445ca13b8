"""HTML by lxml: headings keep their level, tables their grid, and what is not shown is left out.

lxml rather than unstructured's HTML partitioner, because that guesses titles from short lines
and gives headings no level a section path could be built on.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from lxml import etree, html

from ragstudio.parsing.decoding import decode_text
from ragstudio.parsing.embedded_pictures import SMALLEST_SIDE, EmbeddedPictures
from ragstudio.parsing.formats.html_elements import (
    FLOW_TAGS,
    HEADINGS,
    VALUES,
    conceals,
    inline_text,
    is_hidden,
    is_layout,
    number_items,
    read_embedded,
    read_grid,
)
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.tables import render_table
from ragstudio.parsing.unread import reads_hidden
from ragstudio.records import BlockType, ExtractedDocument, UnreadKind

FindPicture = Callable[[str], bytes | None]

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_BLOCKS_WITHIN = ".//table | .//ul | .//ol | .//pre | .//dl | .//h1 | .//h2 | .//h3 | .//h4"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AT_RULE = re.compile(r"@[^{;]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})")
_RULE = re.compile(r"([^{}]{1,2000})\{([^{}]*)\}")
_HIDES = re.compile(r"(?:^|[\s;])(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_SELECTOR = re.compile(r"([a-z][a-z0-9]*)?(?:([.#])([\w-]+))?", re.IGNORECASE)
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


def add_html(
    builder: DocumentBuilder,
    text: str,
    page: int | None = None,
    find_picture: FindPicture = read_embedded,
) -> None:
    """Append what an HTML document or a part of one shows.

    `find_picture` gives the bytes behind the address of a picture, None where there are none.
    """
    text = _XML_DECLARATION.sub("", text).replace("\0", "")
    if text.strip():
        parser = html.HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True)
        root = html.document_fromstring(text, parser=parser)
        if not reads_hidden():
            _hide_by_style_sheets(root)
        _leave_hidden_out(builder, root)
        _Walker(builder, page, find_picture).walk(root)


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


def _hide_by_style_sheets(root: etree._Element) -> None:
    """Mark what a rule of the page's own style sheets hides, by a class, an id or a tag."""
    for sheet in root.iter("style"):
        rules = _AT_RULE.sub("", _COMMENT.sub("", sheet.text or ""))
        for selectors, body in _RULE.findall(rules):
            if _HIDES.search(body):
                for selector in selectors.split(","):
                    for element in _select(root, selector.strip()):
                        element.set("hidden", "")


def _select(root: etree._Element, selector: str) -> list[etree._Element]:
    """Elements of a simple selector such as `p`, `.note`, `p.note` or `#old`."""
    found = _SELECTOR.fullmatch(selector)
    if found is None or not selector:
        return []
    tag, mark, name = found.groups()
    elements = root.iter(tag) if tag else root.iter(etree.Element)
    if mark == ".":
        return [each for each in elements if name in (each.get("class") or "").split()]
    return [each for each in elements if mark is None or each.get("id") == name]


def _leave_hidden_out(builder: DocumentBuilder, root: etree._Element) -> None:
    """Note what is hidden, or show it where the setting says so."""
    for element in list(root.iter(etree.Element)):
        if not conceals(element):
            continue
        if reads_hidden():
            for name in ("hidden", "style", "aria-hidden"):
                element.attrib.pop(name, None)
            continue
        has_text = bool("".join(element.itertext()).strip())
        twice = "katex-html" in (element.get("class") or "")
        if has_text and not twice and not any(map(is_hidden, element.iterancestors())):
            builder.unread.add_hidden(UnreadKind.HIDDEN_TEXT)


class _Walker:
    """Collects inline text until a block element ends it; pictures follow their block."""

    def __init__(
        self, builder: DocumentBuilder, page: int | None, find_picture: FindPicture
    ) -> None:
        self._builder = builder
        self._find_picture = find_picture
        self._pictures = EmbeddedPictures(builder)
        self._images: list[etree._Element] = []
        self._page = page
        self._inline: list[str] = []

    def walk(self, root: etree._Element) -> None:
        self._visit(root)
        self._flush()
        self._pictures.warn()

    def _visit(self, element: etree._Element) -> None:
        if not isinstance(element.tag, str) or is_hidden(element):
            return
        tag = element.tag.lower()
        if tag in HEADINGS:
            self._flush()
            self._builder.add_heading(inline_text(element), HEADINGS[tag], self._page)
            self._add_pictures(element)
        elif tag == "table":
            self._flush()
            self._add_table(element)
        elif tag in {"ul", "ol", "menu"}:
            self._flush()
            self._add(BlockType.LIST, "\n".join(_list_lines(element, 0)))
            self._add_pictures(element)
        elif tag == "dl" and not element.xpath(_BLOCKS_WITHIN):
            self._flush()
            self._add(BlockType.TEXT, "\n".join(_definition_lines(element)))
            self._add_pictures(element)
        elif tag == "pre":
            self._flush()
            self._add(BlockType.CODE, "".join(element.itertext()))
        else:
            self._visit_flow(element, tag)

    def _visit_flow(self, element: etree._Element, tag: str) -> None:
        if tag == "br":
            self._inline.append("\n")
            return
        if tag in VALUES:
            self._inline.append(VALUES[tag](element))
            if tag == "img":
                self._images.append(element)
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
        images, self._images = self._images, []
        for image in images:
            self._add_picture(image)

    def _add_pictures(self, element: etree._Element) -> None:
        for image in element.iter("img"):
            above = [image, *image.iterancestors()]
            if not any(map(is_hidden, above)):
                self._add_picture(image)

    def _add_picture(self, image: etree._Element) -> None:
        source = image.get("src") or ""
        data = self._find_picture(source)
        if data is not None:
            self._pictures.add(data, page=self._page)
        elif source and not _is_sign(image):
            self._builder.unread.add(
                UnreadKind.PICTURE,
                "it is not in the file",
                "Upload the picture by itself, or the page with its pictures in it.",
                page=self._page,
                section=self._builder.sections.path if self._page is None else None,
            )

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
        self._add_pictures(table)


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
    items = [child for child in element if isinstance(child.tag, str) and not is_hidden(child)]
    for label, item in zip(number_items(items, element), items, strict=True):
        if item.tag in {"ul", "ol", "menu"}:
            yield from _list_lines(item, depth + 1)
            continue
        text = inline_text(item, skip=frozenset({"ul", "ol", "menu"}))
        if text:
            yield "  " * depth + f"{label} ".lstrip() + text
        for nested in item.iterchildren("ul", "ol", "menu"):
            yield from _list_lines(nested, depth + 1)


def _is_sign(image: etree._Element) -> bool:
    """Whether a picture is stated to be too small to hold text, such as one that counts visits."""
    sizes = (image.get("width") or "", image.get("height") or "")
    return any(size.isdigit() and int(size) < SMALLEST_SIDE for size in sizes)


def _collapse(text: str | None) -> str:
    return re.sub(r"\s+", " ", text) if text else ""
