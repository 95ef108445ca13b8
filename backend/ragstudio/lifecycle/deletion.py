"""Deleting a document everywhere, and proving it."""

import time
from datetime import UTC, datetime

import structlog

from ragstudio.errors import DeletionIncomplete, DocumentNotFound, StudioError
from ragstudio.records import (
    DeletionReceipt,
    Document,
    DocumentStatus,
    Representation,
    StorageCounts,
)
from ragstudio.search.base import IndexCounts, SearchEngine
from ragstudio.storage.client import Database
from ragstudio.storage.erasure import count_stored, erase_stored
from ragstudio.storage.errors import DatabaseFailure

_INDEX_SECONDS = 10.0

log = structlog.get_logger(__name__)


class Deletion:
    """Fences a document, removes it in one transaction, and counts again in every form."""

    def __init__(self, database: Database, engine: SearchEngine) -> None:
        self._database = database
        self._engine = engine
        # Deletes a caller waits for: `resume` must not take their receipt away.
        self._in_hand: set[str] = set()

    def delete(self, document_id: str) -> DeletionReceipt:
        """Delete one document, in whatever state it is.

        Raises `DocumentNotFound`; `DeletionIncomplete` where it could not be finished now: it
        then stays `deleting` and is taken up again by itself.
        """
        self._in_hand.add(document_id)
        try:
            return self._erase(self._database.documents.mark_deleting(document_id))
        except DatabaseFailure as error:
            raise DeletionIncomplete(
                f"Deleting document {document_id} was interrupted ({type(error).__name__}).",
                hint="It stays marked as deleting, is no longer found, and is finished by itself "
                "as soon as MongoDB answers.",
                details={"document_id": document_id},
            ) from error
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
                log.warning("deletion_waits", document_id=document_id, code=error.code)
        return finished

    def count(self, document: Document) -> StorageCounts:
        """Live count of one document in each representation; the index's as far as it knows."""
        stored = count_stored(self._database, document.id, document.raw_file_id)
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

    def _erase(self, document: Document) -> DeletionReceipt:
        before = self.count(document)
        removed = erase_stored(self._database, document.id, document.raw_file_id)
        if removed.record == 0:
            # Another delete of the same document was faster; the receipt is that one's.
            raise DocumentNotFound.with_id(document.id)
        self._await_index(document.id)
        after = self.count(document)
        receipt = DeletionReceipt(
            document_id=document.id,
            filename=document.filename,
            sha256=document.sha256,
            deleted_at=datetime.now(UTC),
            verified=not any(after.model_dump().values()),
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

    def _await_index(self, document_id: str) -> None:
        """Poll the engine until it no longer holds the document, for a bounded time."""
        self._engine.catch_up()
        deadline = time.monotonic() + _INDEX_SECONDS
        while self._engine.count(document_id) != IndexCounts(0, 0):
            if time.monotonic() > deadline:
                return
            time.sleep(0.02)
