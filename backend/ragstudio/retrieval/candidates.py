"""Asking both branches, and making sure that what they found still exists."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter

from ragstudio.records import SourceMetadata
from ragstudio.retrieval.corpus import Corpus, Passage
from ragstudio.retrieval.request import lift_filter
from ragstudio.search.base import Candidate, SearchEngine, SearchFilter, Vector

# Each further attempt means that something was deleted between two reads; more than this only
# happens while a whole corpus is being removed.
_MOST_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class BranchQuery:
    """What the branches are asked: the unit vector, and the text unless the mode has no branch.

    `exact` asks an engine that approximates to compare every vector.
    """

    vector: Vector
    text: str | None
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Branches:
    """Candidates of both branches, best first, and the milliseconds each took."""

    vector: Sequence[Candidate]
    text: Sequence[Candidate]
    vector_ms: float
    text_ms: float | None

    def leave_out(self, chunk_ids: Set[str], limit: int | None = None) -> "Branches":
        """The same branches without some chunks, at most `limit` candidates in each."""
        return Branches(
            [found for found in self.vector if found.chunk_id not in chunk_ids][:limit],
            [found for found in self.text if found.chunk_id not in chunk_ids][:limit],
            self.vector_ms,
            self.text_ms,
        )

    @property
    def candidates(self) -> dict[str, Candidate]:
        """Every candidate once, by chunk id."""
        return {candidate.chunk_id: candidate for candidate in (*self.vector, *self.text)}


@dataclass(frozen=True, slots=True)
class LiveCandidates:
    """Candidates whose chunk and document were there when they were read, and what was read."""

    where: SearchFilter
    branches: Branches
    passages: Mapping[str, Passage]
    sources: Mapping[str, SourceMetadata]


NO_BRANCHES = Branches([], [], 0.0, None)


def run_branches(
    engine: SearchEngine, query: BranchQuery, limit: int, where: SearchFilter
) -> Branches:
    """Ask both branches side by side for at most `limit` candidates each."""

    def search_vectors() -> list[Candidate]:
        return engine.search_vectors(query.vector, limit, where, exact=query.exact)

    if query.text is None:
        nearest, vector_ms = _time(search_vectors)
        return Branches(nearest, [], vector_ms, None)
    text = query.text
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="text-branch") as executor:
        pending = executor.submit(_time, lambda: engine.search_text(text, limit, where))
        nearest, vector_ms = _time(search_vectors)
        matching, text_ms = pending.result()
    return Branches(nearest, matching, vector_ms, text_ms)


def find_live_candidates(
    engine: SearchEngine,
    corpus: Corpus,
    query: BranchQuery,
    limit: int,
    compile_where: Callable[[Iterable[str]], SearchFilter],
) -> LiveCandidates:
    """Up to `limit` candidates of each branch, none of them deleted meanwhile.

    The engine leaves out what is not ready, as far as it knows; `compile_where` makes the filter
    from the ids of further documents to leave out. A candidate that vanished between the engine's
    answer and MongoDB's makes room for the next one: the engine is refreshed and asked again, a
    bounded number of times.
    """
    gone_documents: set[str] = set()
    gone_chunks: set[str] = set()
    for _ in range(_MOST_ATTEMPTS):
        where = compile_where(gone_documents)
        asked = run_branches(engine, query, limit + len(gone_chunks), where)
        branches = asked.leave_out(gone_chunks, limit)
        passages, sources = read_candidates(corpus, branches)
        gone = _find_gone(branches, passages, sources)
        if not gone:
            break
        gone_documents |= {found.document_id for found in gone if found.document_id not in sources}
        gone_chunks |= {found.chunk_id for found in gone}
        branches = branches.leave_out(gone_chunks)
        engine.refresh()
    return LiveCandidates(where, branches, passages, sources)


def find_filtered_candidates(
    engine: SearchEngine, corpus: Corpus, query: BranchQuery, limit: int, live: LiveCandidates
) -> LiveCandidates:
    """The candidates that only the filter kept out of the first `limit` of each branch.

    Whatever passes the filter and is among the first without it is among the first with it, so
    the rest was filtered.
    """
    where = lift_filter(live.where)
    branches = run_branches(engine, query, limit, where) if where != live.where else NO_BRANCHES
    filtered = branches.leave_out(live.branches.candidates.keys())
    passages, sources = read_candidates(corpus, filtered)
    gone = {found.chunk_id for found in _find_gone(filtered, passages, sources)}
    return LiveCandidates(where, filtered.leave_out(gone), passages, sources)


def _find_gone(
    branches: Branches, passages: Mapping[str, Passage], sources: Mapping[str, SourceMetadata]
) -> list[Candidate]:
    return [
        found
        for found in branches.candidates.values()
        if found.chunk_id not in passages or found.document_id not in sources
    ]


def read_candidates(
    corpus: Corpus, branches: Branches
) -> tuple[Mapping[str, Passage], Mapping[str, SourceMetadata]]:
    """The chunks of all candidates and the source metadata of their documents."""
    found = branches.candidates
    if not found:
        return {}, {}
    document_ids = sorted({candidate.document_id for candidate in found.values()})
    return corpus.fetch_passages(list(found)), corpus.fetch_sources(document_ids)


def _time(
    search: Callable[[], list[Candidate]],
) -> tuple[list[Candidate], float]:
    started = perf_counter()
    found = search()
    return found, (perf_counter() - started) * 1000
