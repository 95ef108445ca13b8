"""DOCX by python-docx: paragraphs and tables in document order, headings with their level.

python-docx rather than unstructured's partitioner: it gives heading levels from the styles, is
faster to load by seconds, and lets tracked insertions in and deletions out.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn

from ragstudio.parsing.drawings import Drawings
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.package_repair import read_package
from ragstudio.parsing.tables import render_table
from ragstudio.parsing.unread import reads_hidden
from ragstudio.parsing.word.inline import WRAPPERS, HiddenRuns, Inline
from ragstudio.parsing.word.numbering import Label, Numbering
from ragstudio.parsing.word.parts import (
    count_comments,
    is_page_number,
    list_notes,
    list_page_parts,
    read_properties,
)
from ragstudio.records import BlockType, ExtractedDocument, UnreadKind

MAX_LEVEL = 9

_PARAGRAPH, _TABLE, _EMBEDDED = qn("w:p"), qn("w:tbl"), qn("w:altChunk")


def parse(path: Path) -> ExtractedDocument:
    """Running headers, body, notes, running footers; headings by style or outline level.

    Numbers that Word computes stand in front of their paragraphs, tables become Markdown, pictures
    and charts follow the block they are in. Tracked insertions are text; deletions, comments and
    page numbers are not. Raises `IngestionFailure`: `archive_too_large`, `password_required`.
    """
    return read_package(path, _read)


def _read(stream: BinaryIO, damaged: list[str]) -> ExtractedDocument:
    document = docx.Document(stream)
    builder = DocumentBuilder()
    for name in damaged:
        builder.unread.add_part(name)
    builder.properties = read_properties(document)
    reader = _Reader(document, builder)
    for header, part in list_page_parts(document, "header"):
        reader.add_running(header, part)
    reader.add_body(document.element.body, document.part)
    for mark, note, part in list_notes(document):
        reader.add_note(mark, note, part)
    for footer, part in list_page_parts(document, "footer"):
        reader.add_running(footer, part)
    reader.finish()
    comments = count_comments(document)
    if comments:
        builder.unread.add(
            UnreadKind.ANNOTATION,
            "comments are not read",
            "Write what matters into the text.",
            count=comments,
        )
    return builder.build()


class _Reader:
    """Appends the blocks of a document's parts, in the order they are given."""

    def __init__(self, document: Any, builder: DocumentBuilder) -> None:
        styles = document.styles.element
        numbering = [
            each.target_part.element
            for each in document.part.rels.values()
            if each.reltype == RELATIONSHIP_TYPE.NUMBERING and not each.is_external
        ]
        self._builder = builder
        self._levels = _heading_levels(document)
        self._lists = {
            style.style_id
            for style in document.styles
            if (style.name or "").lower().startswith("list ") and style.name != "List Paragraph"
        }
        self._count = Numbering(numbering[0] if numbering else None, styles)
        self._numbering: Numbering | None = None
        self._inline = Inline(HiddenRuns(styles))
        self._drawings = Drawings(builder)
        self._hidden_rows = 0
        self._part: Any = None

    def add_body(self, body: Any, part: Any) -> None:
        """Append the body, with the numbers that Word counts."""
        self._numbering = self._count
        self._part = part
        self._add_elements(_body_elements(body))
        self._numbering = None

    def add_running(self, running: Any, part: Any) -> None:
        """Append a running header or footer, without page numbers."""
        self._part = part
        self._add_elements(
            element
            for element in _body_elements(running)
            if element.tag == _TABLE or not is_page_number(element)
        )

    def add_note(self, mark: str, note: Any, part: Any) -> None:
        """Append a footnote or endnote under its mark."""
        self._part = part
        text = " ".join(self._cell_text(note).split())
        self._builder.add(BlockType.TEXT, f"[{mark}] {text}" if text else "")
        self._note_gaps()

    def finish(self) -> None:
        """Say that text comes from pictures, if some does."""
        self._drawings.finish()

    def _add_elements(self, elements: Iterator[Any]) -> None:
        items: list[str] = []
        for element in elements:
            is_item = element.tag == _PARAGRAPH and self._is_list_item(element)
            if is_item:
                lead, text = self._read_item(element)
                if text.strip():
                    items.append(lead + text.strip())
                if not self._inline.drawings:
                    continue
            self._builder.add(BlockType.LIST, "\n".join(items))
            items = []
            if not is_item:
                self._add_element(element)
            self._note_gaps()
        self._builder.add(BlockType.LIST, "\n".join(items))
        self._note_gaps()

    def _add_element(self, element: Any) -> None:
        if element.tag == _TABLE:
            self._builder.add(BlockType.TABLE, render_table(self._grid(element)))
            return
        if element.tag == _EMBEDDED:
            self._builder.unread.add(
                UnreadKind.EMBEDDED_OBJECT,
                "a document inserted as a whole is not read",
                "Save the file again with Word, or upload that document by itself.",
                section=self._builder.sections.path,
            )
            return
        text = self._paragraph_text(element)
        level = _level_of(element, self._levels)
        if level is None:
            self._builder.add(BlockType.TEXT, text)
        else:
            self._builder.add_heading(" ".join(text.split()), level)

    def _note_gaps(self) -> None:
        """Append the drawings met since the last block, and note what was left out of it."""
        inline, section = self._inline, self._builder.sections.path
        drawings, inline.drawings = inline.drawings, []
        for drawing in drawings:
            self._drawings.add(drawing, self._part)
        for kind, count in (
            (UnreadKind.HIDDEN_TEXT, inline.hidden_passages),
            (UnreadKind.HIDDEN_ROW, self._hidden_rows),
        ):
            if count:
                self._builder.unread.add_hidden(kind, section=section, count=count)
        if inline.unknown_symbols:
            self._builder.unread.add(
                UnreadKind.CHARACTERS,
                "symbols of a font that says nothing about their meaning",
                "Replace them by characters of Unicode.",
                section=section,
                count=inline.unknown_symbols,
            )
        inline.hidden_passages = inline.unknown_symbols = self._hidden_rows = 0

    def _is_list_item(self, paragraph: Any) -> bool:
        if _level_of(paragraph, self._levels) is not None:
            return False
        if self._numbering is not None and self._numbering.is_numbered(paragraph):
            return True
        numbered = paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}") is not None
        return numbered or _style_of(paragraph) in self._lists

    def _read_item(self, paragraph: Any) -> tuple[str, str]:
        text = self._read_text(paragraph)
        label = self._label(paragraph, text)
        if label is None:
            return f"{'  ' * _list_depth(paragraph)}- ", text
        return "  " * label.level + label.lead, text

    def _label(self, paragraph: Any, text: str) -> Label | None:
        """The paragraph's number; one whose text is all hidden or deleted has none."""
        if self._numbering is None:
            return None
        runs = next(paragraph.iter(qn("w:r"), qn("w:del")), None) is not None
        return None if runs and not text.strip() else self._numbering.label(paragraph)

    def _paragraph_text(self, paragraph: Any) -> str:
        """A paragraph's number and text; text boxes anchored in it follow after it."""
        text = self._read_text(paragraph)
        label = self._label(paragraph, text)
        return text if label is None or not text.strip() else label.lead + text

    def _read_text(self, paragraph: Any) -> str:
        outer, self._inline.boxes = self._inline.boxes, []
        text = self._inline.read(paragraph)
        boxes, self._inline.boxes = self._inline.boxes, outer
        parts = [text, *map(self._cell_text, boxes)]
        return "\n".join(part for part in parts if part.strip())

    def _grid(self, table: Any) -> list[list[str]]:
        """The cells' texts row by row; merged cells are filled across and down."""
        rows: list[list[str]] = []
        for tr in _descend(table, qn("w:tr")):
            if tr.find(f"{qn('w:trPr')}/{qn('w:del')}") is not None:
                continue
            if tr.find(f"{qn('w:trPr')}/{qn('w:hidden')}") is not None and not reads_hidden():
                self._hidden_rows += 1
                continue
            row = [""] * _number(tr.find(f"{qn('w:trPr')}/{qn('w:gridBefore')}"), 0)
            for cell in _descend(tr, qn("w:tc")):
                merge = cell.find(f"{qn('w:tcPr')}/{qn('w:vMerge')}")
                continued = merge is not None and merge.get(qn("w:val")) != "restart"
                if continued and rows and len(row) < len(rows[-1]):
                    text = rows[-1][len(row)]
                else:
                    text = self._cell_text(cell)
                row += [text] * max(1, _number(cell.find(f"{qn('w:tcPr')}/{qn('w:gridSpan')}"), 1))
            rows.append(row)
        return rows

    def _cell_text(self, cell: Any) -> str:
        """A cell's text; a table nested in it is written row by row, its cells apart by commas."""
        parts: list[str] = []
        for element in _body_elements(cell):
            if element.tag == _PARAGRAPH:
                parts.append(self._paragraph_text(element))
            elif element.tag == _TABLE:
                rows = self._grid(element)
                parts += [", ".join(text for text in row if text) + ";" for row in rows]
        return "\n".join(part for part in parts if part.strip())


