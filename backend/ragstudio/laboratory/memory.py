"""A corpus of one text, in memory, that the studio's own search path can ask."""

from collections.abc import Mapping, Sequence

from ragstudio.inference.base import Embedder
from ragstudio.laboratory.trial import Trial
from ragstudio.records import BlockType, Chunk, EmbeddingSpace, SourceMetadata, SourceStatus, Unread
from ragstudio.search.base import Candidate, EngineState, IndexCounts, SearchFilter, Vector
from ragstudio.search.local.feed import ChunkChange, ChunkEntry
from ragstudio.search.local.index_pair import IndexPair
from ragstudio.storage.chunks import StoredPassage

NAME = "memory"
DOCUMENT = "laboratory"


class MemoryCorpus:
    """The chunks of a trial, as `Corpus` and as `SearchEngine`; close when done."""

    name = NAME
    proves_level = True

    def __init__(self, trial: Trial, embedder: Embedder) -> None:
        self._text = trial.extracted.text
        self._space = embedder.space
        self._passages = _embed(trial, embedder)
        self._indexes = IndexPair(embedder.space.model, embedder.space.dimensions)
        self._indexes.apply(
            [ChunkChange(name, _enter(passage)) for name, passage in self._passages.items()]
        )

    def start(self) -> None:
        """Nothing is followed."""

    def stop(self) -> None:
        """Release the indexes."""
        self._indexes.close()

    def state(self) -> EngineState:
        """What is held."""
        held = len(self._passages)
        return EngineState(self.name, True, held, held, "holds one text")

    def refresh(self) -> None:
        """There is nothing to catch up with."""

    def catch_up(self, timeout_seconds: float = 5.0) -> None:
        """There is nothing to catch up with."""

    def search_vectors(
        self, vector: Vector, limit: int, where: SearchFilter, *, exact: bool = False
    ) -> list[Candidate]:
        """The nearest chunks by cosine."""
        return self._indexes.vectors.search(vector, limit, where)

    def search_text(self, query: str, limit: int, where: SearchFilter) -> list[Candidate]:
        """The best chunks by BM25."""
        return self._indexes.texts.search(query, limit, where)

    def count(self, document_id: str) -> IndexCounts:
        """Entries of the text."""
        return IndexCounts(
            self._indexes.vectors.count(document_id), self._indexes.texts.count(document_id)
        )

    def count_held(self, document_ids: Sequence[str]) -> dict[str, IndexCounts]:
        """Entries of the text, by document."""
        return {each: self.count(each) for each in document_ids}

    def count_all(self) -> IndexCounts:
        """All entries."""
        return IndexCounts(len(self._indexes.vectors), len(self._indexes.texts))

    def count_facets(self) -> dict[str, dict[str, int]]:
        """How many chunks have each value of what can be filtered by."""
        return self._indexes.vectors.count_facets()

    def count_matching(self, where: SearchFilter) -> int:
        """How many chunks pass the filter."""
        return self._indexes.texts.count_matching(where)

    def embedding_space(self) -> EmbeddingSpace:
        """The embedder's own."""
        return self._space

    def unready_among(self, document_ids: Sequence[str]) -> Sequence[str]:
        """None."""
        return ()

    def fetch_passages(self, chunk_ids: Sequence[str]) -> Mapping[str, StoredPassage]:
        """The chunks by id."""
        return {name: self._passages[name] for name in chunk_ids}

    def fetch_sources(self, document_ids: Sequence[str]) -> Mapping[str, SourceMetadata]:
        """A source that says nothing."""
        return dict.fromkeys(document_ids, SourceMetadata())

    def fetch_unread(self, document_id: str) -> Sequence[Unread]:
        """Nothing: a trial answers from what was read."""
        return []

    def read_text(self, document_id: str, start: int, end: int) -> str:
        """A slice of the text."""
        return self._text[start:end]


def _embed(trial: Trial, embedder: Embedder) -> dict[str, StoredPassage]:
    rows = zip(
        trial.spans, trial.contents, trial.tokens, embedder.embed(trial.contents), strict=True
    )
    passages = {}
    for index, (span, content, count, vector) in enumerate(rows):
        # Ids in the order of the text: ties are ordered by them.
        name = f"{index:06d}"
        chunk = Chunk(
            id=name,
            document_id=DOCUMENT,
            filename=DOCUMENT,
            group=DOCUMENT,
            chunk_index=index,
            content=content,
            **span.list_fields(),
            token_count=count,
            embedding_model=embedder.space.model,
            embedding_revision=embedder.space.revision,
        )
        passages[name] = StoredPassage(chunk, vector)
    return passages


def _enter(passage: StoredPassage) -> ChunkEntry:
    chunk = passage.chunk
    return ChunkEntry(
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        content=chunk.content,
        vector=passage.vector,
        embedding_model=chunk.embedding_model,
        group=chunk.group,
        section=chunk.section,
        block_type=BlockType(chunk.block_type).value,
        source_status=SourceStatus.CURRENT.value,
    )
