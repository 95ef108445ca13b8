"""What a search reads from MongoDB, as narrow protocols and one adaptor over the repositories."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ragstudio.chunking.base import rebuild_text
from ragstudio.records import Chunk, EmbeddingSpace, SourceMetadata, Unread
from ragstudio.search.base import Vector


class Passage(Protocol):
    """A stored chunk and its vector, float32 of shape (dimensions,); None where it has none."""

    @property
    def chunk(self) -> Chunk:
        """The chunk without its vector."""

    @property
    def vector(self) -> Vector | None:
        """The stored vector."""


class Corpus(Protocol):
    """Everything a search needs to know that the engine does not hold."""

    def embedding_space(self) -> EmbeddingSpace | None:
        """The space the stored vectors live in; None while nothing was ever embedded."""

    def unready_among(self, document_ids: Sequence[str]) -> Sequence[str]:
        """Those of the documents that are here and not ready."""

    def fetch_passages(self, chunk_ids: Sequence[str]) -> Mapping[str, Passage]:
        """The chunks that still exist, by id."""

    def fetch_sources(self, document_ids: Sequence[str]) -> Mapping[str, SourceMetadata]:
        """Source metadata of the documents that still exist, by id."""

    def fetch_unread(self, document_id: str) -> Sequence[Unread]:
        """What was not read of a document; nothing where it is gone."""

    def read_text(self, document_id: str, start: int, end: int) -> str | None:
        """`text[start:end]` of a document, None where chunks that held some of it are gone."""


class ChunkReader(Protocol):
    """What a search needs of the chunk repository."""

    def fetch_passages(self, ids: Sequence[str], /) -> Mapping[str, Passage]:
        """The chunks that still exist, by id."""

    def find_slices(self, document_id: str, start: int, end: int, /) -> list[tuple[int, str]]:
        """Where the chunks that overlap `text[start:end]` begin, and their slices of the text."""


class DocumentReader(Protocol):
    """What a search needs of the document repository."""

    def unready_among(self, document_ids: Sequence[str], /) -> Sequence[str]:
        """Those of the documents that are here and not ready."""

    def fetch_sources(self, document_ids: Sequence[str], /) -> Mapping[str, SourceMetadata]:
        """Source metadata of the documents that still exist, by id."""

    def fetch_unread(self, document_id: str, /) -> Sequence[Unread]:
        """What was not read of a document; nothing where it is gone."""


class SpaceReader(Protocol):
    """What a search needs of the `meta` repository."""

    def embedding_space(self) -> EmbeddingSpace | None:
        """The space the stored vectors live in."""


@dataclass(frozen=True, slots=True)
class StoredCorpus:
    """The corpus as three repositories hold it."""

    documents: DocumentReader
    chunks: ChunkReader
    meta: SpaceReader

    def embedding_space(self) -> EmbeddingSpace | None:
        """The space the stored vectors live in; None while nothing was ever embedded."""
        return self.meta.embedding_space()

    def unready_among(self, document_ids: Sequence[str]) -> Sequence[str]:
        """Those of the documents that are here and not ready."""
        return self.documents.unready_among(document_ids)

    def fetch_passages(self, chunk_ids: Sequence[str]) -> Mapping[str, Passage]:
        """The chunks that still exist, by id."""
        return self.chunks.fetch_passages(chunk_ids)

    def fetch_sources(self, document_ids: Sequence[str]) -> Mapping[str, SourceMetadata]:
        """Source metadata of the documents that still exist, by id."""
        return self.documents.fetch_sources(document_ids)

    def fetch_unread(self, document_id: str) -> Sequence[Unread]:
        """What was not read of a document; nothing where it is gone."""
        return self.documents.fetch_unread(document_id)

    def read_text(self, document_id: str, start: int, end: int) -> str | None:
        """`text[start:end]` of a document, None where chunks that held some of it are gone."""
        slices = self.chunks.find_slices(document_id, start, end)
        if not slices:
            return None
        first = slices[0][0]
        try:
            text = rebuild_text([(at - first, content) for at, content in slices])
        except ValueError:
            return None
        if first > start or first + len(text) < end:
            return None
        return text[start - first : end - first]
