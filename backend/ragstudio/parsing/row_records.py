"""Rows of a table as records: every column name beside its value."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise

from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.records import BlockType

HEADER_WITHIN_ROWS = 30
MAX_NUMBER_CHARACTERS = 60

_NUMBER = re.compile(
    r"[-+(]?\s*(?:[$€£¥%]|[A-Z]{3}\s)?\s*\d[\d.,' \u00a0]*\s*(?:[$€£¥%)]|[A-Z]{3})?"
    r"|\d{4}-\d{2}-\d{2}(?:[ T][\d:.]+)?"
    r"|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}"
)
_PERIOD = re.compile(r"(?:19|20)\d{2}(?:-(?:0[1-9]|1[0-2]))?")
_NO_NUMBER = re.compile(r"[^\d.]")

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
    """Whether a first row has numbers where the rows below have numbers, and names nothing.

    Years and months name columns. So do numbers beside a label that are written otherwise than
    those below (`5%` over `120`), or that rise from left to right (`38, 39, 40`) where those
    below do not.
    """
    cells = [cell.strip() for cell in row]
    if not following:
        return all(_is_number(cell) for cell in cells if cell)
    places = [
        place
        for place, cell in enumerate(cells)
        if _is_number(cell) and any(_is_number(_cell(other, place)) for other in following)
    ]
    if all(_PERIOD.fullmatch(cells[place]) for place in places):
        return False
    if len(places) == len([cell for cell in cells if cell]) == len(cells):
        return True
    if not cells[0] and any(_cell(other, 0) for other in following):
        return False
    below = {_form(_cell(other, place)) for other in following for place in places}
    if len(places) > 1 and {_form(cells[place]) for place in places}.isdisjoint(below):
        return False
    rising = sum(_rises([_cell(other, place) for place in places]) for other in following)
    names_steps = _rises([cells[place] for place in places])
    return not (names_steps and 2 * rising <= len(following))


def _cell(row: Row, place: int) -> str:
    return row[place].strip() if place < len(row) else ""


def _form(cell: str) -> str:
    """How a number is written: its signs and letters without digits, points and spaces."""
    return "".join(
        sign for sign in cell if not (sign.isdigit() or sign.isspace() or sign in ".,'-")
    )


def _rises(cells: Sequence[str]) -> bool:
    """Whether three or more numbers, or two that follow each other, rise from left to right."""
    try:
        values = [float(_NO_NUMBER.sub("", cell)) for cell in cells]
    except ValueError:
        return False
    up = all(first < second for first, second in pairwise(values))
    return up and (len(values) > 2 or (len(values) == 2 and values[1] - values[0] == 1))
