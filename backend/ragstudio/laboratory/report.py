"""What the chunk laboratory answers."""

from ragstudio.laboratory.request import LaboratoryModel, ReadAs
from ragstudio.records import BlockType, ChunkingConfiguration
from ragstudio.retrieval.response import Scores


class LaboratoryChunk(LaboratoryModel):
    """One chunk, as `Chunk` describes it, and which facts of the check it holds whole.

    `facts` are places in the check's list, counted from 0. The model's window ends after
    `window_end` characters of `content`; that is all of them where no token lies beyond.
    """

    chunk_index: int
    content: str
    context_length: int
    char_start: int
    char_end: int
    parent_start: int | None
    parent_end: int | None
    page: int | None
    section: str | None
    section_number: str | None
    block_type: BlockType
    token_count: int
    truncated_tokens: int
    window_end: int
    facts: list[int]


class Distribution(LaboratoryModel):
    """The smallest, the middle and the largest value."""

    minimum: int
    median: float
    maximum: int


class ChunkStatistics(LaboratoryModel):
    """Figures of one side's chunks. `truncated` counts chunks beyond the model's window."""

    chunks: int
    truncated: int
    characters: Distribution
    tokens: Distribution


class FactEvidence(LaboratoryModel):
    """Where one fact stands whole.

    `chunks` hold it, by `chunk_index`; where none does, `missing` are the values that the chunk
    nearest to it lacks, and `nearest` is that chunk. `found` is whether the first results of the
    search hold it (null without a question).
    """

    values: list[str]
    chunks: list[int]
    nearest: int | None
    missing: list[str]
    found: bool | None


class LaboratoryResult(LaboratoryModel):
    """One result of the search over these chunks, the best first.

    `content` is what the search returns: the chunk's, or its parent's. `facts` are places in the
    check's list that it holds whole.
    """

    rank: int
    chunk_index: int
    content: str
    char_start: int
    char_end: int
    scores: Scores
    facts: list[int]


class LaboratorySearch(LaboratoryModel):
    """A search over one side's chunks, by the studio's own path and models, without abstaining.

    `holds_every_fact` is whether each fact stands whole in one of the results; null without facts.
    """

    question: str
    limit: int
    results: list[LaboratoryResult]
    holds_every_fact: bool | None
    embedder: str
    text_engine: str
    reranker: str | None


class SideEvidence(LaboratoryModel):
    """The evidence check of one side: the facts in order, and the search if a question came."""

    facts: list[FactEvidence]
    search: LaboratorySearch | None


class SideReport(LaboratoryModel):
    """What one way of cutting gives. `text` is what the chunks' offsets count in."""

    chunking: ChunkingConfiguration
    read_as: ReadAs
    text: str
    statistics: ChunkStatistics
    chunks: list[LaboratoryChunk]
    evidence: SideEvidence | None
    warnings: list[str]


class LaboratoryReport(LaboratoryModel):
    """One report a side, in the order asked. Tokens beyond `window_tokens` shape no vector."""

    document_id: str | None
    filename: str | None
    content_type: str
    window_tokens: int
    sides: list[SideReport]
