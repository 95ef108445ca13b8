"""Whole sentences, found by sentencex, packed to the size."""

from collections.abc import Iterator

from sentencex import get_sentence_boundaries

from ragstudio.chunking.base import Range, Span, TokenCounter
from ragstudio.chunking.recursive_splitter import RecursiveSplitter, check_sizes
from ragstudio.chunking.spans import describe_cuts
from ragstudio.chunking.tables import TableRule
from ragstudio.records import ExtractedDocument

# Its rules hold for most scripts; what is English about them are the abbreviations.
LANGUAGE = "en"


class SentencesStrategy:
    """Spans of whole sentences, at most `size` characters; tables stay whole.

    They overlap by as many whole sentences as fit into `overlap`. A sentence longer than the
    size is split within. Raises `ValueError` unless 0 <= overlap < size.
    """

    name = "sentences"

    def __init__(self, size: int, overlap: int, tokens: TokenCounter) -> None:
        check_sizes(size, overlap)
        self._size = size
        self._overlap = overlap
        self._tables = TableRule(tokens)

    def split(self, document: ExtractedDocument) -> Iterator[Span]:
        """The spans of a document, in order."""
        whole = 0, len(document.text)
        return describe_cuts(document, self._tables.split_around(document, whole, self._pack))

    def _pack(self, text: str, start: int, end: int) -> Iterator[Range]:
        packed: list[Range] = []
        fresh = False
        for sentence in self._find_sentences(text, start, end):
            if packed and sentence[1] - packed[0][0] > self._size:
                if fresh:
                    yield packed[0][0], packed[-1][1]
                packed, fresh = self._keep(packed, sentence), False
            packed.append(sentence)
            fresh = True
        if packed:
            yield packed[0][0], packed[-1][1]

    def _keep(self, packed: list[Range], following: Range) -> list[Range]:
        """The last sentences, which the next span begins with: not all, and room for one more."""
        kept = packed[1:]
        while kept and (
            kept[-1][1] - kept[0][0] > self._overlap or following[1] - kept[0][0] > self._size
        ):
            kept = kept[1:]
        return kept

    def _find_sentences(self, text: str, start: int, end: int) -> Iterator[Range]:
        """Sentences of at most `size` characters that together cover the stretch."""
        for first, last in _join_white_space(text, _segment(text, start, end)):
            if last - first <= self._size:
                yield first, last
            else:
                yield from RecursiveSplitter(self._size, 0).split(text, first, last)


def _segment(text: str, start: int, end: int) -> Iterator[Range]:
    position = start
    for boundary in get_sentence_boundaries(LANGUAGE, text[start:end]):
        last = start + int(boundary["end_index"])
        if last > position:
            yield position, last
            position = last
    if position < end:
        yield position, end


def _join_white_space(text: str, ranges: Iterator[Range]) -> Iterator[Range]:
    """A break between paragraphs goes with the sentence before it."""
    held: Range | None = None
    for start, end in ranges:
        if held is not None and not text[start:end].strip():
            held = held[0], end
            continue
        if held is not None:
            yield held
        held = start, end
    if held is not None:
        yield held
