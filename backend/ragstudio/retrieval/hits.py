"""Turning a ranked passage into a result."""

from ragstudio.records import SourceMetadata
from ragstudio.retrieval.corpus import Passage
from ragstudio.retrieval.highlights import find_highlights
from ragstudio.retrieval.parents import ParentText
from ragstudio.retrieval.ranking import RankedPassage
from ragstudio.retrieval.response import Hit, MatchedSpan


def build_hit(
    query: str,
    ranked: RankedPassage,
    passage: Passage,
    source: SourceMetadata,
    parent: ParentText | None = None,
) -> Hit:
    """The passage with its place, scores, ranks, source and the question's words in it.

    With a parent, the passage shown is the parent's, and the chunk's own span is named.
    """
    chunk = passage.chunk
    shown = parent or ParentText(
        chunk.content, chunk.context_length, chunk.char_start, chunk.char_end
    )
    matched = MatchedSpan(char_start=chunk.char_start, char_end=chunk.char_end)
    return Hit(
        id=chunk.id,
        document_id=chunk.document_id,
        filename=chunk.filename,
        group=chunk.group,
        chunk_index=chunk.chunk_index,
        content=shown.content,
        page=chunk.page,
        section=chunk.section,
        section_number=chunk.section_number,
        block_type=chunk.block_type,
        char_start=shown.char_start,
        char_end=shown.char_end,
        context_length=shown.context_length,
        matched=matched if parent else None,
        highlights=find_highlights(query, shown.content),
        scores=ranked.scores,
        ranks=ranked.ranks,
        source=source,
    )
