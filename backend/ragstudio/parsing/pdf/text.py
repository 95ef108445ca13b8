"""The text of a PDF page by PDFium, as segments with place, size and weight."""

import ctypes
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pypdfium2 import raw

from ragstudio.parsing.page_layout import RIGHT_TO_LEFT, Segment, group_rows
from ragstudio.parsing.pdf.frame import Box, Frame, make_frame
from ragstudio.parsing.pdf.visibility import find_hidden_text
from ragstudio.parsing.unread import reads_hidden

WIDE_GAP = 1.2
BOLD_WEIGHT = 600
QUARTER = math.pi / 2

UNKNOWN = "\ufffd"

_MARK = re.compile("\ufffe")
_LINE = re.compile(r"[^\r\n]+")
_WORD = re.compile(r"[^\s\0]+")
_SENTENCE_ENDS = frozenset(".,:;!?…")
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.I)


class PageText:
    """The characters of one page; close it when done.

    `frame` shows most of its text upright, also where a page lies on its side unmarked. What
    cannot be seen is left out of `text` and counted in `hidden_passages`, unless hidden content
    is read; U+FFFD stands for each glyph whose meaning the font does not say.
    """

    def __init__(self, page: Any) -> None:
        # PDFium needs the page for as long as its text is read.
        self._owner = page
        self._page = raw.FPDFText_LoadPage(page.raw)
        self._rectangle = raw.FS_RECTF()
        self._matrix = raw.FS_MATRIX()
        count = max(0, raw.FPDFText_CountChars(self._page))
        buffer = (ctypes.c_ushort * (count + 1))()
        written = raw.FPDFText_GetText(self._page, 0, count, buffer) - 1 if count else 0
        self.text = bytes(buffer)[: 2 * max(0, written)].decode("utf-16-le", "replace")
        self._is_whole = True
        self._places: list[int] = []
        if written != count or len(self.text) != written:
            self._restore_dropped(buffer, count)
        self.hidden_passages = 0
        hidden = set() if reads_hidden() else find_hidden_text(page, self._page, count)
        if hidden:
            self._is_whole = False
            self.text = self._blank(hidden)
        self.text = _MARK.sub(self._name_unknown, self.text)
        self.frame = make_frame(page)
        self._lines = [(match.start(), match.end()) for match in _LINE.finditer(self.text)]
        self._directions = [self._direction(start, end) for start, end in self._lines]
        usual = max(set(self._directions), key=self._directions.count, default=0)
        if usual:
            self.frame = self.frame.turn(usual)
            self._directions = [(direction - usual) % 4 for direction in self._directions]

    def close(self) -> None:
        """Give back what PDFium holds."""
        raw.FPDFText_ClosePage(self._page)

    def _restore_dropped(self, buffer: Sequence[int], count: int) -> None:
        """Put U+FFFD where PDFium drops a glyph because the font maps it to a control character.

        `_places` then holds PDFium's index of each character of the text.
        """
        characters: list[str] = []
        for index in range(count):
            unit = raw.FPDFText_GetTextIndexFromCharIndex(self._page, index)
            if unit >= 0:
                character = chr(buffer[unit])
            elif self._has_width(index):
                character = UNKNOWN
                self._is_whole = False
            else:
                continue
            if characters and _is_pair(characters[-1], character):
                character = (
                    (characters.pop() + character)
                    .encode("utf-16", "surrogatepass")
                    .decode("utf-16")
                )
            else:
                self._places.append(index)
            characters.append(character)
        self.text = "".join(
            UNKNOWN if "\ud800" <= each <= "\udfff" else each for each in characters
        )

    def _has_width(self, index: int) -> bool:
        raw.FPDFText_GetLooseCharBox(self._page, index, self._rectangle)
        return bool(self._rectangle.right > self._rectangle.left)

    def _blank(self, hidden: set[int]) -> str:
        """The text with white space in place of characters that cannot be seen."""
        kept: list[str] = []
        for line in self.text.splitlines(keepends=True):
            offset = sum(map(len, kept))
            blanked = "".join(
                " " if not character.isspace() and self._index(offset + place) in hidden
                else character
                for place, character in enumerate(line)
            )  # fmt: skip
            self.hidden_passages += blanked != line
            kept.append(blanked)
        return "".join(kept)

    def _name_unknown(self, mark: re.Match[str]) -> str:
        """PDFium's mark of a divided word; U+FFFD where it stands for an unknown glyph."""
        known = raw.FPDFText_GetUnicode(self._page, self._index(mark.start()))
        return mark.group() if known else UNKNOWN

    def read_segments(self, without: Sequence[Box] = ()) -> list[Segment]:
        """Text in PDFium's order, cut at wide gaps; words in the boxes `without` left out.

        Text that runs in another direction than most of the page comes last, below the rest.
        """
        segments: list[Segment] = []
        for (start, end), direction in zip(self._lines, self._directions, strict=True):
            if not direction:
                segments += self._cut(start, end, self.frame, without)
        below = max((segment.bottom for segment in segments), default=0.0)
        for (start, end), direction in zip(self._lines, self._directions, strict=True):
            if direction:
                for segment in self._cut(start, end, self.frame.turn(direction), ()):
                    height = segment.height
                    segment.top, segment.bottom = below + 3 * height, below + 4 * height
                    below = segment.bottom
                    segments.append(segment)
        return segments

    def cut_box(self, box: Box, gap: float) -> list[Segment]:
        """Text in a box of the shown page, cut at gaps wider than `gap` times the type's size."""
        segments: list[Segment] = []
        for (start, end), direction in zip(self._lines, self._directions, strict=True):
            if not direction:
                segments += self._cut(start, end, self.frame, (), within=[box], gap=gap)
        return segments

    def read_box(self, box: Box) -> str:
        """The text whose characters lie in a box (left, bottom, right, top) of the page."""
        if not self._is_whole:
            lines = group_rows(self.cut_box(self.frame.place(box), WIDE_GAP))
            return "\n".join(" ".join(segment.text for segment in line) for line in lines)
        length = raw.FPDFText_GetBoundedText(self._page, box[0], box[3], box[2], box[1], None, 0)
        if length <= 0:
            return ""
        buffer = (ctypes.c_ushort * (length + 1))()
        raw.FPDFText_GetBoundedText(self._page, box[0], box[3], box[2], box[1], buffer, length)
        return bytes(buffer)[: 2 * length].decode("utf-16-le", "replace").rstrip("\0")

    def _cut(
        self,
        start: int,
        end: int,
        frame: Frame,
        without: Sequence[Box],
        *,
        within: Sequence[Box] = (),
        gap: float = WIDE_GAP,
    ) -> Iterator[Segment]:
        """The segments of one line."""
        words: list[str] = []
        left = right = size = 0.0
        first = last = 0
        for match in _WORD.finditer(self.text, start, end):
            one, other = match.start(), match.end() - 1
            if self._places:
                one, other = self._index(one), self._index(other)
            if without and _lies_in(self._box(one, other, frame), without):
                continue
            if within and not _lies_in(self._box(one, other, frame), within):
                continue
            from_left, to_right = self._span(one, other, frame)
            if words and max(from_left - right, left - to_right) > gap * size:
                yield self._segment(words, (first, last), (left, right), size, frame)
                words = []
            if words:
                left, right = min(left, from_left), max(right, to_right)
            else:
                left, right, first = from_left, to_right, one
                size = self._size(one)
            words.append(match.group())
            last = other
        if words:
            yield self._segment(words, (first, last), (left, right), size, frame)

    def _segment(
        self,
        words: list[str],
        ends: tuple[int, int],
        across: tuple[float, float],
        size: float,
        frame: Frame,
    ) -> Segment:
        _, top, _, bottom = self._box(*ends, frame)
        if words[0][0] in _SENTENCE_ENDS:
            words = self._move_mark(words, ends[0], across, frame)
        bold = all(self._is_bold(index) for index in ends)
        return Segment(
            " ".join(words), across[0], top, across[1], bottom, size or bottom - top, bold
        )

    def _move_mark(
        self, words: list[str], first: int, across: tuple[float, float], frame: Frame
    ) -> list[str]:
        """A mark that ends a sentence from right to left, which PDFium puts first, put last."""
        mark, rest = words[0][0], [words[0][1:], *words[1:]]
        left = self._span(first, first, frame)[0]
        if left > across[0] + 1 or not RIGHT_TO_LEFT.match("".join(rest)[:1]):
            return words
        rest[-1] += mark
        return [word for word in rest if word]

    def _index(self, offset: int) -> int:
        return self._places[offset] if self._places else offset

    def _span(self, first: int, last: int, frame: Frame) -> tuple[float, float]:
        """From where to where the characters from `first` to `last` reach across."""
        if frame.turns:
            box = self._box(first, last, frame)
            return box[0], box[2]
        # Called for every word of a book: what `_box` does, without what is not needed here.
        rectangle, page = self._rectangle, self._page
        raw.FPDFText_GetLooseCharBox(page, first, rectangle)
        left, right = rectangle.left, rectangle.right
        if last != first:
            raw.FPDFText_GetLooseCharBox(page, last, rectangle)
            left, right = min(left, rectangle.left), max(right, rectangle.right)
        return left - frame.left, right - frame.left

    def _box(self, first: int, last: int, frame: Frame) -> Box:
        one, other = self._place(first, frame), self._place(last, frame)
        return (
            min(one[0], other[0]),
            min(one[1], other[1]),
            max(one[2], other[2]),
            max(one[3], other[3]),
        )

    def _place(self, index: int, frame: Frame) -> Box:
        rectangle = self._rectangle
        raw.FPDFText_GetLooseCharBox(self._page, index, rectangle)
        return frame.place((rectangle.left, rectangle.bottom, rectangle.right, rectangle.top))

    def _size(self, index: int) -> float:
        """The font's size as shown, what the text matrix makes of it; 0 if unknown."""
        matrix = self._matrix
        if not raw.FPDFText_GetMatrix(self._page, index, matrix):
            return 0.0
        scale = math.hypot(matrix.c, matrix.d)
        return float(raw.FPDFText_GetFontSize(self._page, index)) * scale

    def _direction(self, start: int, end: int) -> int:
        """Quarter turns clockwise that bring a line of the shown page upright."""
        word = _WORD.search(self.text, start, end)
        if word is None or not raw.FPDFText_GetMatrix(
            self._page, self._index(word.start()), self._matrix
        ):
            return 0
        angle = math.atan2(self._matrix.b, self._matrix.a)
        return (round(angle / QUARTER) - self.frame.turns) % 4

    def _is_bold(self, index: int) -> bool:
        if raw.FPDFText_GetFontWeight(self._page, index) >= BOLD_WEIGHT:
            return True
        name = ctypes.create_string_buffer(64)
        raw.FPDFText_GetFontInfo(self._page, index, name, 64, None)
        return bool(_BOLD_NAME.search(name.value))


def _is_pair(first: str, second: str) -> bool:
    return "\ud800" <= first <= "\udbff" and "\udc00" <= second <= "\udfff"


def _lies_in(box: Box, boxes: Sequence[Box]) -> bool:
    across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(
        left <= across <= right and top <= down <= bottom for left, top, right, bottom in boxes
    )
