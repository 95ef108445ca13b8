"""Headings of a PDF: by its outline, and by type that is larger or bolder than the body's."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

import pypdfium2

from ragstudio.parsing.page_layout import Row
from ragstudio.parsing.paragraphs import LEADERS, Line, is_item

LARGER = 1.15
LONGEST = 200
LONGEST_BOLD = 100
DEEPEST = 6
MOST_ENTRIES = 5_000

_WORDS = re.compile(r"[\W_]+")
_TYPED_NUMBER = re.compile(r"^(?:\d+\.)*\d+\.?\s+")
_SENTENCE_END = tuple(".,;:!?。،")

Style = tuple[float, bool]


def find_body_size(pages: Iterable[Sequence[Row]]) -> tuple[float, bool]:
    """The size most characters have, to half a unit, and whether they are bold."""
    counts: Counter[Style] = Counter()
    for rows in pages:
        for row in rows:
            for segment in row:
                counts[round(segment.size * 2) / 2, segment.bold] += len(segment.text)
    return counts.most_common(1)[0][0] if counts else (0.0, False)


def read_outline(document: pypdfium2.PdfDocument) -> dict[tuple[int, str], int]:
    """The levels (from 1) of the outline's titles, by page number and plain words."""
    levels: dict[tuple[int, str], int] = {}
    try:
        for entry in islice(document.get_toc(max_depth=DEEPEST), MOST_ENTRIES):
            target = entry.get_dest()
            index = target.get_index() if target else None
            if index is not None:
                key = index + 1, _plain(entry.get_title())
                levels.setdefault(key, entry.level + 1)
    except (pypdfium2.PdfiumError, UnicodeDecodeError, ValueError):
        return levels
    return levels


@dataclass(slots=True)
class Headings:
    """Which lines are headings, and of what level. `note` every page, then ask."""

    body_size: float
    body_bold: bool
    outline: dict[tuple[int, str], int]
    _styles: Counter[Style] = field(default_factory=Counter)
    _known: dict[Style, Counter[int]] = field(default_factory=dict)
    _levels: dict[Style, int] | None = None

    def note(self, lines: Sequence[Line], page: int) -> None:
        """Learn the styles of headings from the lines of one region."""
        for index, line in enumerate(lines):
            level = self._match(line.text, page)
            if level is not None:
                self._known.setdefault(_style(line), Counter())[level] += 1
            if self.stands_out(lines, index):
                self._styles[_style(line)] += 1

    def stands_out(self, lines: Sequence[Line], index: int) -> bool:
        """Whether a line is set as a heading: larger than the body, or bold and by itself."""
        line = lines[index]
        if not any(character.isalpha() for character in line.text) or LEADERS.search(line.text):
            return False
        if line.size >= LARGER * self.body_size:
            return len(line.text) <= LONGEST
        if not line.bold or self.body_bold or line.size < 0.9 * self.body_size:
            return False
        if len(line.text) > LONGEST_BOLD or line.text.endswith(_SENTENCE_END):
            return False
        if is_item(line.text) and not _TYPED_NUMBER.match(line.text):
            return False
        return not (_runs_on(lines, index - 1, index) or _runs_on(lines, index, index + 1))

    def level_of(self, title: str, line: Line, page: int) -> int | None:
        """The level of a title, by the outline, else by the rank of its style; None for no
        heading."""
        level = self._match(title, page)
        if level is not None:
            return min(level, DEEPEST)
        if self._levels is None:
            self._levels = self._rank()
        return self._levels.get(_style(line))

    def in_outline(self, text: str, page: int) -> bool:
        """Whether the outline has a title of these words on this page."""
        return self._match(text, page) is not None

    def _match(self, text: str, page: int) -> int | None:
        if not self.outline or len(text) > LONGEST:
            return None
        level = self.outline.get((page, _plain(text)))
        if level is None:
            level = self.outline.get((page, _plain(_TYPED_NUMBER.sub("", text))))
        return level

    def _rank(self) -> dict[Style, int]:
        """Levels by size, then weight; those the outline names are as it says."""
        levels: dict[Style, int] = {}
        deepest = 0
        for style in sorted(self._styles, reverse=True):
            known = self._known.get(style)
            level = known.most_common(1)[0][0] if known else deepest + 1
            levels[style] = min(level, DEEPEST)
            deepest = max(deepest, level) if known or not self._known else deepest
        return levels


def _runs_on(lines: Sequence[Line], first: int, second: int) -> bool:
    """Whether two lines, only one of them bold, are of one sentence."""
    if first < 0 or second >= len(lines) or lines[first].bold == lines[second].bold:
        return False
    one, other = lines[first], lines[second]
    if one.table is not None or other.table is not None:
        return False
    near = other.top - one.bottom < 0.6 * other.size
    return near and (other.text[:1].islower() or one.text.endswith(","))


def _style(line: Line) -> Style:
    return round(line.size * 2) / 2, line.bold


def _plain(text: str) -> str:
    return _WORDS.sub(" ", text).strip().casefold()
