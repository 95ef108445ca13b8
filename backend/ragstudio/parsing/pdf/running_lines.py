"""Running headers, footers and page numbers: lines that stand at the same place of many pages."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from ragstudio.parsing.page_layout import Row

EDGE_ROWS = 3
REPEATED_ON = 0.6
LEAST_PAGES = 3
PARITY_FROM_PAGES = 6
SAME_PLACE = 4.0
MARGIN = 0.1
LARGER = 1.2
LONGEST = 90
TRACKING = 0.8

_NUMBER = re.compile(r"\d+")
_PAGE_WORDS = re.compile(
    r"\b(?:page|pages|seite|página|pagina|pag|p|s|of|von|de|di|sur|folio)\b|[^\w#]|#", re.I
)


@dataclass(slots=True)
class Page:
    """A page's rows from the top, `height` in the same unit, `number` from 1.

    `scanned` rows were read by text recognition: the sizes of their letters say little.
    """

    number: int
    height: float
    rows: list[Row] = field(default_factory=list)
    scanned: bool = False


@dataclass(slots=True)
class _Occurrence:
    page: Page
    row: Row
    text: str

    @property
    def in_margin(self) -> bool:
        return _is_in_margin(self.row, self.page)


def drop_running_lines(pages: Sequence[Page], body_size: float) -> None:
    """Take running lines out of the pages' rows.

    A line is one if it stands within 4 points of the same height among the first or last three
    of most pages, of most odd or even pages, or in the margin of three; numbers in it may differ
    where they count the pages. It has at most 90 characters. In a document of two pages it must
    be in the margin of both. What is not in the margin, a tenth of the page, must be set apart
    from the text by a line's height.
    """
    groups: dict[str, list[_Occurrence]] = defaultdict(list)
    filled = [page for page in pages if page.rows]
    for page in filled:
        for occurrence in _edges(page):
            groups[_NUMBER.sub("#", occurrence.text)].append(occurrence)
    dropped = _find_page_numbers(filled, body_size)
    for pattern, occurrences in groups.items():
        if len(occurrences) < 2:
            continue
        middle = median(occurrence.row[0].top for occurrence in occurrences)
        level = [o for o in occurrences if abs(o.row[0].top - middle) <= SAME_PLACE]
        if _is_repeated(level, filled) and _counts_pages(pattern, level, body_size):
            # Set as large as a title it is one, of a form for example: said once, not on each page.
            title = level[0].row[0].size > LARGER * body_size
            dropped.update(id(occurrence.row) for occurrence in level[title:])
    if dropped:
        for page in filled:
            inwards = _count_running(page.rows, page, dropped)
            page.rows = page.rows[inwards:]
            outwards = _count_running(page.rows[::-1], page, dropped)
            page.rows = page.rows[: len(page.rows) - outwards]


def _find_page_numbers(filled: Sequence[Page], body_size: float) -> set[int]:
    """Outermost lines in the margin that begin or end with a number that counts the pages.

    The words beside it may change, as the name of a chapter does.
    """
    found: dict[tuple[bool, int], list[Row]] = defaultdict(list)
    for page in filled:
        for at_top, row in ((True, page.rows[0]), (False, page.rows[-1])):
            if row[0].table is not None or not _is_in_margin(row, page):
                continue
            if row[0].size > LARGER * body_size:
                continue
            words = " ".join(segment.text for segment in row).split()
            for number in {words[0], words[-1]}:
                if number.isdecimal() and len(number) < 7:
                    found[at_top, int(number) - page.number].append(row)
    return {id(row) for rows in found.values() if len(rows) >= LEAST_PAGES for row in rows}


def _count_running(rows: Sequence[Row], page: Page, running: set[int]) -> int:
    """How many rows from an edge inwards are running lines, set apart from the text.

    A form says the same in its body on every page; there the next line follows close.
    """
    count = 0
    while count < len(rows) and id(rows[count]) in running:
        count += 1
    while count and not _is_in_margin(rows[count - 1], page):
        if count == len(rows) or _distance(rows[count - 1], rows[count]) >= rows[count][0].size:
            break
        count -= 1
    return count


def _is_in_margin(row: Row, page: Page) -> bool:
    return row[0].bottom < MARGIN * page.height or row[0].top > (1 - MARGIN) * page.height


def _distance(one: Row, other: Row) -> float:
    return max(other[0].top - one[0].bottom, one[0].top - other[0].bottom)


def _edges(page: Page) -> Iterator[_Occurrence]:
    rows = page.rows
    last = max(EDGE_ROWS, len(rows) - EDGE_ROWS)
    for row in [*rows[:EDGE_ROWS], *rows[last:]]:
        if row[0].table is None:
            text = " ".join(segment.text for segment in row)
            if len(text) <= LONGEST:
                yield _Occurrence(page, row, text)


def _is_repeated(level: Sequence[_Occurrence], filled: Sequence[Page]) -> bool:
    numbers = {occurrence.page.number for occurrence in level}
    in_margin = all(occurrence.in_margin for occurrence in level)
    if len(numbers) < LEAST_PAGES:
        return len(numbers) == 2 == len(filled) and in_margin
    if len(numbers) >= REPEATED_ON * len(filled) or in_margin:
        return True
    if len(filled) < PARITY_FROM_PAGES:
        return False
    for parity in (0, 1):
        alike = sum(page.number % 2 == parity for page in filled)
        found = sum(number % 2 == parity for number in numbers)
        if found >= LEAST_PAGES and found >= REPEATED_ON * alike:
            return True
    return False


def _counts_pages(pattern: str, level: Sequence[_Occurrence], body_size: float) -> bool:
    """Whether the numbers of a line are always the same, or count the pages."""
    if len({occurrence.text for occurrence in level}) == 1:
        return True
    if max(occurrence.row[0].size for occurrence in level) > LARGER * body_size:
        return False
    only_number = not _PAGE_WORDS.sub("", pattern)
    if not only_number and not all(occurrence.in_margin for occurrence in level):
        return False
    for position in range(pattern.count("#")):
        shifts = []
        for occurrence in level:
            numbers = _NUMBER.findall(occurrence.text)
            # A number too long to count pages is no page number, and slow to convert.
            if position < len(numbers) and len(numbers[position]) < 7:
                shifts.append(int(numbers[position]) - occurrence.page.number)
        usual = max(set(shifts), key=shifts.count, default=None)
        if usual is not None and shifts.count(usual) >= TRACKING * len(level):
            return True
    return False
