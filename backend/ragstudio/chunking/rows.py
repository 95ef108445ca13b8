"""Whole records: one a chunk, short ones grouped, what is too long cut with its identity kept."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, groupby, islice

from ragstudio.chunking.base import Cut, Span, TokenCounter
from ragstudio.chunking.recursive_splitter import RecursiveSplitter, check_sizes
from ragstudio.chunking.spans import describe_cuts
from ragstudio.chunking.tables import TableRule
from ragstudio.records import Block, BlockType, ExtractedDocument

# Fewer tokens than this say too little to be found by their meaning.
FEW_TOKENS = 12
SAMPLED_ROWS = 200
IDENTITY_SHARE = 0.2

_COLUMN = re.compile(r"([^:\n]{1,60}): ")


@dataclass(frozen=True, slots=True)
class _Region:
    """A stretch of the text: a row with the white space after it, or what is between rows."""

    start: int
    end: int
    row: Block | None

    @property
    def is_titled(self) -> bool:
        """Whether it begins with something other than a row."""
        return self.row is None or self.row.char_start != self.start


class RowsStrategy:
    """A span a row block; what is longer than `size`, or no row, is split recursively.

    Where the rows of a sheet have fewer than 12 tokens on average, as many whole rows as fit
    into `size` and the embedder's window share a span. A row longer than `size` is cut, and its
    first line and the name of the column stand in front of every further piece. A heading or
    title before a row joins its span where both fit. Records do not overlap. Raises `ValueError`
    unless 0 <= overlap < size.
    """

    name = "rows"

    def __init__(self, size: int, overlap: int, tokens: TokenCounter) -> None:
        check_sizes(size, overlap)
        self._size = size
        self._splitter = RecursiveSplitter(size, overlap)
        self._tokens = tokens
        self._tables = TableRule(tokens)

    def split(self, document: ExtractedDocument) -> Iterator[Span]:
        """The spans of a document, in order."""
        return describe_cuts(document, self._cut(document))

    def _cut(self, document: ExtractedDocument) -> Iterator[Cut]:
        sheets = groupby(
            self._find_regions(document), key=lambda each: each.row.section if each.row else None
        )
        for _, regions in sheets:
            sampled = list(islice(regions, SAMPLED_ROWS))
            if self._are_short(document, sampled):
                yield from self._group(document, chain(sampled, regions))
            else:
                for region in chain(sampled, regions):
                    yield from self._cut_region(document, region)

    def _are_short(self, document: ExtractedDocument, regions: Iterable[_Region]) -> bool:
        rows = [document.text[each.start : each.end] for each in regions if each.row is not None]
        counts = self._tokens.count_tokens(rows)
        return bool(counts) and sum(counts) < FEW_TOKENS * len(counts)

    def _group(self, document: ExtractedDocument, regions: Iterable[_Region]) -> Iterator[Cut]:
        """As many whole rows in a span as fit."""
        start, end, tokens = -1, -1, 0
        for region, count in self._count(document, iter(regions)):
            fits = (
                start >= 0
                and not region.is_titled
                and len(document.text[start : region.end].strip()) <= self._size
                and tokens + count <= self._tokens.window_tokens
            )
            if not fits and start >= 0:
                yield Cut(start, end)
                start, tokens = -1, 0
            if len(document.text[region.start : region.end].strip()) > self._size:
                yield from self._cut_region(document, region)
                continue
            start = region.start if start < 0 else start
            end, tokens = region.end, tokens + count
        if start >= 0:
            yield Cut(start, end)

    def _count(
        self, document: ExtractedDocument, regions: Iterator[_Region]
    ) -> Iterator[tuple[_Region, int]]:
        while batch := list(islice(regions, SAMPLED_ROWS)):
            contents = [document.text[each.start : each.end] for each in batch]
            yield from zip(batch, self._tokens.count_tokens(contents), strict=True)

    def _cut_region(self, document: ExtractedDocument, region: _Region) -> Iterator[Cut]:
        text, place = document.text, (region.start, region.end)
        if len(text[region.start : region.end].strip()) <= self._size:
            yield Cut(*place)
        elif region.row is None:
            yield from self._tables.split_around(document, place, self._splitter.split)
        else:
            identify = _Identity(text, region.row, int(self._size * IDENTITY_SHARE)).write
            for start, end in self._splitter.split(text, *place):
                yield Cut(start, end, identify(start))

    def _find_regions(self, document: ExtractedDocument) -> Iterator[_Region]:
        """Each row with the white space after it, and what stands between two rows."""
        start = 0
        row: Block | None = None
        for block in document.blocks:
            is_row = block.type is BlockType.ROW
            joins_title = is_row and row is None and block.char_end - start <= self._size
            if (is_row or row is not None) and not joins_title:
                if block.char_start > start:
                    yield _Region(start, block.char_start, row)
                start = block.char_start
            row = block if is_row else None
        if start < len(document.text):
            yield _Region(start, len(document.text), row)


class _Identity:
    """What stands in front of the further pieces of a row: its first line, and the column's name.

    A first line of more than `most` characters does not identify and is left out.
    """

    def __init__(self, text: str, row: Block, most: int) -> None:
        self._start = row.char_start
        line_end = text.find("\n", row.char_start, row.char_end)
        first_line = text[row.char_start : line_end + 1] if line_end >= 0 else ""
        self._first_line = first_line if len(first_line) <= most else ""
        self._after = row.char_start + len(first_line)
        self._columns: list[tuple[int, str]] = []
        position = row.char_start
        while position < row.char_end:
            if named := _COLUMN.match(text, position, row.char_end):
                self._columns.append((position, f"{named[1]}: "))
            found = text.find("\n", position, row.char_end)
            position = row.char_end if found < 0 else found + 1

    def write(self, start: int) -> str:
        """The line for a piece that starts at a place of the text; empty for the first piece."""
        if start <= self._start:
            return ""
        identity = self._first_line if start >= self._after else ""
        place = bisect_right(self._columns, start, key=lambda column: column[0]) - 1
        if place < 0 or self._columns[place][0] == start:
            return identity
        return identity + self._columns[place][1]
