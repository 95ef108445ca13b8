"""What `POST /api/search` answers. A score or rank a stage did not produce is null."""

from datetime import date
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ragstudio.records import BlockType, SourceMetadata
from ragstudio.retrieval.request import SearchMode


class Decision(StrEnum):
    """What a search concludes: there is evidence, there is none, or the question is ambiguous."""

    ANSWER = "answer"
    ABSTAIN = "abstain"
    CLARIFY = "clarify"


class EvidenceBand(StrEnum):
    """How sure the studio is that the passages answer: `none` abstains, `weak` returns them."""

    FOUND = "found"
    WEAK = "weak"
    NONE = "none"


class ClarifyStatus(StrEnum):
    """What a clarify gate did. `not_applicable`: the mode has no gate."""

    NOT_APPLICABLE = "not_applicable"
    NOT_CONFIGURED = "not_configured"
    NOT_NEEDED = "not_needed"
    ASKED = "asked"
    ERROR = "error"


class ClarifyGateName(StrEnum):
    """The gates that can ask back: from the evidence alone, or by a configured model."""

    LOCAL = "local"
    OPENROUTER = "openrouter"


class ControlGround(StrEnum):
    """Why one source controls another: it replaces it, or amends one section of it."""

    REPLACES = "replaces"
    AMENDS = "amends"


class Outcome(StrEnum):
    """What became of a candidate in the end.

    `filtered` candidates would have been among the nearest without the filter; they took no part.
    `merged` ones belong to a section that is returned for a better one of its chunks.
    """

    RETURNED = "returned"
    BELOW_THRESHOLD = "below_threshold"
    BEYOND_LIMIT = "beyond_limit"
    MERGED = "merged"
    NOT_RERANKED = "not_reranked"
    FILTERED = "filtered"


class StageName(StrEnum):
    """The stages a candidate can pass, in order, named as in `Scores` and `Ranks`."""

    VECTOR = "vector"
    TEXT = "text"
    FUSED = "fused"
    RERANKER = "reranker"


class ResponseModel(BaseModel):
    """Base of the answer's parts."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Scores(ResponseModel):
    """Every score of a passage, each as what it is.

    `vector` is (1 + cosine) / 2, 0 to 1; `text` is BM25, 0 or more; `fused` is the reciprocal
    rank sum; `reranker_logit` is any real number and `reranker` its sigmoid, 0 to 1.
    `evidence_logit`, any real number, says whether the passage holds the answer, beside how well
    it ranks; a reranker of one output gives both the same.
    """

    vector: float | None = None
    text: float | None = None
    fused: float | None = None
    reranker: float | None = None
    reranker_logit: float | None = None
    evidence_logit: float | None = None


class Ranks(ResponseModel):
    """The passage's place in every stage, counted from 1."""

    vector: int | None = None
    text: int | None = None
    fused: int | None = None
    reranker: int | None = None


class MatchedSpan(ResponseModel):
    """The small chunk that was found within a section that is returned whole, as offsets."""

    char_start: int
    char_end: int


class Hit(ResponseModel):
    """One passage with where it stands and how it got here.

    `content` ends with the characters `char_start` to `char_end` of the document's extracted
    text, after `context_length` characters put in front; `highlights` are [start, end] spans in
    `content`. All count characters (Unicode code points), end exclusive. Where a chunk belongs to
    a larger section, that is the content, and `matched` the chunk's own span; scores are the
    chunk's.
    """

    id: str
    document_id: str
    filename: str
    group: str
    chunk_index: int
    content: str
    page: int | None
    section: str | None
    section_number: str | None
    block_type: BlockType
    char_start: int
    char_end: int
    context_length: int = 0
    matched: MatchedSpan | None = None
    highlights: list[tuple[int, int]]
    scores: Scores
    ranks: Ranks
    source: SourceMetadata


class RerankerIdentity(ResponseModel):
    """Which cross-encoder ranked, and where its files come from (`path`, `package`, …)."""

    name: str
    origin: str


class Timings(ResponseModel):
    """Milliseconds of each stage; null where the stage did not run. Branches run side by side."""

    embed: float
    vector: float
    text: float | None = None
    fuse: float | None = None
    rerank: float | None = None
    clarify: float | None = None
    total: float


class GateReport(ResponseModel):
    """What one clarify gate did, and why in a sentence."""

    gate: ClarifyGateName
    status: ClarifyStatus
    reason: str


