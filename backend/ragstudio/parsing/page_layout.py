"""Reading order: the pieces of text on a page, put into lines, columns and regions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

COLUMN_ROWS = 3
COLUMN_CHARACTERS = 15
COLUMN_FILL = 0.5
GUTTER = 0.6
LOOK_AHEAD = 3
MOST_STRAY = 3

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]")


@dataclass(slots=True)
class Segment:
    """Text on one line without a wide gap. Coordinates grow to the right and downwards.

    `size` is the font's, in the unit of the coordinates. `table` holds a whole table's rows
    instead of text.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    bold: bool = False
    table: list[list[str]] | None = None

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


Row = list[Segment]


def group_rows(segments: Sequence[Segment]) -> list[Row]:
    """Segments that stand side by side, as rows from the top, each in its reading direction."""
    rows: list[Row] = []
    for segment in sorted(segments, key=lambda segment: (segment.top, segment.left)):
        if rows and any(_stand_level(segment, other) for other in rows[-1][:2]):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    for row in rows:
        if len(row) > 1:
            row.sort(key=lambda segment: segment.left, reverse=_reads_to_the_left(row))
    return rows


def arrange(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Regions of rows in reading order: what crosses the page, then column by column."""
    plain: list[Row] = []
    start = 0
    while start < len(rows):
        end, columns = _find_columns(rows, start)
        if not columns:
            plain.append(rows[start])
            start += 1
            continue
        if plain:
            yield plain
            plain = []
        for column in columns:
            yield from arrange(column)
        start = end
    if plain:
        yield plain


def find_gaps(spans: Sequence[tuple[float, float]], least: float) -> list[float]:
    """The middles of gaps at least `least` wide between sorted, merged spans."""
    return [
        (left[1] + right[0]) / 2 for left, right in pairwise(spans) if right[0] - left[1] >= least
    ]


def merge_spans(
    spans: Sequence[tuple[float, float]], row: Sequence[Segment]
) -> list[tuple[float, float]]:
    """Spans with what a row covers added, sorted, overlapping ones made one."""
    merged: list[tuple[float, float]] = []
    for left, right in sorted([*spans, *((segment.left, segment.right) for segment in row)]):
        if merged and left <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], right)
        else:
            merged.append((left, right))
    return merged


def _stand_level(one: Segment, other: Segment) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    low, high = sorted((one.height, other.height))
    if high > 3 * low:
        return False
    return shared >= 0.5 * low


def _reads_to_the_left(row: Row) -> bool:
    text = "".join(segment.text for segment in row)
    letters = sum(character.isalpha() for character in text)
    return 2 * len(RIGHT_TO_LEFT.findall(text)) > letters


def _find_columns(rows: Sequence[Row], start: int) -> tuple[int, list[list[Row]]]:
    """Columns of prose that begin in a row: where they end, and the rows of each column."""
    least = GUTTER * median(segment.size for segment in rows[start])
    spans: list[tuple[float, float]] = []
    gaps: list[float] = []
    end = start
    for end in range(start, len(rows)):
        grown = merge_spans(spans, rows[end])
        now = find_gaps(grown, least)
        if not now and (gaps or end - start >= LOOK_AHEAD):
            break
        spans, gaps = grown, now
    else:
        end = len(rows)
    if not gaps:
        return end, []
    columns = _split_rows(rows[start:end], gaps)
    stray = _count_stray(columns)
    if stray:
        end -= stray
        columns = _split_rows(rows[start:end], gaps)
    if not all(_is_prose(column) for column in columns):
        return end, []
    if _reads_to_the_left([segment for row in rows[start:end] for segment in row]):
        columns.reverse()
    return end, columns


def _split_rows(rows: Sequence[Row], gaps: Sequence[float]) -> list[list[Row]]:
    columns: list[list[Row]] = [[] for _ in range(len(gaps) + 1)]
    for row in rows:
        parts: list[Row] = [[] for _ in columns]
        for segment in row:
            parts[sum(segment.left >= gap for gap in gaps)].append(segment)
        for column, part in zip(columns, parts, strict=True):
            if part:
                column.append(part)
    return columns


def _count_stray(columns: Sequence[Sequence[Row]]) -> int:
    """Rows at the end that stand below all columns, though they reach over the first alone."""
    below = max((row[0].bottom for column in columns[1:] for row in column), default=0.0)
    first = columns[0]
    stray = sum(row[0].top >= below for row in first)
    if not 0 < stray <= MOST_STRAY or stray == len(first):
        return 0
    gap = first[-stray][0].top - first[-stray - 1][0].bottom
    return stray if gap > 0.5 * first[-stray][0].height else 0


def _is_prose(column: Sequence[Row]) -> bool:
    """Whether rows are running text: several, long enough, and most of them filling the width."""
    if len(column) < COLUMN_ROWS:
        return False
    left = min(segment.left for row in column for segment in row)
    right = max(segment.right for row in column for segment in row)
    widths = [max(s.right for s in row) - min(s.left for s in row) for row in column]
    lengths = [_count_characters(row) for row in column]
    return (
        median(lengths) >= COLUMN_CHARACTERS
        and median(widths) >= COLUMN_FILL * (right - left)
        and sum(len(row) == 1 for row in column) > len(column) / 2
    )


def _count_characters(row: Row) -> int:
    """The length of a row's text; a character that takes the room of two counts as two."""
    return sum(len(segment.text) + len(_WIDE.findall(segment.text)) for segment in row)
