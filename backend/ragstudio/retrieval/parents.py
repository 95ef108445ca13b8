"""Small chunks are searched; what is returned is the section they belong to, once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ragstudio.records import Chunk
from ragstudio.retrieval.corpus import Corpus, Passage
from ragstudio.retrieval.ranking import RankedPassage
from ragstudio.retrieval.response import Outcome

_IN_THE_RUNNING = (Outcome.RETURNED, Outcome.BEYOND_LIMIT)


@dataclass(frozen=True, slots=True)
class ParentText:
    """The text a chunk's hit shows in the chunk's place; `context_length` as in `Chunk`."""

    content: str
    context_length: int
    char_start: int
    char_end: int


def merge_siblings(
    ranked: Sequence[RankedPassage], passages: Mapping[str, Passage], limit: int
) -> list[RankedPassage]:
    """The same order with one passage a parent: the best; its siblings are `merged` into it.

    Of what could be returned, the first `limit` that are left are.
    """
    seen: set[tuple[str, int | None, int | None]] = set()
    merged: list[RankedPassage] = []
    returned = 0
    for candidate in ranked:
        if candidate.outcome not in _IN_THE_RUNNING:
            merged.append(candidate)
            continue
        chunk = passages[candidate.chunk_id].chunk
        parent = chunk.document_id, chunk.parent_start, chunk.parent_end
        if _has_parent(chunk) and parent in seen:
            outcome = Outcome.MERGED
        else:
            outcome = Outcome.RETURNED if returned < limit else Outcome.BEYOND_LIMIT
            returned += outcome is Outcome.RETURNED
        seen.add(parent)
        merged.append(replace(candidate, outcome=outcome))
    return merged


def read_parents(corpus: Corpus, chunks: Iterable[Chunk]) -> dict[str, ParentText]:
    """The parents of those chunks that have one, by the chunk's id.

    One whose text is no longer whole, because chunks were removed by hand, is left out.
    """
    parents = {}
    for chunk in chunks:
        start, end = chunk.parent_start, chunk.parent_end
        if start is None or end is None:
            continue
        text = corpus.read_text(chunk.document_id, start, end)
        if text is None:
            continue
        # A table's header stands in front of its rows, unless the parent shows it itself.
        context = chunk.content[: chunk.context_length]
        context = "" if context.strip() in text else context
        parents[chunk.id] = ParentText(context + text, len(context), start, end)
    return parents


def _has_parent(chunk: Chunk) -> bool:
    return chunk.parent_start is not None and chunk.parent_end is not None
