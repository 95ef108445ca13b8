"""Rows, columns and values that a sheet hides: left out and counted, or read where asked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.unread import reads_hidden
from ragstudio.records import UnreadKind


@dataclass(slots=True)
class HiddenCells:
    """What is hidden in one sheet; rows and columns count from 1."""

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    values: int = 0
    _rows_met: int = 0
    _columns_met: set[int] = field(default_factory=set)

    def hide_value(self, text: str) -> str:
        """A value that its format hides: nothing, or its text where hidden content is read."""
        if reads_hidden():
            return text
        self.values += 1
        return ""

    def leave_out(self, rows: Iterable[list[str]]) -> Iterator[list[str]]:
        """The rows without what is hidden, also by what they reveal; a hidden one is empty."""
        if reads_hidden():
            yield from rows
            return
        for number, row in enumerate(rows, start=1):
            if number in self.rows:
                self._rows_met += any(row)
                yield []
                continue
            if not self.columns:
                yield row
                continue
            self._columns_met.update(
                place for place in self.columns if place <= len(row) and row[place - 1]
            )
            yield [text for place, text in enumerate(row, start=1) if place not in self.columns]

    def note(self, builder: DocumentBuilder, sheet: str) -> None:
        """List what was left out of the sheet."""
        for kind, count in (
            (UnreadKind.HIDDEN_ROW, self._rows_met),
            (UnreadKind.HIDDEN_COLUMN, len(self._columns_met)),
            (UnreadKind.HIDDEN_TEXT, self.values),
        ):
            if count:
                builder.unread.add_hidden(
                    kind, place=f"sheet {sheet!r}", section=sheet, count=count
                )
