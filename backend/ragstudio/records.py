"""The data types that cross package borders: documents, chunks, blocks, receipts.

Ids are strings here; `storage/` turns them into MongoDB's ObjectIds and back.
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints


class DocumentStatus(StrEnum):
    """Where a document is in its life."""

    QUEUED = "queued"
    PROCESSING = "processing"
    READY = "ready"
    FAILED = "failed"
    DELETING = "deleting"


class Stage(StrEnum):
    """The stages of ingestion, in order."""

    EXTRACTING = "extracting"
    CHUNKING = "chunking"
    EMBEDDING = "embedding"
    INDEXING = "indexing"


class BlockType(StrEnum):
    """What the layout says a piece of text is. Chunks never carry `heading`."""

    TEXT = "text"
    HEADING = "heading"
    TABLE = "table"
    ROW = "row"
    LIST = "list"
    CODE = "code"
    SLIDE = "slide"


class SourceStatus(StrEnum):
    """What a source says about itself; one that says nothing counts as current."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    DRAFT = "draft"


class Record(BaseModel):
    """Base of all records: unknown fields are an error."""

    model_config = ConfigDict(extra="forbid", use_enum_values=False)


SAYS_SOMETHING = r"^[^\x00]*[^\s\x00][^\x00]*$"
"""The pattern of a text without NUL that is not white space alone."""

Identifier = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class SourceMetadata(Record):
    """What a document says about itself, read from its head or given by a person.

    An amendment `amends` another source's `record_id`, only its section `amends_section` ("4") if
    that is given, and leaves the rest of it in force.
    """

    record_id: Identifier | None = None
    owner: Identifier | None = None
    status: SourceStatus = SourceStatus.CURRENT
    effective_date: date | None = None
    superseded_date: date | None = None
    replaces: Identifier | None = None
    replaced_by: Identifier | None = None
    amends: Identifier | None = None
    amends_section: Identifier | None = None

    @property
    def in_force_range(self) -> tuple[date, date]:
        """The days the source is in force: from the first, up to and not including the second.

        The one rule about versions. An open start is `date.min`, an open end `date.max`; a draft,
        and a superseded source without a date, have an empty range.
        """
        if self.status is SourceStatus.DRAFT:
            return date.max, date.min
        begins = self.effective_date or date.min
        if self.superseded_date is not None:
            return begins, self.superseded_date
        return begins, date.min if self.status is SourceStatus.SUPERSEDED else date.max

    def is_in_force(self, day: date) -> bool:
        """Whether the source is in force on a day."""
        begins, ends = self.in_force_range
        return begins <= day < ends

    def list_chunk_fields(self) -> dict[str, Any]:
        """What each chunk of the document carries of this, by field of `Chunk`."""
        begins, ends = self.in_force_range
        return {
            "record_id": self.record_id,
            "source_status": self.status,
            "effective_date": self.effective_date,
            "superseded_date": self.superseded_date,
            "in_force_from": begins,
            "in_force_until": ends,
        }


class Block(Record):
    """One piece of extracted text with what the layout says about it.

    `char_start` and `char_end` are offsets into `ExtractedDocument.text`, in characters, end
    exclusive. `section` is the heading path (`"Leave > Carry-over"`) the block stands under, a
    heading's own path included; `section_number` is its place in the heading tree (`"2.1"`).
    """

    type: BlockType
    char_start: int
    char_end: int
    page: int | None = None
    section: str | None = None
    section_number: str | None = None
    level: int | None = None


class UnreadKind(StrEnum):
    """What kind of content a document has that is not part of its text."""

    PICTURE = "picture"
    CHART = "chart"
    DIAGRAM = "diagram"
    EQUATION = "equation"
    FORM_FIELD = "form_field"
    HIDDEN_SHEET = "hidden_sheet"
    HIDDEN_ROW = "hidden_row"
    HIDDEN_COLUMN = "hidden_column"
    HIDDEN_SLIDE = "hidden_slide"
    HIDDEN_TEXT = "hidden_text"
    LAYER = "layer"
    ANNOTATION = "annotation"
    ATTACHMENT = "attachment"
    CHARACTERS = "characters"
    EMBEDDED_OBJECT = "embedded_object"
    PART = "part"


class Unread(Record):
    """Content of a document that was not read, or was left out because it is hidden.

    `place` names where it is (`page 3`, `slide 2`, `sheet 'Rates'`), None where that is not known;
    `page` (or slide) and `section` are the same place as chunks have it. `summary` is one line for
    people ("2 pictures on page 3: no text recognised"), `remedy` what they can do.
    """

    kind: UnreadKind
    count: int = 1
    place: str | None = None
    page: int | None = None
    section: str | None = None
    reason: str
    remedy: str
    summary: str


