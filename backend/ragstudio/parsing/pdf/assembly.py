"""Pages put together into one document: headings, paragraphs, lists, tables over pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.page_layout import arrange
from ragstudio.parsing.paragraphs import Line, join_lines, join_text, make_line, strip_marks
from ragstudio.parsing.pdf.aligned_tables import find_aligned_tables
from ragstudio.parsing.pdf.headings import Headings
from ragstudio.parsing.pdf.running_lines import Page
from ragstudio.parsing.tables import render_table
from ragstudio.records import BlockType

SAME_EDGE = 6.0
TITLE_GAP = 0.9


@dataclass(slots=True)
class _OpenTable:
    """A table that ended its page and may go on at the top of the next."""

    line: Line
    rows: list[list[str]]
    page: int


class Assembly:
    """Adds pages to a builder in order; `finish` adds what is still open."""

    def __init__(self, builder: DocumentBuilder, headings: Headings) -> None:
        self._builder = builder
        self._headings = headings
        self._table: _OpenTable | None = None

    def add_page(self, page: Page, regions: Sequence[Sequence[Line]]) -> None:
        """Append what stands on a page."""
        first = True
        for region in regions:
            plain: list[Line] = []
            index = 0
            while index < len(region):
                line = region[index]
                title, after = self._read_title(region, index, page)
                if line.table is None and title is None:
                    plain.append(line)
                    index += 1
                    first = first and self._close_table()
                    continue
                self._add_plain(plain, page.number)
                plain = []
                if line.table is not None:
                    self._add_table(line, line.table, page.number, goes_on=first)
                    first = False
                elif title is not None:
                    first = first and self._close_table()
                    self._close_table()
                    self._builder.add_heading(title[0], title[1], page.number)
                index = after
            if plain:
                self._close_table()
            self._add_plain(plain, page.number)

    def finish(self) -> None:
        """Append a table that is still open."""
        self._close_table()

    def _read_title(
        self, region: Sequence[Line], index: int, page: Page
    ) -> tuple[tuple[str, int] | None, int]:
        """The heading that begins at a line, with its level, and the line after it."""
        line = region[index]
        if line.table is not None:
            return None, index + 1
        text = line.text
        after = index + 1
        if self._headings.in_outline(text, page.number):
            level = self._headings.level_of(text, line, page.number)
            return (None if level is None else (strip_marks(text), level)), after
        if page.scanned or not self._headings.stands_out(region, index):
            return None, after
        while after < len(region) and _is_one_title(region[after - 1], region[after]):
            if not self._headings.stands_out(region, after):
                break
            text = join_text(text, region[after].text)
            after += 1
        level = self._headings.level_of(text, line, page.number)
        return (None if level is None else (strip_marks(text), level)), after

    def _add_plain(self, lines: Sequence[Line], page: int) -> None:
        for kind, text in join_lines(lines):
            self._builder.add(kind, strip_marks(text), page)

    def _add_table(self, line: Line, rows: list[list[str]], page: int, *, goes_on: bool) -> None:
        held = self._table
        if (
            held is not None
            and goes_on
            and page > held.page
            and len(held.rows[0]) == len(rows[0])
            and abs(held.line.left - line.left) <= SAME_EDGE
            and abs(held.line.right - line.right) <= SAME_EDGE
        ):
            held.rows += rows[1:] if rows[0] == held.rows[0] else rows
            return
        self._close_table()
        self._table = _OpenTable(line, list(rows), page)

    def _close_table(self) -> bool:
        """Append the open table. False, for what follows is not the first of its page."""
        if self._table is not None:
            self._builder.add(BlockType.TABLE, render_table(self._table.rows), self._table.page)
            self._table = None
        return False


def read_regions(page: Page) -> list[list[Line]]:
    """A page's lines in reading order, region by region, aligned tables among them."""
    return [
        [make_line(row) for row in find_aligned_tables(region)] for region in arrange(page.rows)
    ]


def text_runs(region: Sequence[Line]) -> Iterator[list[Line]]:
    """The stretches of a region between its tables."""
    run: list[Line] = []
    for line in region:
        if line.table is None:
            run.append(line)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_one_title(first: Line, second: Line) -> bool:
    """Whether two lines are of one heading: of one style, close below each other."""
    return (
        second.table is None
        and abs(first.size - second.size) <= 0.5
        and first.bold == second.bold
        and second.top - first.bottom < TITLE_GAP * second.size
        and second.top > first.top
    )
