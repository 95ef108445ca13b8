"""ODT by lxml: headings by outline level, lists, tables and text boxes in reading order.

lxml rather than pandoc, which loses tables within tables and the text of text boxes.
"""

import base64
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

from lxml import etree

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.embedded_pictures import EmbeddedPictures
from ragstudio.parsing.equations import read_mathml
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.open_document import (
    DRAW,
    MAX_REPEATED,
    OFFICE,
    SVG,
    TABLE,
    TEXT,
    Inline,
    Repetitions,
    open_package,
    paragraph_text,
    read_part,
    read_properties,
    read_repeat,
)
from ragstudio.parsing.open_document_styles import Styles, read_form_values
from ragstudio.parsing.package_repair import read_package
from ragstudio.parsing.tables import render_table
from ragstudio.parsing.unread import reads_hidden
from ragstudio.records import BlockType, ExtractedDocument, UnreadKind

_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_LEFT_OUT = {
    f"{TEXT}tracked-changes", f"{TEXT}table-of-content", f"{TEXT}alphabetical-index",
    f"{OFFICE}forms", f"{TEXT}sequence-decls", f"{OFFICE}annotation",
}  # fmt: skip
_ROW_GROUPS = {f"{TABLE}{name}" for name in ("table-header-rows", "table-row-group", "table-rows")}


def parse(path: Path) -> ExtractedDocument:
    """Page header, body, footnotes, page footer; tables as Markdown, merged cells filled.

    Numbers that the styles compute stand in front of headings and items; equations, form values,
    pictures and charts are read in their place. Comments, tracked deletions, hidden text and tables
    of contents are left out. Raises `IngestionFailure`:
    `archive_too_large`, `corrupt_file`, `nesting_too_deep`, `password_required`.
    """
    return read_package(path, _read)


def _read(stream: BinaryIO, damaged: list[str]) -> ExtractedDocument:
    builder = DocumentBuilder()
    for name in damaged:
        builder.unread.add_part(name)
    with open_package(stream) as package:
        content = read_part(package, "content.xml")
        styles = read_part(package, "styles.xml")
        builder.properties = read_properties(package)
        body = content.find(f"{OFFICE}body/{OFFICE}text") if content is not None else None
        if content is None or body is None:
            raise ValueError("no text body")
        read = Styles((content, styles))
        walker = _Walker(builder, read, _Gathered(read, package, read_form_values(content)))
        walker.add_page_parts(styles, "header")
        walker.walk(body)
        walker.add_notes()
        walker.add_page_parts(styles, "footer")
        walker.finish()
    return builder.build()


class _Gathered(Inline):
    """Hidden text, pictures and objects of the paragraphs read."""

    def __init__(self, styles: Styles, package: zipfile.ZipFile, values: Mapping[str, str]) -> None:
        super().__init__()
        self._styles = styles
        self._package = package
        self._values = values
        self.hidden = 0
        self.pictures: list[tuple[bytes | None, str]] = []
        self.tables: list[etree._Element] = []
        self.lost_objects = 0

    def leaves_out(self, element: etree._Element) -> bool:
        """Whether an element is hidden; if it holds text, that is counted."""
        if not self._styles.hides(element) or reads_hidden():
            return False
        self.hidden += bool("".join(element.itertext()).strip())
        return True

    def read_frame(self, frame: etree._Element) -> str | None:
        """An equation's or a field's text; pictures and charts are gathered."""
        if frame.tag == f"{DRAW}control":
            return self._values.get(str(frame.get(f"{DRAW}control", "")), "")
        for item in frame.iterchildren(f"{DRAW}object", f"{DRAW}object-ole"):
            return self._read_object(item)
        image = frame.find(f"{DRAW}image")
        if image is None:
            return None
        words = [each.text or "" for each in frame.iterchildren(f"{SVG}title", f"{SVG}desc")]
        name = unquote(str(image.get(_HREF, ""))).removeprefix("./")
        binary = image.findtext(f"{OFFICE}binary-data")
        data = base64.b64decode(binary) if binary else self._read_member(name)
        self.pictures.append((data, ". ".join(filter(None, words))))
        return ""

    def _read_object(self, item: etree._Element) -> str:
        math = item.find("{http://www.w3.org/1998/Math/MathML}math")
        name = unquote(str(item.get(_HREF, ""))).removeprefix("./").rstrip("/")
        try:
            root = math if math is not None else read_part(self._package, f"{name}/content.xml")
        except IngestionFailure:
            root = None
        if root is not None and str(root.tag).endswith("}math"):
            return read_mathml(root)
        table = next(root.iter(f"{TABLE}table"), None) if root is not None else None
        if table is None:
            self.lost_objects += 1
        else:
            self.tables.append(table)
        return ""

    def _read_member(self, name: str) -> bytes | None:
        try:
            return self._package.read(name)
        except (KeyError, zipfile.BadZipFile):
            return None


