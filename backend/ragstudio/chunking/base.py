"""What a chunking strategy is, and what all of them share."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from ragstudio.records import Block, BlockType, ExtractedDocument

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Span:
    """One chunk as a slice of the text, `[char_start, char_end)` in characters.

    Text before `fresh_start` also belongs to the span before (overlap); `fresh_start` is that
    span's end. Page, section and block type are those of `describe_range`.
    """

    char_start: int
    char_end: int
    fresh_start: int
    block_type: BlockType
    page: int | None = None
    section: str | None = None
    section_number: str | None = None


class ChunkingStrategy(Protocol):
    """Cuts a document into spans.

    Starts and ends ascend strictly, the first span starts at 0, each next one at or before the
    end of the last, and the final one ends with the text; a text of white space alone has none.
    No span is white space alone, and none is longer than the configured size once the white
    space at its ends is left aside. The same document always gives the same spans.
    """

    name: str

    def split(self, document: ExtractedDocument) -> Iterator[Span]:
        """The spans of a document, in order, made as they are asked for."""


def absorb_white_space(ranges: Iterable[Range], text: str) -> Iterator[Range]:
    """Ranges that each add visible text: one that adds none joins the range before it.

    At the beginning, where there is none, white space joins the range after it.
    """
    held: Range | None = None
    for start, end in ranges:
        if held is None:
            held = start, end
        elif not text[held[0] : held[1]].strip():
            held = held[0], end
        elif not text[max(start, held[1]) : end].strip():
            held = held[0], max(held[1], end)
        else:
            yield held
            held = start, end
    if held is not None and text[held[0] : held[1]].strip():
        yield held


def describe_ranges(document: ExtractedDocument, ranges: Iterable[Range]) -> Iterator[Span]:
    """The ranges as spans, with what the blocks below them say."""
    previous_end = 0
    for start, end in ranges:
        yield describe_range(document, start, end, previous_end)
        previous_end = end


def describe_range(document: ExtractedDocument, start: int, end: int, fresh_start: int) -> Span:
    """A range as a span: section and block type hold most of its characters.

    A heading counts towards the section it opens, and as text. The page is that of the first
    character in a block.
    """
    sections: Counter[tuple[str | None, str | None]] = Counter()
    types: Counter[BlockType] = Counter()
    page: int | None = None
    for block in overlapping_blocks(document, start, end):
        shared = min(end, block.char_end) - max(start, block.char_start)
        page = block.page if not types else page
        sections[block.section, block.section_number] += shared
        types[BlockType.TEXT if block.type is BlockType.HEADING else block.type] += shared
    section, number = max(sections, key=sections.__getitem__, default=(None, None))
    return Span(
        char_start=start,
        char_end=end,
        fresh_start=fresh_start,
        block_type=max(types, key=types.__getitem__, default=BlockType.TEXT),
        page=page,
        section=section,
        section_number=number,
    )


def overlapping_blocks(document: ExtractedDocument, start: int, end: int) -> Iterator[Block]:
    """The blocks that share at least one character with a range, in order."""
    blocks = document.blocks
    index = bisect_left(blocks, start + 1, key=lambda block: block.char_end)
    while index < len(blocks) and blocks[index].char_start < end:
        yield blocks[index]
        index += 1


def blocks_of(document: ExtractedDocument, span: Span) -> list[Block]:
    """The blocks that start in a span and not already in the one before.

    Over all spans of a document each block comes exactly once.
    """
    blocks = document.blocks
    first = bisect_left(blocks, span.fresh_start, key=lambda block: block.char_start)
    last = bisect_left(blocks, span.char_end, key=lambda block: block.char_start)
    return blocks[first:last]


def rebuild_text(chunks: Iterable[tuple[int, str]]) -> str:
    """The whole text from `(char_start, content)` of its chunks in order.

    Raises `ValueError` when a chunk is missing between two others.
    """
    parts: list[str] = []
    position = 0
    for start, content in chunks:
        if start > position:
            raise ValueError(f"no chunk holds the characters {position} to {start}")
        parts.append(content[position - start :])
        position = max(position, start + len(content))
    return "".join(parts)
