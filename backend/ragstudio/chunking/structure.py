"""Sections kept together, their headings in front, never beyond the embedder's window."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from ragstudio.chunking.base import Cut, Range, Span, TokenCounter, overlapping_blocks
from ragstudio.chunking.recursive_splitter import MIN_SIZE, RecursiveSplitter, check_sizes
from ragstudio.chunking.sections import SECTION_JOINER, find_heading_path, find_sections
from ragstudio.chunking.spans import describe_cuts
from ragstudio.chunking.tables import TableRule
from ragstudio.records import BlockType, ExtractedDocument

PATH_SHARE = 1 / 3

_WORD_START = re.compile(r"(?<=\s)\S")


class StructureStrategy:
    """A span a section where it fits, else several that overlap by at most `overlap`.

    In front stands the path of headings that the slice itself does not begin with. Every span
    fits the embedder's window with what stands in front. Raises `ValueError` unless
    0 <= overlap < size.
    """

    name = "structure"

    def __init__(self, size: int, overlap: int, tokens: TokenCounter) -> None:
        check_sizes(size, overlap)
        self._size = size
        self._overlap = overlap
        self._tables = TableRule(tokens)

    def split(self, document: ExtractedDocument) -> Iterator[Span]:
        """The spans of a document, in order."""
        headings = _Headings(document, self._tables)
        cutter = _SectionCutter(self._size, self._overlap, self._tables, document, headings)
        cuts = (cut for section in find_sections(document) for cut in cutter.cut(section))
        return describe_cuts(document, cuts)


@dataclass(frozen=True, slots=True)
class _Headings:
    """What stands in front of a cut: the headings above the place where it starts."""

    document: ExtractedDocument
    tables: TableRule
    _lines: dict[tuple[str, ...], str] = field(default_factory=dict)

    def lead(self, start: int) -> str:
        """The headings as one line; the outermost are left out where there are too many."""
        blocks = self.document.blocks
        place = bisect_right(blocks, start, key=lambda block: block.char_end)
        if place == len(blocks):
            return ""
        path = tuple(find_heading_path(self.document, blocks[place], start))
        if path not in self._lines:
            kept = path
            while kept and self.tables.count(_join(kept)) > self.tables.window * PATH_SHARE:
                kept = kept[1:]
            self._lines[path] = _join(kept)
        return self._lines[path]


@dataclass(frozen=True, slots=True)
class _SectionCutter:
    """Cuts the sections of one document."""

    size: int
    overlap: int
    tables: TableRule
    document: ExtractedDocument
    headings: _Headings

    def cut(self, section: Range) -> Iterator[Cut]:
        start, end = section
        whole = Cut(start, end, self.headings.lead(start))
        if self._measure(whole) <= self.size and self._fits(whole):
            yield whole
            return
        previous: Cut | None = None
        # Room for the overlap is left, so that it makes no span longer than the size.
        for cut in self._divide(section, max(MIN_SIZE, self.size - self.overlap)):
            yield self._reach_back(previous, cut) if previous is not None else cut
            previous = cut

    def _divide(self, region: Range, size: int) -> Iterator[Cut]:
        """Cuts of a region that do not overlap and fit the window."""
        split = RecursiveSplitter(size, 0).split
        for cut in self.tables.split_around(self.document, region, split, self.headings.lead):
            piece = cut.start, cut.end
            if self._fits(cut):
                yield cut
            elif cut.end - cut.start <= MIN_SIZE:
                yield Cut(*piece)
            else:
                smaller = self.tables.estimate_size(self.document.text, piece, cut.context)
                yield from self._divide(piece, max(MIN_SIZE, min(smaller, size - 1)))

    def _reach_back(self, previous: Cut, cut: Cut) -> Cut:
        """The cut begun a little earlier, at a word, where that fits and no table is touched."""
        earliest = max(previous.start + 1, cut.start - self.overlap)
        found = _WORD_START.search(self.document.text, earliest, cut.start)
        if found is None or any(
            block.type is BlockType.TABLE
            for block in overlapping_blocks(self.document, found.start(), cut.start + 1)
        ):
            return cut
        reaching = Cut(found.start(), cut.end, self.headings.lead(found.start()))
        # A size below the overlap and the least piece together leaves no room for both.
        outgrows = self._measure(reaching) > self.size >= self._measure(cut)
        return reaching if self._fits(reaching) and not outgrows else cut

    def _measure(self, cut: Cut) -> int:
        return len(self.document.text[cut.start : cut.end].strip())

    def _fits(self, cut: Cut) -> bool:
        return self.tables.fits(cut.context + self.document.text[cut.start : cut.end])


def _join(path: tuple[str, ...]) -> str:
    return f"{SECTION_JOINER.join(path)}\n\n" if path else ""