class _Walker:
    def __init__(self, builder: DocumentBuilder, styles: Styles, gathered: _Gathered) -> None:
        self._builder = builder
        self._styles = styles
        self._gathered = gathered
        self._pictures = EmbeddedPictures(builder)
        self._repetitions = Repetitions()

    def walk(self, container: etree._Element) -> None:
        """Append the blocks of a container in order."""
        for element in container.iterchildren():
            if isinstance(element.tag, str) and self._gathered.leaves_out(element):
                pass
            elif element.tag == f"{TEXT}h":
                stated = str(element.get(f"{TEXT}outline-level", "1"))
                level = max(1, min(int(stated) if stated.isdigit() else 1, 10))
                title, boxes = self._read(element)
                label = self._styles.label_heading(element, level) if title.strip() else ""
                self._builder.add_heading(label + " ".join(title.split()), level)
                self._walk_all(boxes)
            elif element.tag == f"{TEXT}p":
                text, boxes = self._read(element)
                self._builder.add(BlockType.TEXT, text)
                self._walk_all(boxes)
            elif element.tag == f"{TEXT}list":
                self._builder.add(BlockType.LIST, "\n".join(self._list_lines(element, 0)))
            elif element.tag == f"{TABLE}table":
                self._builder.add(BlockType.TABLE, render_table(self._grid(element)))
            elif element.tag == f"{DRAW}frame" and self._gathered.read_frame(element) is not None:
                pass
            elif isinstance(element.tag, str) and element.tag not in _LEFT_OUT:
                self.walk(element)
            self._add_gathered()

    def finish(self) -> None:
        """Say that text comes from pictures, if some does."""
        self._add_gathered()
        self._pictures.warn()

    def _add_gathered(self) -> None:
        """Append the pictures and charts met since the last block, and note what was left out."""
        gathered, section = self._gathered, self._builder.sections.path
        pictures, gathered.pictures = gathered.pictures, []
        tables, gathered.tables = gathered.tables, []
        for data, alternative in pictures:
            self._pictures.add(data or b"", alternative)
        for table in tables:
            self._builder.add(BlockType.TABLE, render_table(self._grid(table)))
        if gathered.hidden:
            self._builder.unread.add_hidden(
                UnreadKind.HIDDEN_TEXT, section=section, count=gathered.hidden
            )
        if gathered.lost_objects:
            self._builder.unread.add(
                UnreadKind.EMBEDDED_OBJECT,
                "an object of another program is not read",
                "Upload the embedded file by itself.",
                section=section,
                count=gathered.lost_objects,
            )
        gathered.hidden = gathered.lost_objects = 0

    def add_notes(self) -> None:
        """Append the footnotes and endnotes met so far, by their numbers."""
        for number, note in enumerate(self._gathered.notes, start=1):
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
        outer, self._gathered.boxes = self._gathered.boxes, []
        text = paragraph_text(paragraph, self._gathered)
        boxes, self._gathered.boxes = self._gathered.boxes, outer
        return text, boxes

    def _list_lines(
        self, element: etree._Element, depth: int, inherited: str = ""
    ) -> Iterator[str]:
        count = self._styles.open_list(element, inherited, depth)
        for item in element.iterchildren(f"{TEXT}list-item", f"{TEXT}list-header"):
            lead: str | None = None if item.tag == f"{TEXT}list-item" else "  " * depth
            for child in item.iterchildren():
                if child.tag == f"{TEXT}list":
                    yield from self._list_lines(child, depth + 1, count.style)
                elif text := self._inline(child):
                    lead = "  " * depth + count.label(item, depth) if lead is None else lead
                    yield lead + text
                    lead = "  " * (depth + 1)

    def _inline(self, element: etree._Element) -> str:
        """Everything within an element as one text; a table in it row by row."""
        if isinstance(element.tag, str) and self._gathered.leaves_out(element):
            return ""
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
