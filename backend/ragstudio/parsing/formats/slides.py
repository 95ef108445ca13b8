"""PPTX by python-pptx: each slide a section under its title, with tables and notes.

python-pptx rather than unstructured's partitioner, because it names the title placeholder and
gives positions, from which the reading order is taken.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from pptx import Presentation
from pptx.oxml.ns import qn
from pptx.shapes.shapetree import SlideShapeFactory

from ragstudio.parsing.counting import PLAIN_FORMATS
from ragstudio.parsing.drawings import Drawings
from ragstudio.parsing.equations import read_omml
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.package_repair import read_package
from ragstudio.parsing.tables import render_table
from ragstudio.parsing.unread import reads_hidden
from ragstudio.records import BlockType, ExtractedDocument, UnreadKind

_COMPATIBLE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_MATH = "{http://schemas.microsoft.com/office/drawing/2010/main}m"
_HIDDEN = {"0", "false"}
# ST_TextAutonumberScheme of ISO/IEC 29500-1, 20.1.10.61.
_SCHEMES = {"arabic": "1", "alphaLc": "a", "alphaUc": "A", "romanLc": "i", "romanUc": "I"}
_ENDS: dict[str, Callable[[str], str]] = {
    "Period": "{}.".format, "ParenR": "{})".format, "ParenBoth": "({})".format,
    "Plain": "{}".format, "Minus": "- {} -".format,
}  # fmt: skip


def parse(path: Path) -> ExtractedDocument:
    """Slide by slide: title, shapes from top to bottom, tables as Markdown, then the notes.

    Numbers that PowerPoint computes stand in front of their paragraphs; pictures, charts and
    diagrams are read in their place. Hidden slides and shapes are left out. `page` is the slide's
    number. Raises `IngestionFailure`: `archive_too_large`, `password_required`.
    """
    return read_package(path, _read)


def _read(stream: BinaryIO, damaged: list[str]) -> ExtractedDocument:
    presentation = Presentation(stream)
    builder = DocumentBuilder()
    for name in damaged:
        builder.unread.add_part(name)
    properties = presentation.core_properties
    builder.properties = {"Title": properties.title or "", "Author": properties.author or ""}
    slides = presentation.slides
    reader = _Reader(builder)
    for number, slide in enumerate(slides, start=1):
        if slide._element.get("show") in _HIDDEN and not reads_hidden():
            builder.unread.add_hidden(UnreadKind.HIDDEN_SLIDE, place=f"slide {number}", page=number)
            continue
        reader.add_slide(slide, number)
    reader.finish()
    return builder.build(page_count=len(slides))


class _Reader:
    """Appends slides to a document."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self._builder = builder
        self._drawings = Drawings(builder, BlockType.SLIDE, "slide")

    def finish(self) -> None:
        """Say that text comes from pictures, if some does."""
        self._drawings.finish()

    def add_slide(self, slide: Any, number: int) -> None:
        """Append what one slide shows, and its notes."""
        title = slide.shapes.title
        words = " ".join(_frame_text(title.text_frame, title).split()) if title is not None else ""
        if words:
            self._builder.add_heading(words, 1, number)
        else:
            self._builder.sections.open(f"Slide {number}", 1)
        for shape in _shapes_in_order(slide.shapes, slide.shapes):
            if title is not None and shape.shape_id == title.shape_id:
                continue
            self._add_shape(shape, slide.part, number)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            notes = slide.notes_slide.notes_text_frame.text.strip()
            if notes:
                self._builder.add(BlockType.SLIDE, f"Notes: {notes}", number)

    def _add_shape(self, shape: Any, part: Any, number: int) -> None:
        element = shape._element
        if _is_hidden(element):
            self._builder.unread.add_hidden(
                UnreadKind.HIDDEN_TEXT, place=f"slide {number}", page=number
            )
        elif getattr(shape, "has_table", False) and shape.has_table:
            self._builder.add(BlockType.TABLE, render_table(_grid(shape.table)), number)
        elif shape.has_text_frame:
            self._builder.add(BlockType.SLIDE, _frame_text(shape.text_frame, shape), number)
            self._drawings.add(element, part, number)
        else:
            self._drawings.add(element, part, number)


def _is_hidden(element: Any) -> bool:
    properties = next(element.iter(qn("p:cNvPr")), None)
    hidden = properties is not None and properties.get("hidden") in {"1", "true"}
    return hidden and not reads_hidden()


