"""One record a chunk, for files whose blocks are rows."""

from collections.abc import Iterator

from ragstudio.chunking.base import Range, Span, absorb_white_space, describe_ranges
from ragstudio.chunking.recursive import RecursiveStrategy
from ragstudio.records import BlockType, ExtractedDocument


class RowsStrategy:
    """A span a row block; what is longer than `size`, or no row, is split recursively.

    A heading or title before a row joins its span where both fit into `size`. Records do not
    overlap. Raises `ValueError` unless 0 <= overlap < size.
    """

    name = "rows"

    def __init__(self, size: int, overlap: int) -> None:
        self._recursive = RecursiveStrategy(size, overlap)
        self.size = size
        self.overlap = overlap

    def split(self, document: ExtractedDocument) -> Iterator[Span]:
        """The spans of a document, in order."""
        ranges = self._split_regions(document)
        return describe_ranges(document, absorb_white_space(ranges, document.text))

    def _split_regions(self, document: ExtractedDocument) -> Iterator[Range]:
        for start, end in self._regions(document):
            if len(document.text[start:end].strip()) <= self.size:
                yield start, end
            else:
                yield from self._recursive.split_range(document.text, start, end)

    def _regions(self, document: ExtractedDocument) -> Iterator[Range]:
        """Each row with the white space after it, and what stands between two rows."""
        start = 0
        holds_row = False
        for block in document.blocks:
            is_row = block.type is BlockType.ROW
            joins_title = is_row and not holds_row and block.char_end - start <= self.size
            if (is_row or holds_row) and not joins_title:
                if block.char_start > start:
                    yield start, block.char_start
                start = block.char_start
            holds_row = is_row
        if start < len(document.text):
            yield start, len(document.text)
