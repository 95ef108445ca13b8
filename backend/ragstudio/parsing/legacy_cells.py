"""How far the cells of an XLS workbook spread, checked before anything makes room for them."""

import struct

from ragstudio.errors import IngestionFailure

MAX_SPREAD = 4_000_000
MAX_COLUMNS = 256

# Records that hold one or more cells ([MS-XLS] 2.3); each begins with row and column.
_CELL_RECORDS = {0x0006, 0x00BD, 0x00BE, 0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E}
_BEGIN = 0x0809


def check_cells(workbook: bytes) -> None:
    """Refuse a workbook of which calamine, which keeps sheets as full grids, would need too much.

    Takes the records of the workbook's stream. Raises `IngestionFailure` `corrupt_file`.
    """
    position = rows = columns = 0
    while position + 4 <= len(workbook):
        number, length = struct.unpack_from("<HH", workbook, position)
        position += 4
        if number == _BEGIN:
            rows = columns = 0
        elif number in _CELL_RECORDS and length >= 4 and position + 4 <= len(workbook):
            row, column = struct.unpack_from("<HH", workbook, position)
            rows, columns = max(rows, row + 1), max(columns, column + 1)
            if columns > MAX_COLUMNS or rows * columns > MAX_SPREAD:
                raise IngestionFailure(
                    "corrupt_file",
                    f"Its cells spread over {rows:,} rows and {columns:,} columns, more than "
                    "the studio makes room for.",
                    hint="Open it in a spreadsheet program, save it as XLSX and upload that.",
                )
        position += length
