"""Tables stay whole where the embedder's window allows; larger ones are cut between rows."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator

from ragstudio.chunking.base import Cut, Range, TokenCounter, overlapping_blocks
from ragstudio.chunking.recursive_splitter import MIN_SIZE, RecursiveSplitter
from ragstudio.records import Block, BlockType, ExtractedDocument

TextSplitter = Callable[[str, int, int], Iterable[Range]]
"""Cuts `text[start:end]` into ranges that cover it, in order."""

LeadFinder = Callable[[int], str]
"""What is put in front of a cut that starts at a place of the text."""

HEADER_LINES = 6
HEADER_SHARE = 0.5
INTRODUCTION_CHARACTERS = 200

_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+\s*:?-*:?\s*\|?\s*")


def no_lead(start: int) -> str:
    """Nothing is put in front."""
    return ""


class TableRule:
    """Cuts text around its tables, with the embedder's own count of tokens."""

    def __init__(self, tokens: TokenCounter) -> None:
        self._tokens = tokens

    @property
    def window(self) -> int:
        """The embedder's window in tokens."""
        return self._tokens.window_tokens

    def fits(self, content: str) -> bool:
        """Whether the embedder's window holds all of a content."""
        return self.count(content) <= self.window

    def count(self, content: str) -> int:
        """Tokens of one content."""
        return self._tokens.count_tokens([content])[0]

    def split_around(
        self,
        document: ExtractedDocument,
        region: Range,
        split: TextSplitter,
        lead: LeadFinder = no_lead,
    ) -> Iterator[Cut]:
        """The cuts of a region: as `split` has them, unless one would cut a table.

        Such a table is a cut of its own, with the heading or the line that introduces it. One
        larger than the window is cut between rows, its header repeated in front of every further
        cut; a single row larger than the window is split within.
        """
        waiting: list[tuple[Range, Block | None]] = [(region, None)]
        while waiting:
            (start, end), table = waiting.pop()
            if table is not None:
                yield from self._cut_table(document.text, table, (start, end), lead)
                continue
            ranges = list(split(document.text, start, end))
            parts = list(self._set_apart(document, (start, end), ranges, lead))
            if parts:
                # The text between may now be split elsewhere, and so within another table.
                waiting.extend(reversed(parts))
            else:
                yield from (Cut(first, last, lead(first)) for first, last in ranges)

    def _set_apart(
        self, document: ExtractedDocument, region: Range, ranges: list[Range], lead: LeadFinder
    ) -> Iterator[tuple[Range, Block | None]]:
        """The parts of a region: the tables that the ranges cut, and the text between them."""
        position, end = region
        tables = list(_find_cut_tables(document, region, ranges))
        for table in tables:
            first = self._introduce(document, table, position, lead)
            if first > position:
                yield (position, first), None
            position = _skip_white_space(document.text, table.char_end, end)
            yield (first, position), table
        if tables and position < end:
            yield (position, end), None

    def _introduce(
        self, document: ExtractedDocument, table: Block, position: int, lead: LeadFinder
    ) -> int:
        """Where a table's cut begins: with a heading or short text right before it, if that fits.

        Otherwise a table's title would be a chunk of its own.
        """
        earliest = max(position, table.char_start - INTRODUCTION_CHARACTERS)
        before = [
            block.char_start
            for block in overlapping_blocks(document, earliest, table.char_start)
            if block.char_start >= earliest and block.type in (BlockType.HEADING, BlockType.TEXT)
        ]
        text, end = document.text, table.char_end
        if not self.fits(text[table.char_start : end]):
            # It stands before the header then, with room left for rows.
            end = _find_header_end(text, table)
        room = self.window if end == table.char_end else self.window * HEADER_SHARE
        for first in before:
            if self.count(lead(first) + text[first:end]) <= room:
                return first
        return table.char_start

    def _cut_table(self, text: str, table: Block, region: Range, lead: LeadFinder) -> Iterator[Cut]:
        start, end = region
        for context in (lead(start), ""):
            if self.fits(context + text[start:end]):
                yield Cut(start, end, context)
                return
        header = text[table.char_start : _find_header_end(text, table)]
        lines = _find_lines(text, start, end)
        sizes = self._tokens.count_tokens([text[first:last] for first, last in lines])
        position = 0
        while position < len(lines):
            first = lines[position][0]
            context = lead(first)
            if first > table.char_start:
                context = self._put_in_front(context, header)
            budget = self.window - (self.count(context) if context else 0)
            stop = position
            while stop < len(lines) and (budget := budget - sizes[stop]) >= 0:
                stop += 1
            # A tokenizer need not count a text as the sum of its lines.
            while stop > position and not self.fits(context + text[first : lines[stop - 1][1]]):
                stop -= 1
            if stop > position:
                yield Cut(first, lines[stop - 1][1], context)
            else:
                stop = position + 1
                yield from self.split_to_fit(text, lines[position], context)
            position = stop

    def split_to_fit(self, text: str, region: Range, context: str) -> Iterator[Cut]:
        """A stretch of text in pieces that fit the window with the context before each."""
        start, end = region
        if self.fits(context + text[start:end]):
            yield Cut(start, end, context)
        elif end - start <= MIN_SIZE:
            yield Cut(start, end)
        else:
            for piece in RecursiveSplitter(self.estimate_size(text, region, context), 0).split(
                text, start, end
            ):
                yield from self.split_to_fit(text, piece, context)

    def estimate_size(self, text: str, region: Range, context: str) -> int:
        """Characters of a region that should fit the window behind a context; fewer than it has."""
        start, end = region
        budget = max(1, self.window - (self.count(context) if context else 0))
        share = budget / max(1, self.count(text[start:end]))
        return max(MIN_SIZE, min(int((end - start) * share * 0.95), end - start - 1))

    def _put_in_front(self, context: str, header: str) -> str:
        """The context and a table's header, or as much of it as leaves room for the rows."""
        room = self.window * HEADER_SHARE
        for candidate in (context + header, header, context):
            if self.count(candidate) <= room:
                return candidate
        return ""


def _find_cut_tables(
    document: ExtractedDocument, region: Range, ranges: list[Range]
) -> Iterator[Block]:
    """The tables of a region that no range holds whole."""
    for block in overlapping_blocks(document, *region):
        inside = region[0] <= block.char_start and block.char_end <= region[1]
        if block.type is not BlockType.TABLE or not inside:
            continue
        # Starts and ends ascend together: of the ranges that reach its end, the first starts first.
        place = bisect_left(ranges, block.char_end, key=lambda found: found[1])
        if place == len(ranges) or ranges[place][0] > block.char_start:
            yield block


def _find_header_end(text: str, table: Block) -> int:
    """Where the header ends: after the line of dashes below it, else after the first line."""
    lines = _find_lines(text, table.char_start, table.char_end)
    for start, end in lines[1:HEADER_LINES]:
        if _RULE.fullmatch(text[start:end]):
            return end
    return lines[0][1]


def _find_lines(text: str, start: int, end: int) -> list[Range]:
    lines = []
    while start < end:
        found = text.find("\n", start, end)
        stop = end if found < 0 else found + 1
        lines.append((start, stop))
        start = stop
    return lines


def _skip_white_space(text: str, position: int, end: int) -> int:
    while position < end and text[position].isspace():
        position += 1
    return position
