"""Windows of a fixed size over the bare characters: the teaching example.

It knows nothing of tables, rows or headings, on purpose: what stands in the late rows of a long
table loses its column names here.
"""

import re
from collections.abc import Iterator

from ragstudio.chunking.base import Cut, Range, Span
from ragstudio.chunking.recursive_splitter import check_sizes
from ragstudio.chunking.spans import describe_cuts
from ragstudio.records import ExtractedDocument

SEARCHED_SHARE = 0.3

_BREAKS = (
    re.compile(r"\n\s*\n"),
    re.compile(r"(?<=[.!?])\s|(?<=[。！？])"),
    re.compile(r"\s"),
)


class WindowsStrategy:
    """Spans of at most `size` characters, each beginning `overlap` before the last one's end.

    A span ends after the last paragraph, else sentence, else space in its last 30 %, else in the
    middle of a word. Raises `ValueError` unless 0 <= overlap < size.
    """

    name = "windows"

    def __init__(self, size: int, overlap: int) -> None:
        check_sizes(size, overlap)
        self._size = size
        self._overlap = overlap

    def split(self, document: ExtractedDocument) -> Iterator[Span]:
        """The spans of a document, in order."""
        return describe_cuts(document, (Cut(*each) for each in self._slide(document.text)))

    def _slide(self, text: str) -> Iterator[Range]:
        start = 0
        while start < len(text):
            end = min(start + self._size, len(text))
            if end < len(text):
                # The next window must end later than this one, however large the overlap.
                kept = max(self._size - int(self._size * SEARCHED_SHARE), self._overlap + 1)
                end = _find_break(text, start + kept, end)
            yield start, end
            if end == len(text):
                return
            start = end - self._overlap


def _find_break(text: str, earliest: int, latest: int) -> int:
    """The end of the last paragraph, sentence or word in a stretch; its end if there is none."""
    for pattern in _BREAKS:
        ends = [found.end() for found in pattern.finditer(text, earliest, latest)]
        if ends and ends[-1] > earliest:
            return ends[-1]
    return latest