def _body_elements(container: Any) -> Iterator[Any]:
    """Paragraphs and tables in order, also those inside content controls and insertions."""
    for child in container.iterchildren():
        if child.tag in {_PARAGRAPH, _TABLE, _EMBEDDED}:
            yield child
        elif child.tag in WRAPPERS:
            yield from _body_elements(child)


def _heading_levels(document: Any) -> dict[str, int]:
    """The heading level of each style that has one: by name, outline level, or base style."""
    levels: dict[str, int] = {}
    for style in document.styles:
        ancestor: Any = style
        for _ in range(10):
            if ancestor is None:
                break
            level = _level_of_style(ancestor)
            if level is not None:
                levels[style.style_id] = level
                break
            ancestor = getattr(ancestor, "base_style", None)
    return levels


def _level_of_style(style: Any) -> int | None:
    name = (style.name or "").lower()
    if name == "title":
        return 1
    if name.startswith("heading ") and name[8:].isdigit():
        return min(int(name[8:]), MAX_LEVEL)
    outline = style.element.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
    return _read_outline(outline)


def _level_of(paragraph: Any, levels: dict[str, int]) -> int | None:
    outline = _read_outline(paragraph.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}"))
    return outline if outline is not None else levels.get(_style_of(paragraph))


def _read_outline(element: Any) -> int | None:
    value = int(element.get(qn("w:val"), "9")) if element is not None else 9
    return value + 1 if value < MAX_LEVEL else None


def _style_of(paragraph: Any) -> str:
    style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    return "" if style is None else str(style.get(qn("w:val")))


def _list_depth(paragraph: Any) -> int:
    level = paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}/{qn('w:ilvl')}")
    return 0 if level is None else min(int(level.get(qn("w:val"), "0")), MAX_LEVEL)


def _descend(element: Any, tag: str) -> Iterator[Any]:
    for child in element.iterchildren():
        if child.tag == tag:
            yield child
        elif child.tag in WRAPPERS:
            yield from _descend(child, tag)


def _number(element: Any, default: int) -> int:
    return default if element is None else min(int(element.get(qn("w:val"), default)), 1000)
