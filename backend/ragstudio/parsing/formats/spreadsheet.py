"""XLSX by openpyxl, read row by row: each sheet a section, each row a record.

openpyxl rather than unstructured's partitioner, because that makes one table of a sheet, and a
record needs its column names beside its values. Read-only mode keeps memory flat.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import openpyxl
from openpyxl.utils import range_boundaries

from ragstudio.parsing.cell_values import hides_value, render_value
from ragstudio.parsing.hidden_cells import HiddenCells
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.merged_cells import Merge, fill_merges
from ragstudio.parsing.package_repair import read_package
from ragstudio.parsing.row_records import add_row_records
from ragstudio.parsing.sheet_drawings import add_sheet_drawings
from ragstudio.parsing.unread import reads_hidden
from ragstudio.records import ExtractedDocument, UnreadKind

SCAN_BYTES = 1 << 20
SCAN_TAIL = 400
MOST_COLUMNS = 16_384

_MERGE = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=\"([A-Z0-9:$]+)\"")
_HIDDEN = re.compile(rb"<(?:\w+:)?(row|col)\s([^>]*?hidden=\"(?:1|true)\"[^>]*)>")
_ATTRIBUTE = re.compile(rb"(\w+)=\"([^\"]*)\"")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")


def parse(path: Path) -> ExtractedDocument:
    """Row blocks of `Column: value` lines under a heading with the sheet's name.

    Merged cells are filled across and down; hidden sheets, rows, columns and values are left out.
    Comments, text boxes, pictures and charts follow the records of their sheet. A formula gives
    the value the file stores for it or, where it stores none, its own text and a warning. Raises
    `IngestionFailure`: `archive_too_large`, `password_required`.
    """
    return read_package(path, _read)


def _read(stream: BinaryIO, damaged: list[str]) -> ExtractedDocument:
    builder = DocumentBuilder()
    for name in damaged:
        builder.unread.add_part(name)
    book = openpyxl.load_workbook(stream, read_only=True, data_only=True)
    formulas = _FormulaBook(stream)
    for sheet in book.worksheets:
        place = f"sheet {sheet.title!r}"
        if sheet.sheet_state != "visible" and not reads_hidden():
            builder.unread.add_hidden(UnreadKind.HIDDEN_SHEET, place=place)
        else:
            _add_sheet(builder, sheet, formulas)
            add_sheet_drawings(builder, book._archive, sheet._worksheet_path, sheet.title)
    return builder.build()


class _FormulaBook:
    """The same workbook with formulas instead of values, loaded when a sheet first needs it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._book: Any = None

    def sheet(self, title: str) -> Any:
        if self._book is None:
            self._book = openpyxl.load_workbook(self._stream, read_only=True, data_only=False)
        return self._book[title]


def _add_sheet(builder: DocumentBuilder, sheet: Any, formulas: _FormulaBook) -> None:
    merges, hidden, has_formulas = _scan(sheet)
    rows = _read_rows(sheet, hidden)
    unsaved: list[int] = []
    if has_formulas:
        rows = _with_formulas(rows, _read_rows(formulas.sheet(sheet.title), HiddenCells()), unsaved)
    filled = (row for row in hidden.leave_out(fill_merges(rows, merges)) if any(row))
    first = next(filled, None)
    if first is not None:
        builder.add_heading(sheet.title, 1)
        add_row_records(builder, chain([first], filled))
    hidden.note(builder, sheet.title)
    if unsaved:
        builder.warnings.append(
            f"Sheet {sheet.title!r}: {len(unsaved)} formulas have no stored value; "
            "their formula text was taken. Open and save the workbook to store the values."
        )


def _scan(sheet: Any) -> tuple[list[Merge], HiddenCells, bool]:
    """What read-only mode leaves out: merged ranges, what is hidden; and if there are formulas."""
    hidden = HiddenCells()
    merges: dict[bytes, Merge] = {}
    has_formulas = False
    tail = b""
    with sheet._get_source() as source:
        for part in iter(lambda: source.read(SCAN_BYTES), b""):
            data = tail + part
            has_formulas = has_formulas or _FORMULA.search(data) is not None
            if b"hidden=" in data:
                _find_hidden(data, hidden)
            for reference in _MERGE.findall(data):
                merges[reference] = Merge(*range_boundaries(reference.decode("ascii")))
            tail = data[-SCAN_TAIL:]
    return sorted(merges.values(), key=lambda merge: merge.first_row), hidden, has_formulas


def _find_hidden(data: bytes, hidden: HiddenCells) -> None:
    for kind, attributes in _HIDDEN.findall(data):
        stated = dict(_ATTRIBUTE.findall(attributes))
        if kind == b"row" and stated.get(b"r", b"").isdigit():
            hidden.rows.add(int(stated[b"r"]))
        elif kind == b"col" and stated.get(b"min", b"").isdigit():
            last = min(int(stated.get(b"max", stated[b"min"])), MOST_COLUMNS)
            hidden.columns.update(range(int(stated[b"min"]), last + 1))


def _read_rows(sheet: Any, hidden: HiddenCells) -> Iterator[list[str]]:
    sheet.reset_dimensions()
    codes: dict[int, str] = {}
    for cells in sheet.iter_rows():
        row = []
        for cell in cells:
            value = cell.value
            if value is None:
                row.append("")
                continue
            code = codes.get(cell._style_id)
            if code is None:
                code = codes[cell._style_id] = cell.number_format or ""
            text = render_value(value, code)
            if not text and hides_value(value, code):
                text = hidden.hide_value(render_value(value))
            row.append(text)
        yield row


def _with_formulas(
    values: Iterable[list[str]], formulas: Iterable[list[str]], unsaved: list[int]
) -> Iterator[list[str]]:
    """Values, and the formula's text for each cell that has one but no value."""
    for number, (row, formula_row) in enumerate(zip(values, formulas, strict=False), start=1):
        merged = row + [""] * (len(formula_row) - len(row))
        for index, formula in enumerate(formula_row):
            if not merged[index] and formula.startswith("="):
                merged[index] = formula
                unsaved.append(number)
        yield merged
