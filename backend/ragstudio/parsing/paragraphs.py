"""Lines of a region put together into paragraphs and lists."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ragstudio.parsing.page_layout import Row
from ragstudio.records import BlockType

FULL_CHARACTERS = 25
WIDER_GAP = 0.45
MOST_LEADING = 1.0
INDENT = 1.0
LONGEST_PARAGRAPH = 20_000

# PDFium marks a hyphen that only divides a word over two lines by U+FFFE or U+0002.
DIVIDED = tuple("\ufffe\u0002\u00ad")
HYPHENS = ("-", "\u2010")
_BULLET = re.compile(
    "[-*\u2022\u2023\u25cf\u25cb\u25aa\u25ab\u25e6\u2043\u2219\u2013\uf0b7\uf0a7]\\s+"
)
_NUMBERED = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{2,5})[.)]\s+\S")
_LABEL = re.compile(r"[^\W\d_][\w ./-]{0,40}:(?:\s|$)")
LEADERS = re.compile(r"\.{4,}|(?:\s?\.\s){3,}|…{2,}")
_WIDE_LETTER = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]")
_MARKS = re.compile("[\ufffe\u0002\u00ad]")


@dataclass(slots=True)
class Line:
    """One line of text with its place, in the coordinates of its segments."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    bold: bool
    table: list[list[str]] | None = None


def make_line(row: Row) -> Line:
    """The line a row makes; its size is that of its longest piece."""
    longest = max(row, key=lambda segment: len(segment.text))
    return Line(
        " ".join(segment.text for segment in row),
        min(segment.left for segment in row),
        min(segment.top for segment in row),
        max(segment.right for segment in row),
        max(segment.bottom for segment in row),
        longest.size,
        all(segment.bold for segment in row),
        row[0].table,
    )


def join_lines(lines: Sequence[Line]) -> Iterator[tuple[BlockType, str]]:
    """Paragraphs and lists of consecutive lines of one region.

    Words divided over two lines are joined, and so are lines that a paragraph wraps over; a wider
    gap begins a new block, another line break stays one.
    """
    right = max((line.right for line in lines), default=0.0)
    gaps = [b.top - a.bottom for a, b in pairwise(lines)]
    usual = median(gaps) if gaps else 0.0
    parts: list[str] = []
    kind = BlockType.TEXT
    previous: Line | None = None
    item_left = 0.0
    for line in lines:
        item = is_item(line.text)
        text = _BULLET.sub("- ", line.text, count=1) if item else line.text
        if previous is None:
            parts, kind, item_left = [text], _kind(item), line.left
            previous = line
            continue
        gap = line.top - previous.bottom
        common = min(max(usual, 0.0), MOST_LEADING * line.size)
        apart = gap > common + WIDER_GAP * line.size or gap < -2 * line.size
        hangs = kind is BlockType.LIST and not item and line.left > item_left + 0.3 * line.size
        if apart and not (item and kind is BlockType.LIST and gap < 2.5 * line.size):
            yield kind, "\n".join(parts)
            parts, kind, item_left = [text], _kind(item), line.left
        elif (
            item
            or len(parts[-1]) > LONGEST_PARAGRAPH
            or not (hangs or _goes_on(previous, line, right, kind))
        ):
            if _kind(item) is not kind:
                yield kind, "\n".join(parts)
                parts, kind, item_left = [text], _kind(item), line.left
            else:
                parts.append(text)
                item_left = line.left if item else item_left
        else:
            parts[-1] = join_text(parts[-1], text)
        previous = line
    if parts:
        yield kind, "\n".join(parts)


def is_item(text: str) -> bool:
    """Whether a line begins an item of a list."""
    return bool(_BULLET.match(text) or _NUMBERED.match(text))


def join_text(first: str, second: str) -> str:
    """Two lines of one paragraph as one; a word divided over them becomes whole."""
    if first.endswith(DIVIDED):
        return first[:-1] + second
    if first.endswith(HYPHENS) and first[-2:-1].isalpha() and second[:1].islower():
        return first[:-1] + second
    if _WIDE_LETTER.match(first[-1:]) and _WIDE_LETTER.match(second[:1]):
        return first + second
    return f"{first} {second}"


def strip_marks(text: str) -> str:
    """Text without marks of divided words that were not divided after all."""
    return _MARKS.sub("-", text) if text.endswith(DIVIDED) else _MARKS.sub("", text)


def _kind(item: bool) -> BlockType:
    return BlockType.LIST if item else BlockType.TEXT


def _goes_on(previous: Line, line: Line, right: float, kind: BlockType) -> bool:
    """Whether a line wraps: the next one's first word would not have fitted on it."""
    if previous.text.endswith(DIVIDED):
        return True
    shift = line.left - previous.left
    wide = len(_WIDE_LETTER.findall(previous.text))
    if (
        previous.text[-1] in ":;"
        or LEADERS.search(previous.text)
        or _LABEL.match(line.text)
        or abs(previous.size - line.size) > 0.2 * line.size
        or len(previous.text) + wide < FULL_CHARACTERS
        or (abs(shift) if kind is BlockType.LIST else shift) > INDENT * line.size
    ):
        return False
    character = (line.right - line.left) / max(1, len(line.text))
    first_word = 1 if wide > len(previous.text) / 2 else len(line.text.split(maxsplit=1)[0])
    return right - previous.right < character * (first_word + 1.5)
