"""The question's path, from the words to the decision."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from time import perf_counter
from typing import Self

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.inference.thresholds import threshold_for
from ragstudio.retrieval.aggregate import AggregateAnswers
from ragstudio.retrieval.answer import Circumstances, Findings, build_response
from ragstudio.retrieval.candidates import (
    NO_BRANCHES,
    BranchQuery,
    LiveCandidates,
    find_filtered_candidates,
    find_live_candidates,
)
from ragstudio.retrieval.clarify.consultation import (
    NO_GATE,
    Consultation,
    consult_gates,
    gather_evidence,
)
from ragstudio.retrieval.clarify.factory import build_gates
from ragstudio.retrieval.clarify.gates import ClarifyGate
from ragstudio.retrieval.corpus import Corpus, StoredCorpus
from ragstudio.retrieval.decision import (
    Threshold,
    choose_threshold,
    has_words,
    warn_about_cut_passages,
    warn_about_question_length,
    warn_about_request,
    warn_about_reranking,
    warn_about_unread,
)
from ragstudio.retrieval.evidence import EvidenceModel, model_for
from ragstudio.retrieval.hybrid import HybridRanker, HybridRanking
from ragstudio.retrieval.parents import ParentText, merge_siblings, read_parents
from ragstudio.retrieval.ranking import RankedPassage, rank_by_similarity
from ragstudio.retrieval.request import SearchMode, SearchRequest, compile_filter
from ragstudio.retrieval.response import CompareResponse, Outcome, RerankerIdentity, SearchResponse
from ragstudio.retrieval.space import refuse_another_space
from ragstudio.search.base import SearchEngine, SearchFilter, Vector
from ragstudio.settings import Settings
from ragstudio.storage.client import Database

ThresholdLookup = Callable[[str], float | None]
Completion = Callable[[SearchRequest, SearchResponse], SearchResponse]


@dataclass(frozen=True, slots=True)
class _EmbeddedQuestion:
    """The question as a unit vector, and the milliseconds it took to get there."""

    vector: Vector
    warnings: list[str]
    prepare_ms: float
    embed_ms: float


class Retriever:
    """Answers questions over one corpus. Holds no state of its own; calls may run side by side.

    `threshold_for` gives the abstention threshold calibrated for a reranker's name, None if there
    is none, `applied_threshold_for` the one applied in this studio; `today` is the clock that
    says which sources are in force. `complete` adds to an answer what no passage can say.
    `gates` decide, the first that is configured, whether to ask back. Where no threshold applies,
    `evidence_model` decides whether to abstain.
    """

    def __init__(
        self,
        *,
        corpus: Corpus,
        engine: SearchEngine,
        embedder: Embedder,
        reranker: Reranker | None,
        settings: Settings,
        threshold_for: ThresholdLookup,
        today: Callable[[], date] = date.today,
        applied_threshold_for: ThresholdLookup = lambda reranker: None,
        complete: Completion = lambda request, response: response,
        gates: Sequence[ClarifyGate] = (),
        evidence_model: EvidenceModel | None = None,
    ) -> None:
        self._corpus = corpus
        self._engine = engine
        self._embedder = embedder
        self._reranker = reranker
        self._settings = settings
        self._threshold_for = threshold_for
        self._applied_threshold_for = applied_threshold_for
        self._complete = complete
        self._gates = gates
        self._today = today
        self._hybrid = HybridRanker(embedder, reranker, settings.rrf_k, evidence_model)

    @classmethod
    def over(
        cls,
        database: Database,
        engine: SearchEngine,
        embedder: Embedder,
        reranker: Reranker | None,
        settings: Settings,
    ) -> Self:
        """The retriever over the studio's database, with the thresholds calibrated so far."""
        return cls(
            corpus=StoredCorpus(database.documents, database.chunks, database.meta),
            engine=engine,
            embedder=embedder,
            reranker=reranker,
            settings=settings,
            threshold_for=find_shipped_threshold,
            applied_threshold_for=database.meta.applied_threshold,
            complete=AggregateAnswers(database.row_records).complete,
            gates=build_gates(database, embedder, reranker, settings),
            evidence_model=model_for(reranker.info.name) if reranker else None,
        )

    def search(self, request: SearchRequest) -> SearchResponse:
        """Answer one question.

        What MongoDB acknowledged before this call is seen by it. Raises `IndexNotReady` while the
        engine is not up to date and `EmbeddingSpaceMismatch` if the corpus was embedded by
        another model.
        """
        response = self._answer(request, self._embed(request.query))
        self._check_embedding_space()
        return self._complete(request, response)

    def compare(self, request: SearchRequest) -> CompareResponse:
        """Answer one question in both modes, embedded once; the request's own mode is ignored.

        Raises what `search` raises.
        """
        question = self._embed(request.query)
        hybrid = _in_mode(request, SearchMode.HYBRID)
        response = CompareResponse(
            vector=self._answer(_in_mode(request, SearchMode.VECTOR), question),
            hybrid=self._complete(hybrid, self._answer(hybrid, question)),
        )
        self._check_embedding_space()
        return response

    def _embed(self, query: str) -> _EmbeddedQuestion:
        started = perf_counter()
        self._engine.refresh()
        self._check_embedding_space()
        prepared = perf_counter()
        vector = self._embedder.embed([f"{self._embedder.question_prefix}{query}"])[0]
        tokens = self._embedder.count_tokens([query])[0]
        return _EmbeddedQuestion(
            vector,
            warn_about_question_length(tokens, self._embedder.window_tokens),
            (prepared - started) * 1000,
            (perf_counter() - prepared) * 1000,
        )

    def _check_embedding_space(self) -> None:
        """Before and after: a switch that began in between leaves an answer with holes."""
        refuse_another_space(self._corpus.embedding_space(), self._embedder.space)

    def _answer(self, request: SearchRequest, question: _EmbeddedQuestion) -> SearchResponse:
        started = perf_counter()
        is_hybrid = request.mode is SearchMode.HYBRID
        pool = max(request.candidates or self._settings.candidates, request.limit)
        query = BranchQuery(
            question.vector, request.query if is_hybrid else None, exact=request.exact
        )
        today = self._today()

        def compile_where(excluded: Iterable[str]) -> SearchFilter:
            return compile_filter(request, today, excluded)

        if is_hybrid and not has_words(request.query):
            live = LiveCandidates(compile_where(()), NO_BRANCHES, {}, {})
        else:
            live = find_live_candidates(self._engine, self._corpus, query, pool, compile_where)
        reranker = self._identify_reranker() if is_hybrid else None
        named = request.filters.document_ids
        unready = self._corpus.unready_among(named) if named else ()
        warnings = question.warnings + warn_about_request(request, live.where, unready)
        hybrid = None
        if is_hybrid:
            minimum = self._choose_threshold(request)
            hybrid = self._hybrid.rank(query, live, pool, request.limit, minimum)
            warnings += warn_about_reranking(
                reranker, minimum, has_model=self._hybrid.evidence_model is not None
            )
            warnings += warn_about_cut_passages(hybrid.cut, hybrid.reranked)
        ranked = (
            hybrid.ranked if hybrid else rank_by_similarity(live.branches.vector, request.limit)
        )
        ranked = merge_siblings(ranked, live.passages, request.limit)
        warnings += self._warn_about_gaps(ranked, live)
        asked = self._consult(request, live, ranked, hybrid)
        filtered = (
            find_filtered_candidates(self._engine, self._corpus, query, pool, live)
            if request.explain
            else None
        )
        spent_ms = question.prepare_ms + question.embed_ms + (perf_counter() - started) * 1000
        return build_response(
            request,
            Findings(live, ranked, hybrid, filtered, self._read_parents(ranked, live), asked),
            self._engine,
            Circumstances(reranker, warnings, question.embed_ms, spent_ms),
        )

    def _warn_about_gaps(self, ranked: Sequence[RankedPassage], live: LiveCandidates) -> list[str]:
        if not ranked:
            return []
        best = live.passages[ranked[0].chunk_id].chunk
        return warn_about_unread(best, self._corpus.fetch_unread(best.document_id))

    def _consult(
        self,
        request: SearchRequest,
        live: LiveCandidates,
        ranked: Sequence[RankedPassage],
        hybrid: HybridRanking | None,
    ) -> Consultation:
        if hybrid is None or not hybrid.reranked:
            return NO_GATE
        evidence = gather_evidence(
            request.query,
            ranked,
            live,
            self._least_score_of_an_option(hybrid.minimum),
            self._settings.ambiguity_max_passages,
        )
        return consult_gates(self._gates, evidence)

    def _least_score_of_an_option(self, minimum: Threshold) -> float | None:
        """A reading that is offered must reach the reranker's own threshold where none is set."""
        if minimum.value is not None or self._reranker is None:
            return minimum.value
        shipped = threshold_for(self._reranker.info.name)
        return shipped.threshold if shipped else None

    def _read_parents(
        self, ranked: Sequence[RankedPassage], live: LiveCandidates
    ) -> dict[str, ParentText]:
        returned = (found for found in ranked if found.outcome is Outcome.RETURNED)
        chunks = (live.passages[found.chunk_id].chunk for found in returned)
        return read_parents(self._corpus, chunks)

    def _choose_threshold(self, request: SearchRequest) -> Threshold:
        name = self._reranker.info.name if self._reranker else None
        return choose_threshold(
            request.minimum_score,
            self._settings.minimum_score,
            self._threshold_for(name) if name else None,
            self._applied_threshold_for(name) if name else None,
        )

    def _identify_reranker(self) -> RerankerIdentity | None:
        if self._reranker is None:
            return None
        info = self._reranker.info
        return RerankerIdentity(name=info.name, origin=info.origin)


def find_shipped_threshold(reranker: str) -> float | None:
    """The threshold shipped with a reranker; None where an evidence model decides in its place."""
    calibrated = threshold_for(reranker)
    return calibrated.threshold if calibrated and model_for(reranker) is None else None


def _in_mode(request: SearchRequest, mode: SearchMode) -> SearchRequest:
    return request.model_copy(update={"mode": mode})
