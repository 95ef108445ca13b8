"""XLS (Excel 5 to 2003) by calamine: each sheet a section, each row a record."""

from io import BytesIO
from itertools import chain
from pathlib import Path

from python_calamine import CalamineWorkbook, PasswordError

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.cell_values import render_value
from ragstudio.parsing.compound_files import read_stream, wrap_stream
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.legacy_cells import check_cells
from ragstudio.parsing.merged_cells import Merge, fill_merges
from ragstudio.parsing.row_records import add_row_records
from ragstudio.records import ExtractedDocument


def parse(path: Path) -> ExtractedDocument:
    """Row blocks of `Column: value` lines under a heading with the sheet's name.

    Merged cells are filled across and down; formulas give their stored values. Raises
    `IngestionFailure`: `corrupt_file`, `password_required`.
    """
    builder = DocumentBuilder()
    with path.open("rb") as stream:
        name, workbook = read_stream(stream, ("Workbook", "Book"))
    check_cells(workbook)
    try:
        _add_sheets(builder, BytesIO(wrap_stream(name, workbook)))
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


def _add_sheets(builder: DocumentBuilder, stream: BytesIO) -> None:
    book = CalamineWorkbook.from_filelike(stream)
    for name in book.sheet_names:
        sheet = book.get_sheet_by_name(name)
        merges = [
            Merge(left + 1, top + 1, right + 1, bottom + 1)
            for (top, left), (bottom, right) in sheet.merged_cell_ranges or ()
        ]
        table = sheet.to_python(skip_empty_area=False)
        rows = ([render_value(value) for value in row] for row in table)
        merges.sort(key=lambda merge: merge.first_row)
        filled = (row for row in fill_merges(rows, merges) if any(row))
        first = next(filled, None)
        if first is not None:
            builder.add_heading(name, 1)
            add_row_records(builder, chain([first], filled))
