"""Merged cells of a sheet, filled across and down."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MAX_FILL_COLUMNS = 256


@dataclass(frozen=True, slots=True)
class Merge:
    """A merged range, in rows and columns counted from 1, ends included."""

    first_column: int
    first_row: int
    last_column: int
    last_row: int


def fill_merges(rows: Iterable[list[str]], merges: list[Merge]) -> Iterator[list[str]]:
    """Rows with every merged range filled; a row that has nothing of its own stays empty."""
    waiting = iter([*merges, None])
    upcoming = next(waiting)
    active: list[tuple[Merge, str]] = []
    for number, row in enumerate(rows, start=1):
        while upcoming is not None and upcoming.first_row <= number:
            column = upcoming.first_column - 1
            active.append((upcoming, row[column] if column < len(row) else ""))
            upcoming = next(waiting)
        active = [(merge, text) for merge, text in active if merge.last_row >= number]
        if active and any(row):
            for merge, text in active:
                last = min(merge.last_column, merge.first_column + MAX_FILL_COLUMNS)
                row.extend([""] * (last - len(row)))
                for column in range(merge.first_column - 1, last):
                    row[column] = row[column] or text
        yield row
