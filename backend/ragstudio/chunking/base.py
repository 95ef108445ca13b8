"""What a chunking strategy is, and what all of them share."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ragstudio.records import Block, BlockType, ExtractedDocument

Range = tuple[int, int]
"""A slice of the text, `[start, end)` in characters."""


class TokenCounter(Protocol):
    """The embedder's tokenizer, as far as cutting needs it."""

    window_tokens: int

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special tokens left aside."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A slice of the text, `[start, end)`, with what is put in front of it.

    `parent` is the slice a search returns in its place.
    """

    start: int
    end: int
    context: str = ""
    parent: Range | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """One chunk as a slice of the text, `[char_start, char_end)` in characters.

    Text before `fresh_start` also belongs to the span before (overlap); `fresh_start` is that
    span's end. `context` is put in front of the slice; `parent` is the slice that a search
    returns in its place. Page, section and block type are those of `describe_cut`.
    """

    char_start: int
    char_end: int
    fresh_start: int
    block_type: BlockType
    page: int | None = None
    section: str | None = None
    section_number: str | None = None
    context: str = ""
    parent: Range | None = None

    def read(self, text: str) -> str:
        """The chunk's content: the context, then the slice."""
        return self.context + text[self.char_start : self.char_end]

    def list_fields(self) -> dict[str, Any]:
        """What a chunk made of this span says about where it stands, by field of `Chunk`."""
        parent_start, parent_end = self.parent or (None, None)
        return {
            "char_start": self.char_start,
            "char_end": self.char_end,
            "context_length": len(self.context),
            "parent_start": parent_start,
            "parent_end": parent_end,
            "page": self.page,
            "section": self.section,
            "section_number": self.section_number,
            "block_type": self.block_type,
        }


class ChunkingStrategy(Protocol):
    """Cuts a document into spans.

    Starts and ends ascend strictly, the first span starts at 0, each next one at or before the
    end of the last, and the final one ends with the text; a text of white space alone has none.
    No span is white space alone, and none is longer than the configured size once the white
    space at its ends is left aside, but for a table that is kept whole or cut between rows. The
    same document always gives the same spans.
    """

    name: str

    def split(self, document: ExtractedDocument) -> Iterator[Span]:
        """The spans of a document, in order, made as they are asked for."""


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
    """The whole text from `(char_start, slice)` of its chunks in order, contexts left aside.

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
