"""Recursive character splitting, by langchain-text-splitters, with exact offsets.

The library returns strings, and looking these up in the text fails where the text repeats
itself. Its pieces are therefore made strings that know where they stand, and the splitter is
asked for the joined pieces' places instead of their content.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from langchain_text_splitters import RecursiveCharacterTextSplitter

from ragstudio.chunking.base import Range

# Paragraphs, lines (and so the rows of Markdown tables), sentences, words; then characters.
SEPARATORS = (r"\n\n", r"\n", r"(?<=[.!?;]) |(?<=[。！？；])", " ", "")
WINDOW = 200_000
WINDOW_CHUNKS = 20
LEAD_SHARE = 0.2
MIN_SIZE = 2


def check_sizes(size: int, overlap: int) -> None:
    """Raises `ValueError` unless 0 <= overlap < size and the size is at least 2."""
    if size < MIN_SIZE or not 0 <= overlap < size:
        raise ValueError(
            f"chunk overlap ({overlap}) must be at least 0 and smaller than the chunk size "
            f"({size}), which must be at least {MIN_SIZE}"
        )


class RecursiveSplitter:
    """Cuts a stretch of text into ranges of at most `size` characters, overlapping by `overlap`.

    Cuts at the coarsest separator that serves. Works through the text `window` characters at a
    time (at least 20 chunks), so memory stays flat and time linear. Raises `ValueError` unless
    0 <= overlap < size.
    """

    def __init__(self, size: int, overlap: int, window: int = WINDOW) -> None:
        check_sizes(size, overlap)
        self.size = size
        self.overlap = overlap
        self._window = max(window, WINDOW_CHUNKS * size)

    def split(self, text: str, start: int, end: int) -> Iterator[Range]:
        """Ranges in order that cover `text[start:end]`; some may be white space alone."""
        covered = start
        while start < end:
            stop = min(start + self._window, end)
            ranges = _PlaceSplitter(self.size, self.overlap).place(text[start:stop])
            # The last range was cut short by the window: the next window begins with it.
            kept = ranges if stop == end else ranges[:-1]
            for first, last in kept:
                # A window may begin with text that the one before it already gave in full.
                if start + last > covered:
                    covered = start + last
                    yield start + first, covered
            if stop == end:
                return
            start += ranges[-1][0]


class _Piece(str):
    """A piece of the text that knows where it starts."""

    __slots__ = ("start",)
    start: int


class _PlaceSplitter(RecursiveCharacterTextSplitter):  # type: ignore[misc]
    """Gives the places of its chunks instead of their content."""

    def __init__(self, size: int, overlap: int) -> None:
        super().__init__(
            separators=list(SEPARATORS),
            is_separator_regex=True,
            keep_separator="end",
            strip_whitespace=False,
            chunk_size=size,
            chunk_overlap=overlap,
        )
        self._position = 0
        self._ranges: list[Range] = []

    def place(self, text: str) -> list[Range]:
        """The ranges of the chunks of a text that is not empty."""
        self._split_text(text, self._separators)
        return self._ranges

    def _split_text(self, text: str, separators: list[str]) -> list[str]:
        """The library's recursion, but what stands small before a long piece goes with it.

        Otherwise a heading over a long paragraph would be a chunk of its own.
        """
        coarsest = next((i for i, each in enumerate(separators) if re.search(each, text)), None)
        if coarsest is None or not separators[coarsest]:
            self._cut(text)
            return []
        short: list[str] = []
        for piece in _split_after(text, separators[coarsest]):
            if len(piece) < self._chunk_size:
                short.append(piece)
                continue
            lead = ""
            while short and len(short[-1]) + len(lead) <= self._chunk_size * LEAD_SHARE:
                lead = short.pop() + lead
            self._merge_splits(short, "")
            short = []
            self._split_text(lead + piece, separators[coarsest + 1 :])
        self._merge_splits(short, "")
        return []

    def _cut(self, text: str) -> None:
        """Cut text without any separator; the library's own result, without its single letters."""
        step = self._chunk_size - self._chunk_overlap
        for offset in range(0, max(1, len(text) - self._chunk_overlap), step):
            end = min(offset + self._chunk_size, len(text))
            self._ranges.append((self._position + offset, self._position + end))
        self._position += len(text)

    def _merge_splits(self, splits: Sequence[str], separator: str) -> list[str]:
        if splits:
            super()._merge_splits(map(self._locate, splits), separator)
        return []

    def _join_docs(self, docs: list[Any], separator: str) -> None:
        last = docs[-1]
        self._ranges.append((docs[0].start, last.start + len(last)))

    def _locate(self, split: str) -> _Piece:
        piece = _Piece(split)
        piece.start = self._position
        self._position += len(split)
        return piece


def _split_after(text: str, separator: str) -> Iterator[str]:
    """The text in pieces, each with the separator at its end."""
    start = 0
    for match in re.finditer(separator, text):
        if match.end() > start:
            yield text[start : match.end()]
            start = match.end()
    if start < len(text):
        yield text[start:]
