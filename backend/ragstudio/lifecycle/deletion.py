"""Deleting a document everywhere, and proving it."""

import time
from datetime import UTC, datetime

import structlog

from ragstudio.errors import (
    DatabaseUnavailable,
    DeletionIncomplete,
    DocumentNotFound,
    IndexNotReady,
    StudioError,
)
from ragstudio.records import (
    DeletionReceipt,
    Document,
    DocumentStatus,
    Representation,
    StorageCounts,
)
from ragstudio.search.base import IndexCounts, SearchEngine
from ragstudio.storage.client import Database
from ragstudio.storage.erasure import (
    Remains,
    count_stored,
    erase_stored,
    find_raw_file,
    find_remains,
)
from ragstudio.storage.errors import DatabaseFailure, unavailable

# The search index follows some thousand removals a second; a busy machine is several times slower.
INDEX_SECONDS = 60.0
_POLL_SECONDS = 0.02
_REMOTE_POLL_SECONDS = 0.25

log = structlog.get_logger(__name__)


class Deletion:
    """Fences a document, removes it in one transaction, and counts again in every form.

    The search index is given `index_seconds` to follow.
    """

    def __init__(
        self, database: Database, engine: SearchEngine, index_seconds: float = INDEX_SECONDS
    ) -> None:
        if index_seconds <= 0:
            raise ValueError(f"index_seconds must be greater than 0, not {index_seconds}")
        self._database = database
        self._engine = engine
        self._index_seconds = index_seconds
        # Deletes a caller waits for: `resume` must not take their receipt away.
        self._in_hand: set[str] = set()

    def delete(self, document_id: str) -> DeletionReceipt:
        """Delete one document, in whatever state it is, and what is left of one by hand.

        Raises `DocumentNotFound`; `DatabaseUnavailable` where MongoDB was away before the document
        could be marked; `DeletionIncomplete` where it could not be finished now: it
        then stays `deleting` and is taken up again by itself.
        """
        self._in_hand.add(document_id)
        try:
            return self._finish(self._mark(document_id))
        finally:
            self._in_hand.discard(document_id)

    def resume(self) -> int:
        """Finish deletions that were interrupted; returns how many were finished."""
        finished = 0
        for document_id in self._database.documents.ids_with_status(DocumentStatus.DELETING):
            if document_id in self._in_hand:
                continue
            try:
                self._erase(self._database.documents.get(document_id))
                finished += 1
            except DocumentNotFound:
                continue
            except StudioError as error:
                self._database.interrupted.set()
                log.warning("deletion_waits", document_id=document_id, code=error.code)
        return finished

    def count(self, document: Document | Remains) -> StorageCounts:
        """Live count of one document in each representation; the index's as far as it knows."""
        return self._count(document, document.raw_file_id)

    def _mark(self, document_id: str) -> Document | Remains:
        """The document, fenced, or what is left of it.

        Raises `DocumentNotFound`, and `DatabaseUnavailable`: then nothing was begun, as far as can
        be known without an answer.
        """
        try:
            return self._database.documents.mark_deleting(document_id)
        except DocumentNotFound:
            remains = find_remains(self._database, document_id)
            if remains is None:
                raise
            return remains
        except DatabaseFailure as error:
            self._database.interrupted.set()
            raise unavailable(error) from error

    def _finish(self, document: Document | Remains) -> DeletionReceipt:
        try:
            return self._erase(document)
        except (DatabaseFailure, DatabaseUnavailable, IndexNotReady) as error:
            self._database.interrupted.set()
            raise DeletionIncomplete(
                f"Deleting document {document.id} was interrupted ({type(error).__name__}).",
                hint="It stays marked as deleting, is no longer found, and is finished by itself "
                "as soon as MongoDB answers.",
                details={"document_id": document.id},
            ) from error

    def _count(self, document: Document | Remains, raw_file_id: str) -> StorageCounts:
        stored = count_stored(self._database, document.id, raw_file_id)
        indexed = self._engine.count(document.id)
        return StorageCounts(
            record=stored.record,
            raw_file=stored.raw_file,
            raw_file_chunks=stored.raw_file_chunks,
            chunks=stored.chunks,
            vectors=stored.vectors,
            vector_index=indexed.vectors,
            text_index=indexed.texts,
        )

    def _erase(self, document: Document | Remains) -> DeletionReceipt:
        raw_file_id = find_raw_file(self._database, document.id, document.raw_file_id)
        before = self._count(document, raw_file_id)
        removed = erase_stored(self._database, document.id, raw_file_id)
        if removed.is_empty:
            # Another delete of the same document was faster; the receipt is that one's.
            raise DocumentNotFound.with_id(document.id)
        erased = time.monotonic()
        self._await_index(document)
        followed = time.monotonic()
        after = self._count(document, raw_file_id)
        receipt = DeletionReceipt(
            document_id=document.id,
            filename=document.filename,
            sha256=document.sha256,
            deleted_at=datetime.now(UTC),
            verified=not any(after.model_dump().values()),
            index_seconds=round(followed - erased, 3),
            representations=[
                Representation(
                    name=name,
                    # A worker may have stored one more batch between the count and the
                    # transaction: what was removed was there.
                    before=max(getattr(before, name), removed_here),
                    removed=removed_here,
                    after=getattr(after, name),
                )
                for name, removed_here in (
                    ("record", removed.record),
                    ("raw_file", removed.raw_file),
                    ("raw_file_chunks", removed.raw_file_chunks),
                    ("chunks", removed.chunks),
                    ("vectors", removed.vectors),
                    ("vector_index", before.vector_index - after.vector_index),
                    ("text_index", before.text_index - after.text_index),
                )
            ],
        )
        log.info("document_deleted", document_id=document.id, verified=receipt.verified)
        if not receipt.verified:
            raise DeletionIncomplete(
                f"Something of {document.filename} was still found after it was deleted.",
                hint="Run `ragstudio audit`, and delete what it names.",
                details={"receipt": receipt.model_dump(mode="json")},
            )
        return receipt

    def _await_index(self, document: Document | Remains) -> None:
        """Return when the engine no longer holds the document.

        Raises `DeletionIncomplete` where it does not get there in time.
        """
        deadline = time.monotonic() + self._index_seconds
        pause = _POLL_SECONDS if self._engine.proves_level else _REMOTE_POLL_SECONDS
        try:
            self._engine.catch_up(self._index_seconds)
            while self._engine.count(document.id) != IndexCounts(0, 0):
                if time.monotonic() > deadline:
                    if self._engine.proves_level:
                        return
                    raise _not_followed(document)
                time.sleep(pause)
        except (DatabaseUnavailable, IndexNotReady) as error:
            raise _not_followed(document) from error


def _not_followed(document: Document | Remains) -> DeletionIncomplete:
    return DeletionIncomplete(
        f"{document.filename} is deleted from MongoDB, but the search index has not followed yet.",
        hint="The index follows by itself, and no search returns the document. `ragstudio audit` "
        "shows when nothing is left.",
        details={"document_id": document.id},
    )
