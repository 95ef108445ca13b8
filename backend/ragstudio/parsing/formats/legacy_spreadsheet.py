"""XLS (Excel 5 to 2003) by calamine: each sheet a section, each row a record."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

from python_calamine import CalamineWorkbook, PasswordError

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.cell_values import hides_value, render_value
from ragstudio.parsing.compound_files import read_stream, wrap_stream
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.legacy_cells import SheetLayout, read_layouts
from ragstudio.parsing.merged_cells import Merge, fill_merges
from ragstudio.parsing.row_records import add_row_records
from ragstudio.parsing.unread import reads_hidden
from ragstudio.records import ExtractedDocument, UnreadKind


def parse(path: Path) -> ExtractedDocument:
    """Row blocks of `Column: value` lines under a heading with the sheet's name.

    Merged cells are filled across and down; formulas give their stored values; hidden sheets, rows,
    columns and values are left out. Raises
    `IngestionFailure`: `corrupt_file`, `password_required`.
    """
    builder = DocumentBuilder()
    with path.open("rb") as stream:
        name, workbook = read_stream(stream, ("Workbook", "Book"))
    layouts = read_layouts(workbook)
    try:
        _add_sheets(builder, BytesIO(wrap_stream(name, workbook)), layouts)
    except PasswordError as error:
        raise IngestionFailure(
            "password_required",
            "The workbook is encrypted and needs a password.",
            hint="Save a copy without a password and upload that.",
        ) from error
    except BaseException as error:
        # A panic of the native reader is no `Exception`, so that nothing takes it for one.
        if type(error).__name__ != "PanicException":
            raise
        raise ValueError("calamine gave up") from error
    return builder.build()


def _add_sheets(builder: DocumentBuilder, stream: BytesIO, layouts: dict[str, SheetLayout]) -> None:
    book = CalamineWorkbook.from_filelike(stream)
    for name in book.sheet_names:
        layout = layouts.get(name, SheetLayout())
        if layout.is_hidden and not reads_hidden():
            builder.unread.add_hidden(UnreadKind.HIDDEN_SHEET, place=f"sheet {name!r}")
            continue
        sheet = book.get_sheet_by_name(name)
        merges = [
            Merge(left + 1, top + 1, right + 1, bottom + 1)
            for (top, left), (bottom, right) in sheet.merged_cell_ranges or ()
        ]
        table = sheet.to_python(skip_empty_area=False)
        rows = _render(table, layout)
        merges.sort(key=lambda merge: merge.first_row)
        hidden = layout.hidden
        filled = (row for row in hidden.leave_out(fill_merges(rows, merges)) if any(row))
        first = next(filled, None)
        if first is not None:
            builder.add_heading(name, 1)
            add_row_records(builder, chain([first], filled))
        hidden.note(builder, name)


def _render(table: Iterable[list[Any]], layout: SheetLayout) -> Iterator[list[str]]:
    for top, row in enumerate(table):
        formats = layout.formats.get(top, {})
        rendered = []
        for left, value in enumerate(row):
            code = formats.get(left, "")
            text = render_value(value, code)
            if not text and value not in {None, ""} and hides_value(value, code):
                text = layout.hidden.hide_value(render_value(value))
            rendered.append(text)
        yield rendered
