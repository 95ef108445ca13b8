"""Removing every stored representation of one document in one transaction."""

from dataclasses import dataclass

from pymongo.client_session import ClientSession

from ragstudio.storage.client import Database


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """How often one document exists in each collection."""

    record: int
    raw_file: int
    raw_file_chunks: int
    chunks: int
    vectors: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing of the document is stored."""
        return not any((self.record, self.raw_file, self.raw_file_chunks, self.chunks))


@dataclass(frozen=True, slots=True)
class Remains:
    """What is left of a document whose record was removed by hand; `sha256` may be unknown."""

    id: str
    filename: str
    sha256: str
    raw_file_id: str


def find_remains(database: Database, document_id: str) -> Remains | None:
    """A raw file or chunks that still name the document; None where nothing does."""
    raw_file = database.raw_files.find_of(document_id)
    if raw_file is not None:
        return Remains(document_id, raw_file.filename, raw_file.sha256, raw_file.id)
    chunks = database.chunks.list_page(document_id, offset=0, limit=1)
    return Remains(document_id, chunks[0].filename, "", "") if chunks else None


def find_raw_file(database: Database, document_id: str, raw_file_id: str) -> str:
    """The id of a document's raw file, also where its record no longer says which that is."""
    if database.raw_files.count(raw_file_id)[0]:
        return raw_file_id
    raw_file = database.raw_files.find_of(document_id)
    return raw_file.id if raw_file is not None else raw_file_id


def count_stored(
    database: Database, document_id: str, raw_file_id: str, session: ClientSession | None = None
) -> StoredCounts:
    """Count one document in each collection, live."""
    raw_file, raw_file_chunks = database.raw_files.count(raw_file_id, session)
    return StoredCounts(
        record=database.documents.count(document_id, session),
        raw_file=raw_file,
        raw_file_chunks=raw_file_chunks,
        chunks=database.chunks.count(document_id, session),
        vectors=database.chunks.count_vectors(document_id, session),
    )


def erase_stored(database: Database, document_id: str, raw_file_id: str) -> StoredCounts:
    """Remove the document from every collection, all or nothing; returns what was removed."""

    def erase(session: ClientSession) -> StoredCounts:
        vectors = database.chunks.count_vectors(document_id, session)
        chunks = database.chunks.remove_all(document_id, session)
        raw_file, raw_file_chunks = database.raw_files.remove(raw_file_id, session)
        record = database.documents.remove(document_id, session)
        return StoredCounts(record, raw_file, raw_file_chunks, chunks, vectors)

    return database.transact(erase)
