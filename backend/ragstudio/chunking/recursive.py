"""The default: at most `size` characters, cut at the coarsest separator that serves."""

from collections.abc import Iterator

from ragstudio.chunking.base import Span, TokenCounter
from ragstudio.chunking.recursive_splitter import RecursiveSplitter
from ragstudio.chunking.spans import describe_cuts
from ragstudio.chunking.tables import TableRule
from ragstudio.records import ExtractedDocument


class RecursiveStrategy:
    """Spans of at most `size` characters that overlap by at most `overlap`; tables stay whole.

    Raises `ValueError` unless 0 <= overlap < size.
    """

    name = "recursive"

    def __init__(self, size: int, overlap: int, tokens: TokenCounter) -> None:
        self._splitter = RecursiveSplitter(size, overlap)
        self._tables = TableRule(tokens)

    def split(self, document: ExtractedDocument) -> Iterator[Span]:
        """The spans of a document, in order."""
        whole = 0, len(document.text)
        return describe_cuts(
            document, self._tables.split_around(document, whole, self._splitter.split)
        )