def _shapes_in_order(shapes: Any, root: Any) -> Iterator[Any]:
    """Shapes from top to bottom, then left to right; groups are opened in place."""
    every = [*shapes, *_alternatives(shapes, root)]
    for shape in sorted(every, key=lambda each: (each.top or 0, each.left or 0)):
        if hasattr(shape, "shapes") and not _is_hidden(shape._element):
            yield from _shapes_in_order(shape.shapes, root)
        else:
            yield shape


def _alternatives(shapes: Any, root: Any) -> Iterator[Any]:
    """Shapes that only newer programs know, such as equations and new charts."""
    for alternative in shapes._element.iterchildren(f"{_COMPATIBLE}AlternateContent"):
        for choice in alternative.iterchildren(f"{_COMPATIBLE}Choice"):
            for element in choice.iterchildren(
                *map(qn, ("p:sp", "p:pic", "p:graphicFrame", "p:grpSp"))
            ):
                yield SlideShapeFactory(element, root)
            break


def _frame_text(frame: Any, shape: Any = None) -> str:
    lines = []
    counts: dict[int, tuple[str, int]] = {}
    for paragraph in frame.paragraphs:
        text = _paragraph_text(paragraph._p).strip()
        level = paragraph.level
        if not text:
            continue
        scheme = _find_scheme(paragraph._p, frame, shape, level)
        counts = {each: count for each, count in counts.items() if each <= level}
        if scheme is None:
            counts.pop(level, None)
            lead = "- " if level else ""
        else:
            kind, start = str(scheme.get("type", "arabicPeriod")), scheme.get("startAt", "1")
            key = f"{kind} {start}"
            before = counts.get(level)
            first = int(start) if start.isdigit() and len(start) < 6 else 1
            number = before[1] + 1 if before and before[0] == key else first
            counts[level] = (key, number)
            lead = f"{_write_number(kind, number)} "
        lines.append("  " * level + lead + text)
    return "\n".join(lines)


def _find_scheme(paragraph: Any, frame: Any, shape: Any, level: int) -> Any:
    """The numbering of a paragraph: its own, its frame's, or that of the layout's placeholder."""
    sources = [paragraph.find(qn("a:pPr"))]
    path = f"{qn('a:lstStyle')}/{qn(f'a:lvl{level + 1}pPr')}"
    sources.append(frame._txBody.find(path))
    if shape is not None and getattr(shape, "is_placeholder", False):
        inherited = getattr(shape, "_base_placeholder", None)
        for _ in range(2):
            if inherited is None:
                break
            body = inherited._element.find(qn("p:txBody"))
            sources.append(body.find(path) if body is not None else None)
            inherited = getattr(inherited, "_base_placeholder", None)
    for source in sources:
        if source is None:
            continue
        if source.find(qn("a:buAutoNum")) is not None:
            return source.find(qn("a:buAutoNum"))
        if any(source.find(qn(f"a:{name}")) is not None for name in ("buNone", "buChar", "buBlip")):
            return None
    return None


def _write_number(scheme: str, number: int) -> str:
    for name, form in _SCHEMES.items():
        if scheme.startswith(name):
            end = _ENDS.get(scheme[len(name) :], _ENDS["Period"])
            return end(PLAIN_FORMATS[form](number))
    return f"{number}."


def _paragraph_text(element: Any) -> str:
    """The text of an `a:p` with its line breaks, fields and equations."""
    pieces = []
    for child in element.iterchildren():
        if child.tag in {qn("a:r"), qn("a:fld")}:
            pieces.append(child.findtext(qn("a:t")) or "")
        elif child.tag == qn("a:br"):
            pieces.append("\n")
        elif child.tag == _MATH:
            pieces += map(read_omml, child)
        elif child.tag == f"{_COMPATIBLE}AlternateContent":
            choice = child.find(f"{_COMPATIBLE}Choice")
            pieces.append("" if choice is None else _paragraph_text(choice))
    return "".join(pieces).replace("\v", "\n")


def _grid(table: Any) -> list[list[str]]:
    """The cells' texts row by row; merged cells are filled across and down."""
    rows: list[list[str]] = [
        [_frame_text(cell.text_frame) for cell in row.cells] for row in table.rows
    ]
    for top, row in enumerate(table.rows):
        for left, cell in enumerate(row.cells):
            if not cell.is_merge_origin:
                continue
            for y in range(top, min(top + cell.span_height, len(rows))):
                for x in range(left, min(left + cell.span_width, len(rows[y]))):
                    rows[y][x] = rows[top][left]
    return rows
