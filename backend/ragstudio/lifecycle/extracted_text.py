"""The extracted text of a document, put together again from its chunks."""

from pydantic import BaseModel

from ragstudio.chunking.base import rebuild_text
from ragstudio.inference.base import Embedder
from ragstudio.records import Block, BlockType
from ragstudio.storage.chunks import TextPiece
from ragstudio.storage.client import Database


class ChunkSpan(BaseModel):
    """Where one chunk lies in the text; offsets in characters, end exclusive.

    `context_length` characters stand in front of that in its content. Of its `token_count`
    tokens, `truncated_tokens` lie beyond the model's window, which ends at `window_end` of the
    text; null where the window holds all of the chunk.
    """

    id: str
    chunk_index: int
    char_start: int
    char_end: int
    context_length: int
    block_type: BlockType
    token_count: int
    truncated_tokens: int
    window_end: int | None


class ExtractedText(BaseModel):
    """A document's text with the offsets of its blocks and chunks.

    `gaps` lists the [start, end) of characters no chunk holds any more, because chunks were
    removed by hand; blanks stand in their place, so that all offsets stay true.
    """

    document_id: str
    text: str
    characters: int
    blocks: list[Block]
    chunks: list[ChunkSpan]
    gaps: list[tuple[int, int]]


def read_extracted_text(
    database: Database, document_id: str, embedder: Embedder | None = None
) -> ExtractedText:
    """The text of a document. Raises `DocumentNotFound`.

    Without an `embedder` it is not told where its window ends.

    Chunks cover the whole text, so nothing but chunks need be stored. A document that is not
    ready yet gives the text of the chunks stored so far.
    """
    document = database.documents.get(document_id)
    pieces = list(database.chunks.iterate_text(document.id))
    spans = [(piece.char_start, piece.slice) for piece in pieces]
    gaps = _find_gaps(spans)
    fillers = [(start, " " * (end - start)) for start, end in gaps]
    window_ends = _find_window_ends(pieces, embedder) if embedder else {}
    text = rebuild_text(sorted([*spans, *fillers], key=lambda span: span[0]))
    return ExtractedText(
        document_id=document.id,
        text=text,
        characters=len(text),
        blocks=[block for piece in pieces for block in piece.blocks],
        chunks=[
            ChunkSpan(
                id=piece.chunk_id,
                chunk_index=piece.chunk_index,
                char_start=piece.char_start,
                char_end=piece.char_end,
                context_length=piece.context_length,
                block_type=BlockType(piece.block_type),
                token_count=piece.token_count,
                truncated_tokens=piece.truncated_tokens,
                window_end=window_ends.get(piece.chunk_id),
            )
            for piece in pieces
        ],
        gaps=gaps,
    )


def _find_window_ends(pieces: list[TextPiece], embedder: Embedder) -> dict[str, int]:
    """Offsets in the text, by chunk id, of those chunks that the window does not hold whole."""
    cut = [piece for piece in pieces if piece.truncated_tokens > 0]
    lengths = embedder.find_window_ends([piece.content for piece in cut])
    return {
        piece.chunk_id: piece.char_start + max(0, length - piece.context_length)
        for piece, length in zip(cut, lengths, strict=True)
        if length < len(piece.content)
    }


def _find_gaps(spans: list[tuple[int, str]]) -> list[tuple[int, int]]:
    gaps = []
    position = 0
    for start, content in spans:
        if start > position:
            gaps.append((position, start))
        position = max(position, start + len(content))
    return gaps