class Pipeline(ResponseModel):
    """How the answer came about: the filter as applied, counts of each stage, threshold, models.

    `minimum_score` and `top_score` are reranker scores (0 to 1). A count is null where the stage
    does not belong to the mode. `clarify_status` is that of the gate that decided, `clarify_gate`;
    `clarify_gates` has a report of each.
    """

    filters: dict[str, Any]
    vector_candidates: int
    text_candidates: int | None = None
    fused_candidates: int | None = None
    reranked_candidates: int | None = None
    minimum_score: float | None = None
    top_score: float | None = None
    reranker: RerankerIdentity | None = None
    engine: str
    clarify_status: ClarifyStatus
    clarify_gate: ClarifyGateName | None = None
    clarify_gates: list[GateReport] = Field(default_factory=list)
    timings_ms: Timings


class TracedCandidate(ResponseModel):
    """One candidate in one stage. `score` is that stage's own; `rank` is null if filtered out."""

    id: str
    document_id: str
    filename: str
    group: str
    chunk_index: int
    section: str | None
    rank: int | None
    score: float | None
    outcome: Outcome


class TracedStage(ResponseModel):
    """All candidates of one stage, best first, the filtered ones last."""

    name: StageName
    candidates: list[TracedCandidate]


class EvidenceFeature(ResponseModel):
    """One thing the decision goes by: its value, and what it adds to the logit of the probability.

    What it adds is 0 where the value is the average one.
    """

    name: str
    value: float
    contribution: float


class Evidence(ResponseModel):
    """How sure the studio is that the leading passages answer the question, and why.

    `probability` (0 to 1) is the sigmoid of `bias` plus all contributions. From `found_from` on the
    band is `found`, from `weak_from` on `weak`, below `none`. `decides` is false where a minimum
    score decides instead.
    """

    band: EvidenceBand
    probability: float
    weak_from: float
    found_from: float
    bias: float
    features: list[EvidenceFeature]
    decides: bool = True


class ClarificationOption(ResponseModel):
    """One reading of an ambiguous question and the passages that answer it.

    `question` is the refined question, which asked is answered without asking back.
    """

    label: str
    question: str
    passage_ids: list[str]


class Clarification(ResponseModel):
    """The question asked back, with two to four readings to choose from."""

    question: str
    options: list[ClarificationOption] = Field(min_length=2, max_length=4)


class VersionedSource(ResponseModel):
    """A document as one version of a source. `section` is the part in question, if not all."""

    document_id: str
    filename: str
    record_id: str | None
    section: str | None
    effective_date: date | None
    superseded_date: date | None


class Controlling(ResponseModel):
    """Of leading passages that contradict by version: the source that controls, over which, why."""

    source: VersionedSource
    over: list[VersionedSource] = Field(min_length=1)
    ground: ControlGround
    reason: str


class AggregateGroup(ResponseModel):
    """A value of the column counted by, and how many records have it."""

    value: str
    count: int


class AggregateAnswer(ResponseModel):
    """A count over the fields of a document's row records, exact.

    `matching` of `records` meet the `conditions` (column: values of which one is there); `groups`
    counts them by the column `group_by`, and `answer` says it in words.
    """

    document_id: str
    filename: str
    records: int
    matching: int
    conditions: dict[str, list[str]]
    group_by: str | None
    groups: list[AggregateGroup]
    answer: str


class SearchResponse(ResponseModel):
    """The answer to one search. `stages` is there only if the request said `explain`.

    `evidence` is null in vector mode, without a reranker, without candidates, and for a reranker
    it was not fitted for. `missing_terms` are the names, numbers and identifiers of the question
    that no passage holds: none of those returned, or of those that would have been.
    """

    query: str
    mode: SearchMode
    decision: Decision
    message: str
    evidence: Evidence | None = None
    missing_terms: list[str] = Field(default_factory=list)
    clarification: Clarification | None = None
    controlling: Controlling | None = None
    aggregate: AggregateAnswer | None = None
    results: list[Hit]
    pipeline: Pipeline
    warnings: list[str] = Field(default_factory=list)
    stages: list[TracedStage] | None = Field(default=None, exclude_if=lambda value: value is None)


class CompareResponse(ResponseModel):
    """One question in both modes, embedded once."""

    vector: SearchResponse
    hybrid: SearchResponse
