"""PPTX by python-pptx: each slide a section under its title, with tables and notes.

python-pptx rather than unstructured's partitioner, because it names the title placeholder and
gives positions, from which the reading order is taken.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pptx import Presentation

from ragstudio.parsing.containers import check_archive
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.tables import render_table
from ragstudio.records import BlockType, ExtractedDocument


def parse(path: Path) -> ExtractedDocument:
    """Slide by slide: title, shapes from top to bottom, tables as Markdown, then the notes.

    `page` is the slide's number. Raises `IngestionFailure`: `archive_too_large`,
    `password_required`.
    """
    with path.open("rb") as stream:
        check_archive(stream)
        presentation = Presentation(stream)
    builder = DocumentBuilder()
    properties = presentation.core_properties
    builder.properties = {"Title": properties.title or "", "Author": properties.author or ""}
    slides = presentation.slides
    for number, slide in enumerate(slides, start=1):
        _add_slide(builder, slide, number)
    return builder.build(page_count=len(slides))


def _add_slide(builder: DocumentBuilder, slide: Any, number: int) -> None:
    title = slide.shapes.title
    words = " ".join(title.text_frame.text.split()) if title is not None else ""
    if words:
        builder.add_heading(words, 1, number)
    else:
        builder.sections.open(f"Slide {number}", 1)
    for shape in _shapes_in_order(slide.shapes):
        if title is not None and shape.shape_id == title.shape_id:
            continue
        if getattr(shape, "has_table", False) and shape.has_table:
            builder.add(BlockType.TABLE, render_table(_grid(shape.table)), number)
        elif shape.has_text_frame:
            builder.add(BlockType.SLIDE, _frame_text(shape.text_frame), number)
        elif getattr(shape, "has_chart", False) and shape.has_chart:
            _add_chart(builder, shape.chart, number)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = slide.notes_slide.notes_text_frame.text.strip()
        if notes:
            builder.add(BlockType.SLIDE, f"Notes: {notes}", number)


def _shapes_in_order(shapes: Any) -> Iterator[Any]:
    """Shapes from top to bottom, then left to right; groups are opened in place."""
    for shape in sorted(shapes, key=lambda each: (each.top or 0, each.left or 0)):
        if hasattr(shape, "shapes"):
            yield from _shapes_in_order(shape.shapes)
        else:
            yield shape


def _frame_text(frame: Any) -> str:
    lines = []
    for paragraph in frame.paragraphs:
        text = paragraph.text.replace("\v", "\n").strip()
        if text:
            lines.append("  " * paragraph.level + ("- " if paragraph.level else "") + text)
    return "\n".join(lines)


def _grid(table: Any) -> list[list[str]]:
    """The cells' texts row by row; merged cells are filled across and down."""
    rows: list[list[str]] = [[cell.text for cell in row.cells] for row in table.rows]
    for top, row in enumerate(table.rows):
        for left, cell in enumerate(row.cells):
            if not cell.is_merge_origin:
                continue
            for y in range(top, min(top + cell.span_height, len(rows))):
                for x in range(left, min(left + cell.span_width, len(rows[y]))):
                    rows[y][x] = cell.text
    return rows


def _add_chart(builder: DocumentBuilder, chart: Any, number: int) -> None:
    """A chart's data as a table: its categories against its series."""
    if chart.has_title and chart.chart_title.has_text_frame:
        builder.add(BlockType.SLIDE, chart.chart_title.text_frame.text, number)
    for plot in chart.plots:
        series = list(plot.series)
        rows = [["", *(each.name or "" for each in series)]]
        for index, category in enumerate(plot.categories):
            values = [each.values[index] if index < len(each.values) else "" for each in series]
            rows.append([str(category), *("" if value is None else str(value) for value in values)])
        builder.add(BlockType.TABLE, render_table(rows), number)
