"""Turning a ranked passage into a result."""

from ragstudio.records import SourceMetadata
from ragstudio.retrieval.corpus import Passage
from ragstudio.retrieval.highlights import find_highlights
from ragstudio.retrieval.ranking import RankedPassage
from ragstudio.retrieval.response import Hit


def build_hit(query: str, ranked: RankedPassage, passage: Passage, source: SourceMetadata) -> Hit:
    """The passage with its place, scores, ranks, source and the question's words in it."""
    chunk = passage.chunk
    return Hit(
        id=chunk.id,
        document_id=chunk.document_id,
        filename=chunk.filename,
        group=chunk.group,
        chunk_index=chunk.chunk_index,
        content=chunk.content,
        page=chunk.page,
        section=chunk.section,
        section_number=chunk.section_number,
        block_type=chunk.block_type,
        char_start=chunk.char_start,
        char_end=chunk.char_end,
        highlights=find_highlights(query, chunk.content),
        scores=ranked.scores,
        ranks=ranked.ranks,
        source=source,
    )
