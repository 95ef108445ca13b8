"""Rows of a table as records: every column name beside its value."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.records import BlockType

HEADER_WITHIN_ROWS = 30
MAX_NUMBER_CHARACTERS = 60

_NUMBER = re.compile(
    r"[-+(]?\s*(?:[$€£¥%]|[A-Z]{3}\s)?\s*\d[\d.,' \u00a0]*\s*(?:[$€£¥%)]|[A-Z]{3})?"
    r"|\d{4}-\d{2}-\d{2}(?:[ T][\d:.]+)?"
    r"|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}"
)
_YEAR = re.compile(r"(?:19|20)\d{2}")

Row = Sequence[str]


def add_row_records(builder: DocumentBuilder, rows: Iterable[Row]) -> int:
    """Append the rows of one table to a document; returns how many records it has.

    The header is the first row as wide as the table that does not look like data. Lines above
    it become a text block, every row below it a row block of `Column: value` lines. A column
    without a name is called by its place (`Column 3`), a name that comes twice gets a number
    (`Rate (2)`); a column with neither name nor value in a row is left out. Without a header row
    all columns are called by their places. Empty rows are skipped.
    """
    filled = (row for row in rows if any(cell.strip() for cell in row))
    opening = list(islice(filled, HEADER_WITHIN_ROWS))
    if not opening:
        return 0
    header = _find_header(opening)
    first_record = 0 if header is None else header + 1
    names = _name_columns([] if header is None else opening[header])
    titles = [] if header is None else opening[:header]
    if titles:
        lines = (" ".join(dict.fromkeys(cell.strip() for cell in row)).strip() for row in titles)
        builder.add(BlockType.TEXT, "\n".join(lines))
    records = 0
    for row in chain(opening[first_record:], filled):
        builder.add(BlockType.ROW, "\n".join(_render_row(names, row)))
        records += 1
    if records == 0:
        builder.add(BlockType.TEXT, "Columns: " + ", ".join(name for name in names if name))
    return records


def _render_row(names: Sequence[str], row: Row) -> Iterator[str]:
    for index in range(max(len(names), len(row))):
        name = names[index] if index < len(names) else ""
        value = row[index].strip() if index < len(row) else ""
        if name or value:
            yield f"{name or f'Column {index + 1}'}: {value}".rstrip()


def _name_columns(header: Row) -> list[str]:
    names: list[str] = []
    used: dict[str, int] = {}
    for cell in header:
        name = " ".join(cell.split())
        used[name] = used.get(name, 0) + 1
        names.append(f"{name} ({used[name]})" if name and used[name] > 1 else name)
    return names


def _find_header(rows: Sequence[Row]) -> int | None:
    """The index of the header row, or None if the table has none."""
    # A title merged over all columns comes as the same text in each: it is one cell wide.
    widths = [_width([cell.strip() for cell in row if cell.strip()]) for row in rows]
    usual = sorted(widths)[len(widths) // 2]
    for index, row in enumerate(rows):
        if widths[index] >= max(1, 0.6 * usual):
            return None if _looks_like_data(row, rows[index + 1 :]) else index
    return None


def _width(cells: Sequence[str]) -> int:
    return 1 if len(set(cells)) == 1 else len(cells)


def _is_number(cell: str) -> bool:
    return len(cell) <= MAX_NUMBER_CHARACTERS and _NUMBER.fullmatch(cell) is not None


def _looks_like_data(row: Row, following: Sequence[Row]) -> bool:
    """Whether a first row has a number, other than a year, where the rows below have numbers."""
    cells = [cell.strip() for cell in row]
    if not following:
        return all(_is_number(cell) for cell in cells if cell)
    return any(
        _is_number(cell)
        and _YEAR.fullmatch(cell) is None
        and any(index < len(other) and _is_number(other[index].strip()) for other in following)
        for index, cell in enumerate(cells)
    )