class ExtractedDocument(Record):
    """What parsing makes of a file: the text, its blocks in reading order, and metadata.

    Blocks are ascending and never overlap; text between two blocks is white space.
    `properties` are what the file carries beside its text, such as `Author`, by their own names;
    `source_origins` says where each field of `source` was found.
    """

    text: str
    blocks: list[Block]
    source: SourceMetadata = Field(default_factory=SourceMetadata)
    source_origins: dict[str, str] = Field(default_factory=dict)
    properties: dict[str, str] = Field(default_factory=dict)
    warnings: list[str] = Field(default_factory=list)
    unread: list[Unread] = Field(default_factory=list)
    page_count: int | None = None


class StageRun(Record):
    """One stage of one ingestion: when it ran and what it produced."""

    name: Stage
    started_at: datetime
    finished_at: datetime | None = None
    detail: dict[str, Any] = Field(default_factory=dict)


class DocumentError(Record):
    """Why a document failed, and what to do about it."""

    code: str
    message: str
    stage: Stage | None = None
    hint: str


class Counts(Record):
    """What ingestion produced. Ready means chunks = vectors, and more than zero."""

    characters: int = 0
    chunks: int = 0
    vectors: int = 0


class Progress(Record):
    """How far the running stage is: `done` of `total` units (bytes, chunks or entries)."""

    done: int = 0
    total: int | None = None
    unit: str = ""


class ChunkingConfiguration(Record):
    """How the document was cut; size and overlap in characters."""

    strategy: str
    size: int
    overlap: int


class Rechunking(Record):
    """A change of a ready document's chunks that is under way, or that failed.

    The old chunks serve meanwhile. Without a `stage` it waits for a worker; with an `error` it has
    ended, and the old chunks serve on.
    """

    chunking: ChunkingConfiguration
    requested_at: datetime
    attempts: int = 0
    stage: Stage | None = None
    progress: Progress = Field(default_factory=Progress)
    stages: list[StageRun] = Field(default_factory=list)
    error: DocumentError | None = None


class EmbeddingSpace(Record):
    """The vector space a corpus lives in. Vectors of two spaces cannot be compared."""

    model: str
    revision: str
    dimensions: int


class Lease(Record):
    """A worker's claim on a document; its `token` fences every write."""

    owner: str
    token: str
    expires_at: datetime


class Document(Record):
    """The record of one document (collection `documents`)."""

    id: str
    filename: str
    group: str
    content_type: str
    size_bytes: int
    sha256: str
    raw_file_id: str
    status: DocumentStatus
    stage: Stage | None = None
    progress: Progress = Field(default_factory=Progress)
    stages: list[StageRun] = Field(default_factory=list)
    attempts: int = 0
    error: DocumentError | None = None
    warnings: list[str] = Field(default_factory=list)
    unread: list[Unread] = Field(default_factory=list)
    counts: Counts = Field(default_factory=Counts)
    chunking: ChunkingConfiguration | None = None
    rechunking: Rechunking | None = None
    embedding: EmbeddingSpace | None = None
    source: SourceMetadata = Field(default_factory=SourceMetadata)
    source_origins: dict[str, str] = Field(default_factory=dict)
    replaces_document_id: str | None = None
    replaced_by_document_id: str | None = None
    created_at: datetime
    updated_at: datetime


class Chunk(Record):
    """One passage (collection `chunks`), without its vector unless asked for.

    `content` ends with exactly `text[char_start:char_end]` of the extracted text; before it stand
    `context_length` characters that the strategy put in front (a heading path, a table's header),
    mostly none. `token_count` is what the embedder's tokenizer makes of the content, special
    tokens not counted; `truncated_tokens` of these lie beyond the model's window and did not
    shape the vector. A search returns `text[parent_start:parent_end]` where these are set. The
    source is in force on each day with `in_force_from <= day < in_force_until`
    (`SourceMetadata.in_force_range`).
    """

    id: str
    document_id: str
    filename: str
    group: str
    chunk_index: int
    content: str
    char_start: int
    char_end: int
    context_length: int = 0
    parent_start: int | None = None
    parent_end: int | None = None
    page: int | None = None
    section: str | None = None
    section_number: str | None = None
    block_type: BlockType = BlockType.TEXT
    token_count: int
    truncated_tokens: int = 0
    embedding_model: str
    embedding_revision: str = ""
    record_id: str | None = None
    source_status: SourceStatus = SourceStatus.CURRENT
    effective_date: date | None = None
    superseded_date: date | None = None
    in_force_from: date = date.min
    in_force_until: date = date.max
    embedding: list[float] | None = None


class Representation(Record):
    """One form in which a document exists: counted before, removed, and counted again after."""

    name: str
    before: int
    removed: int
    after: int


class DeletionReceipt(Record):
    """Proof of a deletion. `verified` is true only if every re-count found zero.

    `index_seconds` is how long after MongoDB had let go the search index still held the document.
    """

    document_id: str
    filename: str
    sha256: str
    deleted_at: datetime
    verified: bool
    index_seconds: float
    representations: list[Representation]


class StorageCounts(Record):
    """Live count of one document in each representation."""

    record: int
    raw_file: int
    raw_file_chunks: int
    chunks: int
    vectors: int
    vector_index: int
    text_index: int
