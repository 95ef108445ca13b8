"""Documents for chunking tests, and the promises every strategy keeps."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragstudio.chunking.base import ChunkingStrategy, Span, blocks_of, rebuild_text
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.records import Block, BlockType, ExtractedDocument

_TOKEN = re.compile(r"\w{1,6}|[^\w\s]")


@dataclass(frozen=True)
class WordTokens:
    """Counts short pieces of words and signs, so that small texts meet a small window."""

    window_tokens: int = 254
    question_prefix: str = ""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(_TOKEN.findall(text)) for text in texts]


LEAVE_TEXT = "Leave\n\nTwenty-five days.\n\nCarry-over\n\nFive days until March."
LEAVE_DOCUMENT = ExtractedDocument(
    text=LEAVE_TEXT,
    blocks=[
        Block(type=BlockType.HEADING, char_start=0, char_end=5, page=1, section="Leave",
              section_number="1", level=1),
        Block(type=BlockType.TEXT, char_start=7, char_end=24, page=1, section="Leave",
              section_number="1"),
        Block(type=BlockType.HEADING, char_start=26, char_end=36, page=2,
              section="Leave > Carry-over", section_number="1.1", level=2),
        Block(type=BlockType.TABLE, char_start=38, char_end=60, page=2,
              section="Leave > Carry-over", section_number="1.1"),
    ],
)  # fmt: skip

TOKENS = WordTokens()


def document_of(*pieces: tuple[BlockType, str], separator: str = "\n\n") -> ExtractedDocument:
    blocks = []
    position = 0
    for block_type, text in pieces:
        blocks.append(Block(type=block_type, char_start=position, char_end=position + len(text)))
        position += len(text) + len(separator)
    return ExtractedDocument(text=separator.join(text for _, text in pieces), blocks=blocks)


def text_document(text: str) -> ExtractedDocument:
    return document_of((BlockType.TEXT, text))


def built_document(pieces: Sequence[tuple[BlockType, str, int]]) -> ExtractedDocument:
    """A document as parsers build it, with sections; the number is the level of a heading."""
    builder = DocumentBuilder()
    for block_type, text, level in pieces:
        if block_type is BlockType.HEADING:
            builder.add_heading(text, level)
        else:
            builder.add(block_type, text)
    return builder.build()


def markdown_table(rows: int, cell: str = "value") -> str:
    lines = ["| Country | Leave days |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| Country {n} | {cell} {n} |" for n in range(rows))])


def contents(document: ExtractedDocument, spans: Sequence[Span]) -> list[str]:
    return [span.read(document.text) for span in spans]


def slices(document: ExtractedDocument, spans: Sequence[Span]) -> list[str]:
    return [document.text[span.char_start : span.char_end] for span in spans]


def split_and_check(
    strategy: ChunkingStrategy,
    document: ExtractedDocument,
    size: int,
    *,
    overlap: int | None = None,
    window: int | None = None,
) -> list[Span]:
    """The spans of a document, after every promise of `ChunkingStrategy` was asserted.

    With `window`, tables may be longer than the size, as long as they fit that many tokens.
    """
    spans = list(strategy.split(document))
    assert spans == list(strategy.split(document))
    if not document.text.strip():
        assert spans == []
        return spans
    previous_start, previous_end = -1, 0
    tables = [block for block in document.blocks if block.type is BlockType.TABLE]
    for span, content in zip(spans, slices(document, spans), strict=True):
        assert previous_start < span.char_start <= previous_end < span.char_end
        assert span.fresh_start == previous_end
        assert content.strip()
        if len(content.strip()) > size:
            assert window is not None
            assert WordTokens().count_tokens([span.read(document.text)])[0] <= window
            assert any(
                span.char_start < table.char_end and table.char_start < span.char_end
                for table in tables
            )
        if span.parent is not None:
            assert span.parent[0] <= span.char_start < span.char_end <= span.parent[1]
        previous_start, previous_end = span.char_start, span.char_end
    assert spans[0].char_start == 0
    assert previous_end == len(document.text)
    if overlap is not None:
        assert all(
            len(document.text[after.char_start : before.char_end].strip()) <= overlap
            for before, after in pairwise(spans)
        )
    pairs = zip((span.char_start for span in spans), slices(document, spans), strict=True)
    assert rebuild_text(pairs) == document.text
    assert [block for span in spans for block in blocks_of(document, span)] == document.blocks
    return spans


def assert_tables_stay_whole(
    document: ExtractedDocument, spans: Sequence[Span], window: int
) -> None:
    """Every table that fits the window stands whole in one span."""
    for table in document.blocks:
        text = document.text[table.char_start : table.char_end]
        if table.type is BlockType.TABLE and WordTokens().count_tokens([text])[0] <= window:
            assert any(
                span.char_start <= table.char_start and table.char_end <= span.char_end
                for span in spans
            )
