"""ODT by lxml: headings by outline level, lists, tables and text boxes in reading order.

lxml rather than pandoc, which loses tables within tables and the text of text boxes.
"""

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.open_document import (
    MAX_REPEATED,
    OFFICE,
    TABLE,
    TEXT,
    Repetitions,
    open_package,
    paragraph_text,
    read_part,
    read_properties,
    read_repeat,
)
from ragstudio.parsing.tables import render_table
from ragstudio.records import BlockType, ExtractedDocument

_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_LEFT_OUT = {
    f"{TEXT}tracked-changes", f"{TEXT}table-of-content", f"{TEXT}alphabetical-index",
    f"{OFFICE}forms", f"{TEXT}sequence-decls", f"{OFFICE}annotation",
}  # fmt: skip
_ROW_GROUPS = {f"{TABLE}{name}" for name in ("table-header-rows", "table-row-group", "table-rows")}


def parse(path: Path) -> ExtractedDocument:
    """Page header, body, footnotes, page footer; tables as Markdown, merged cells filled.

    Comments, tracked deletions, and tables of contents are left out. Raises `IngestionFailure`:
    `archive_too_large`, `corrupt_file`, `nesting_too_deep`, `password_required`.
    """
    builder = DocumentBuilder()
    with path.open("rb") as stream, open_package(stream) as package:
        content = read_part(package, "content.xml")
        styles = read_part(package, "styles.xml")
        builder.properties = read_properties(package)
    walker = _Walker(builder)
    walker.add_page_parts(styles, "header")
    body = content.find(f"{OFFICE}body/{OFFICE}text") if content is not None else None
    if body is None:
        raise ValueError("no text body")
    walker.walk(body)
    walker.add_notes()
    walker.add_page_parts(styles, "footer")
    return builder.build()


class _Walker:
    def __init__(self, builder: DocumentBuilder) -> None:
        self._builder = builder
        self._notes: list[etree._Element] = []
        self._repetitions = Repetitions()

    def walk(self, container: etree._Element) -> None:
        """Append the blocks of a container in order."""
        for element in container.iterchildren():
            if element.tag == f"{TEXT}h":
                level = str(element.get(f"{TEXT}outline-level", "1"))
                title, boxes = self._read(element)
                number = int(level) if level.isdigit() else 1
                self._builder.add_heading(" ".join(title.split()), max(1, min(number, 10)))
                self._walk_all(boxes)
            elif element.tag == f"{TEXT}p":
                text, boxes = self._read(element)
                self._builder.add(BlockType.TEXT, text)
                self._walk_all(boxes)
            elif element.tag == f"{TEXT}list":
                self._builder.add(BlockType.LIST, "\n".join(self._list_lines(element, 0)))
            elif element.tag == f"{TABLE}table":
                self._builder.add(BlockType.TABLE, render_table(self._grid(element)))
            elif isinstance(element.tag, str) and element.tag not in _LEFT_OUT:
                self.walk(element)

    def add_notes(self) -> None:
        """Append the footnotes and endnotes met so far, by their numbers."""
        for number, note in enumerate(self._notes, start=1):
            text = " ".join(paragraph_text(each).strip() for each in note.iter(f"{TEXT}p"))
            self._builder.add(BlockType.TEXT, f"[{number}] {text}")

    def add_page_parts(self, styles: etree._Element | None, part: str) -> None:
        """Append running headers or footers that hold more than a page number, each once."""
        seen: set[str] = set()
        for element in styles.iter(f"{_STYLE}{part}") if styles is not None else ():
            text = "".join(element.itertext())
            numbered = next(element.iter(f"{TEXT}page-number"), None) is not None
            table = next(element.iter(f"{TABLE}table"), None) is not None
            if text not in seen and (table or not numbered):
                self.walk(element)
            seen.add(text)

    def _walk_all(self, boxes: list[etree._Element]) -> None:
        for box in boxes:
            self.walk(box)

    def _read(self, paragraph: etree._Element) -> tuple[str, list[etree._Element]]:
        boxes: list[etree._Element] = []
        return paragraph_text(paragraph, boxes, self._notes), boxes

    def _list_lines(self, element: etree._Element, depth: int) -> Iterator[str]:
        for item in element.iterchildren(f"{TEXT}list-item", f"{TEXT}list-header"):
            lead = "  " * depth + "- "
            for child in item.iterchildren():
                if child.tag == f"{TEXT}list":
                    yield from self._list_lines(child, depth + 1)
                elif text := self._inline(child):
                    yield lead + text
                    lead = "  " * (depth + 1)

    def _inline(self, element: etree._Element) -> str:
        """Everything within an element as one text; a table in it row by row."""
        if element.tag in {f"{TEXT}p", f"{TEXT}h"}:
            text, boxes = self._read(element)
            return "\n".join(part for part in [text.strip(), *map(self._inline, boxes)] if part)
        if element.tag == f"{TABLE}table":
            rows = (", ".join(text for text in row if text) for row in self._grid(element))
            return "\n".join(f"{row};" for row in rows if row)
        if not isinstance(element.tag, str) or element.tag in _LEFT_OUT:
            return ""
        return "\n".join(filter(None, map(self._inline, element.iterchildren())))

    def _grid(self, table: etree._Element) -> list[list[str]]:
        """The cells' texts row by row; merged cells are filled across and down."""
        rows: list[list[str]] = []
        spanned: dict[int, tuple[int, str]] = {}
        previous = None
        for tr in _rows_of(table):
            row: list[str] = []
            for cell in tr.iterchildren(f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                repeat = min(read_repeat(cell, "number-columns-repeated"), MAX_REPEATED)
                text = self._inline_cell(cell)
                self._repetitions.add([text], repeat - 1 + (tr is previous))
                for _ in range(repeat):
                    column = len(row)
                    if cell.tag == f"{TABLE}covered-table-cell":
                        left, text = spanned.get(column, (0, ""))
                        spanned[column] = (left - 1, text if left > 0 else "")
                        row.append(text if left > 0 else "")
                        self._repetitions.add(row[-1:], 1)
                        continue
                    row.append(text)
                    down = read_repeat(cell, "number-rows-spanned")
                    across = min(read_repeat(cell, "number-columns-spanned"), MAX_REPEATED)
                    for place in range(column, column + across):
                        spanned[place] = (down - (place == column), text)
            rows.append(row)
            previous = tr
        return rows

    def _inline_cell(self, cell: etree._Element) -> str:
        return "\n".join(filter(None, map(self._inline, cell.iterchildren())))


def _rows_of(table: etree._Element) -> Iterator[etree._Element]:
    for child in table.iterchildren():
        if child.tag == f"{TABLE}table-row":
            repeat = min(read_repeat(child, "number-rows-repeated"), MAX_REPEATED)
            yield from [child] * repeat
        elif child.tag in _ROW_GROUPS:
            yield from _rows_of(child)
