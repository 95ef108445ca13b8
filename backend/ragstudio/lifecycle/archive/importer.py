"""Taking documents with their vectors in from an archive: verified whole, then one by one."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import IO, Any

import structlog

from ragstudio.errors import EmbeddingSpaceMismatch, IngestionFailure
from ragstudio.lifecycle.archive.format import (
    ImportedDocument,
    ImportReport,
    InvalidArchive,
    Outcome,
)
from ragstudio.lifecycle.archive.reader import ArchiveReader
from ragstudio.lifecycle.embedding_space import claim_space
from ragstudio.records import (
    Counts,
    Document,
    DocumentStatus,
    EmbeddingSpace,
    Progress,
    Stage,
    StageRun,
)
from ragstudio.storage.archive_records import ArchivedRecord
from ragstudio.storage.client import Database, Transaction
from ragstudio.storage.documents import IdentityTaken

_MESSAGES = {
    Outcome.IMPORTED: "Stored with its chunks and vectors; ready once it is indexed.",
    Outcome.QUEUED: "Stored; it was not ready in the archive and waits to be processed.",
    Outcome.DUPLICATE: "The studio already holds these bytes; nothing was stored.",
    Outcome.CONFLICT: "Another document here has its id or that of a chunk; nothing was stored.",
}

log = structlog.get_logger(__name__)


def import_archive(
    database: Database,
    file: IO[bytes],
    space: EmbeddingSpace,
    on_item: Callable[[ImportedDocument], None] = lambda item: None,
) -> ImportReport:
    """Verify the archive in a seekable file, then store each document that is not here yet.

    `space` is the one the studio embeds in. A document appears whole, with its raw file, chunks
    and vectors, or not at all; interrupted, the import goes on where it was when run again.
    Raises `InvalidArchive` and `EmbeddingSpaceMismatch`, both before anything is written.
    """
    reader = ArchiveReader(file)
    reader.verify()
    _check_space(database, reader.manifest.embedding_space, space, _has_chunks(reader))
    items = []
    for number in range(1, len(reader.manifest.documents) + 1):
        item = _Import(database, reader, number).run()
        items.append(item)
        on_item(item)
    counts = Counter(item.outcome for item in items)
    log.info("archive_imported", **{str(outcome): counts[outcome] for outcome in Outcome})
    return ImportReport(items=items, counts={outcome: counts[outcome] for outcome in Outcome})


def _has_chunks(reader: ArchiveReader) -> bool:
    return any(document.chunks is not None for document in reader.manifest.documents)


def _check_space(
    database: Database, archived: EmbeddingSpace | None, own: EmbeddingSpace, has_chunks: bool
) -> None:
    if not has_chunks:
        return
    if archived is None:
        raise InvalidArchive.because("it has vectors and does not say of which model")
    if archived != own:
        raise EmbeddingSpaceMismatch(
            f"The archive's vectors are of {archived.model[:200]}, this studio embeds with "
            f"{own.model}.",
            hint="Nothing was written. Set EMBEDDING_MODEL to the archive's model and import it "
            "there; then `ragstudio reembed` moves the corpus to another.",
        )
    try:
        claim_space(database, own)
    except IngestionFailure as error:
        raise EmbeddingSpaceMismatch(
            f"{error.message} Nothing was written.", hint=error.hint
        ) from error


class _Import:
    """One document of an archive on its way in."""

    def __init__(self, database: Database, reader: ArchiveReader, number: int) -> None:
        self._database = database
        self._reader = reader
        self._number = number

    def run(self) -> ImportedDocument:
        record = self._reader.read_record(self._number)
        outcome = self._store(record)
        return ImportedDocument(
            document_id=record.document.id,
            filename=record.document.filename,
            outcome=outcome,
            message=_MESSAGES[outcome],
        )

    def _store(self, record: ArchivedRecord) -> Outcome:
        documents = self._database.documents
        if documents.find_by_identity(record.identity) is not None:
            return Outcome.DUPLICATE
        if documents.count(record.document.id):
            return Outcome.CONFLICT
        # A crash after this leaves raw bytes without a file, which are swept like those of a
        # broken upload.
        raw_file_id, _ = self._database.raw_files.write_chunks(self._reader.read_raw(self._number))
        document = _arrive(record.document, raw_file_id)

        def close(transaction: Transaction) -> None:
            documents.insert(document, identity=record.identity, session=transaction)
            self._database.raw_files.insert_file(
                raw_file_id,
                length=document.size_bytes,
                filename=document.filename,
                metadata=_describe_raw(document),
                session=transaction,
            )
            rows = self._reader.read_rows(self._number, document.id)
            self._database.archives.insert_chunks(rows, transaction)

        try:
            self._database.transact(close)
        except IdentityTaken:
            self._database.raw_files.abandon(raw_file_id)
            is_here = documents.find_by_identity(record.identity) is not None
            return Outcome.DUPLICATE if is_here else Outcome.CONFLICT
        except BaseException:
            self._database.raw_files.abandon(raw_file_id)
            raise
        self._database.raw_files.finish(raw_file_id)
        is_ready = record.document.status is DocumentStatus.READY
        return Outcome.IMPORTED if is_ready else Outcome.QUEUED


def _describe_raw(document: Document) -> dict[str, Any]:
    return {
        "document_id": document.id,
        "sha256": document.sha256,
        "content_type": document.content_type,
    }


def _arrive(archived: Document, raw_file_id: str) -> Document:
    """The record to store: waiting for the search engine, or in the queue without its chunks."""
    now = datetime.now(UTC)
    changed: dict[str, Any] = {
        "raw_file_id": raw_file_id,
        "updated_at": now,
        "attempts": 0,
        "error": None,
        "rechunking": None,
    }
    if archived.status is DocumentStatus.READY:
        earlier = [run for run in archived.stages if run.name is not Stage.INDEXING]
        changed |= {
            "status": DocumentStatus.PROCESSING,
            "stage": Stage.INDEXING,
            "stages": [*earlier, StageRun(name=Stage.INDEXING, started_at=now)],
            "progress": Progress(total=archived.counts.chunks, unit="entries"),
        }
    else:
        changed |= {
            "status": DocumentStatus.QUEUED,
            "stage": None,
            "stages": [],
            "progress": Progress(),
            "counts": Counts(),
        }
    return archived.model_copy(update=changed)
