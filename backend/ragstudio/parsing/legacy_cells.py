"""What calamine leaves out of an XLS workbook: hidden parts and the formats of its cells.

Record numbers and layouts are those of [MS-XLS] 2.3 and 2.4.
"""

import struct
from dataclasses import dataclass, field

from openpyxl.styles.numbers import BUILTIN_FORMATS

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.hidden_cells import HiddenCells

MAX_SPREAD = 4_000_000
MAX_COLUMNS = 256

# Records that hold one or more cells; each begins with row, column and, mostly, a cell format.
_CELL_RECORDS = {0x0006, 0x00BD, 0x00BE, 0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E}
_ONE_CELL = {0x0006, 0x0203, 0x0204, 0x00FD, 0x027E}
_BEGIN, _SHEET, _ROW, _COLUMNS, _MANY_NUMBERS = 0x0809, 0x0085, 0x0208, 0x007D, 0x00BD
_CELL_FORMAT, _NUMBER_FORMAT = 0x00E0, 0x041E
_ROW_HIDDEN, _COLUMN_HIDDEN = 0x20, 0x01
_BIFF8 = 0x0600


@dataclass(slots=True)
class SheetLayout:
    """What is hidden in one sheet, and number formats by row and column, from 0."""

    is_hidden: bool = False
    hidden: HiddenCells = field(default_factory=HiddenCells)
    formats: dict[int, dict[int, str]] = field(default_factory=dict)


class _Workbook:
    """Takes the records of a workbook one after the other."""

    def __init__(self) -> None:
        self.sheets: dict[int, tuple[str, SheetLayout]] = {}
        self._layout = SheetLayout()
        self._codes: dict[int, str] = {}
        self._cell_formats: list[int] = []
        self._version = _BIFF8
        self._rows = self._columns = 0

    def take(self, position: int, number: int, data: bytes) -> None:
        if number in _CELL_RECORDS and len(data) >= 4:
            self._take_cell(number, data)
        elif number == _BEGIN:
            self._rows = self._columns = 0
            self._layout = self.sheets.get(position, ("", SheetLayout()))[1]
            if position == 0 and len(data) >= 2:
                self._version = struct.unpack_from("<H", data)[0]
        elif number == _ROW and len(data) >= 14:
            if data[12] & _ROW_HIDDEN:
                self._layout.hidden.rows.add(struct.unpack_from("<H", data)[0] + 1)
        elif number == _COLUMNS and len(data) >= 10:
            first, last, _, _, options = struct.unpack_from("<HHHHH", data)
            if options & _COLUMN_HIDDEN:
                columns = range(first + 1, min(last, MAX_COLUMNS - 1) + 2)
                self._layout.hidden.columns.update(columns)
        elif number == _CELL_FORMAT and len(data) >= 4:
            self._cell_formats.append(struct.unpack_from("<H", data, 2)[0])
        elif number == _NUMBER_FORMAT and len(data) > 2:
            self._codes[struct.unpack_from("<H", data)[0]] = self._read_text(data[2:], wide=True)
        elif number == _SHEET and len(data) > 6:
            offset, state = struct.unpack_from("<IB", data)
            layout = SheetLayout(is_hidden=bool(state & 3))
            self.sheets[offset] = (self._read_text(data[6:], wide=False), layout)

    def _take_cell(self, number: int, data: bytes) -> None:
        row, column = struct.unpack_from("<HH", data)
        self._rows, self._columns = max(self._rows, row + 1), max(self._columns, column + 1)
        if self._columns > MAX_COLUMNS or self._rows * self._columns > MAX_SPREAD:
            raise IngestionFailure(
                "corrupt_file",
                f"Its cells spread over {self._rows:,} rows and {self._columns:,} columns, more "
                "than the studio makes room for.",
                hint="Open it in a spreadsheet program, save it as XLSX and upload that.",
            )
        if number in _ONE_CELL and len(data) >= 6:
            self._set_format(row, column, struct.unpack_from("<H", data, 4)[0])
        elif number == _MANY_NUMBERS:
            for place in range((len(data) - 6) // 6):
                index = struct.unpack_from("<H", data, 4 + 6 * place)[0]
                self._set_format(row, column + place, index)

    def _set_format(self, row: int, column: int, index: int) -> None:
        if index >= len(self._cell_formats):
            return
        identifier = self._cell_formats[index]
        code = self._codes.get(identifier) or BUILTIN_FORMATS.get(identifier, "General")
        if code != "General":
            self._layout.formats.setdefault(row, {})[column] = code

    def _read_text(self, data: bytes, *, wide: bool) -> str:
        """A counted text; in BIFF8 its count has one byte or two (`wide`), and a flag follows."""
        if self._version < _BIFF8:
            return data[1 : 1 + data[0]].decode("cp1252", errors="replace")
        head = 2 if wide else 1
        if len(data) <= head:
            return ""
        count = int.from_bytes(data[:head], "little")
        body = data[head + 1 :]
        if data[head] & 1:
            return body[: 2 * count].decode("utf-16-le", errors="replace")
        return body[:count].decode("latin-1")


def read_layouts(workbook: bytes) -> dict[str, SheetLayout]:
    """The layout of each sheet by its name, from the records of the workbook's stream.

    Raises `IngestionFailure` `corrupt_file` where the cells spread so far that calamine, which
    keeps sheets as full grids, would need too much memory.
    """
    found = _Workbook()
    position = 0
    while position + 4 <= len(workbook):
        number, length = struct.unpack_from("<HH", workbook, position)
        found.take(position, number, workbook[position + 4 : position + 4 + length])
        position += 4 + length
    return dict(found.sheets.values())
