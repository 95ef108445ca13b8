"""Documents for chunking tests, and the promises every strategy keeps."""

from collections.abc import Sequence

from ragstudio.chunking.base import ChunkingStrategy, Span, blocks_of, rebuild_text
from ragstudio.records import Block, BlockType, ExtractedDocument


def document_of(*pieces: tuple[BlockType, str], separator: str = "\n\n") -> ExtractedDocument:
    blocks = []
    position = 0
    for block_type, text in pieces:
        blocks.append(Block(type=block_type, char_start=position, char_end=position + len(text)))
        position += len(text) + len(separator)
    return ExtractedDocument(text=separator.join(text for _, text in pieces), blocks=blocks)


def text_document(text: str) -> ExtractedDocument:
    return document_of((BlockType.TEXT, text))


def contents(document: ExtractedDocument, spans: Sequence[Span]) -> list[str]:
    return [document.text[span.char_start : span.char_end] for span in spans]


def split_and_check(
    strategy: ChunkingStrategy, document: ExtractedDocument, size: int
) -> list[Span]:
    """The spans of a document, after every promise of `ChunkingStrategy` was asserted."""
    spans = list(strategy.split(document))
    assert spans == list(strategy.split(document))
    if not document.text.strip():
        assert spans == []
        return spans
    previous_start, previous_end = -1, 0
    for span, content in zip(spans, contents(document, spans), strict=True):
        assert previous_start < span.char_start <= previous_end < span.char_end
        assert span.fresh_start == previous_end
        assert 0 < len(content.strip()) <= size
        previous_start, previous_end = span.char_start, span.char_end
    assert spans[0].char_start == 0
    assert previous_end == len(document.text)
    pairs = zip((span.char_start for span in spans), contents(document, spans), strict=True)
    assert rebuild_text(pairs) == document.text
    assert [block for span in spans for block in blocks_of(document, span)] == document.blocks
    return spans
