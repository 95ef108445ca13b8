"""Small chunks to search, in sections to return."""

from collections.abc import Iterator
from dataclasses import replace

from ragstudio.chunking.base import Cut, Range, Span, TokenCounter, overlapping_blocks
from ragstudio.chunking.recursive_splitter import RecursiveSplitter
from ragstudio.chunking.sections import find_sections
from ragstudio.chunking.spans import describe_cuts
from ragstudio.chunking.tables import TableRule
from ragstudio.records import BlockType, ExtractedDocument

PARENT_FACTOR = 5


class ParentStrategy:
    """Spans of at most `size` characters, each with the section it belongs to as its parent.

    A parent has at most 5 times the size; a longer section is several parents, cut as the
    recursive strategy cuts. Tables stay whole. Raises `ValueError` unless 0 <= overlap < size.
    """

    name = "parent"

    def __init__(self, size: int, overlap: int, tokens: TokenCounter) -> None:
        self._children = RecursiveSplitter(size, overlap)
        self._parents = RecursiveSplitter(size * PARENT_FACTOR, 0)
        self._tables = TableRule(tokens)

    def split(self, document: ExtractedDocument) -> Iterator[Span]:
        """The spans of a document, in order."""
        return describe_cuts(document, self._cut(document))

    def _cut(self, document: ExtractedDocument) -> Iterator[Cut]:
        for section in find_sections(document):
            for parent in self._tables.split_around(document, section, self._parents.split):
                place = parent.start, parent.end
                if _is_part_of_table(document, place):
                    # Rows of a table beyond the window: small enough to search as they are.
                    yield replace(parent, parent=place)
                    continue
                for child in self._tables.split_around(document, place, self._children.split):
                    yield replace(child, parent=place)


def _is_part_of_table(document: ExtractedDocument, place: Range) -> bool:
    start, end = place
    return any(
        block.type is BlockType.TABLE and (block.char_start < start or block.char_end > end)
        for block in overlapping_blocks(document, start, end)
    )
