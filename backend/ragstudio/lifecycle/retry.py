"""Trying a failed document again."""

from ragstudio.errors import InvalidState
from ragstudio.records import Document
from ragstudio.storage.client import Database


def retry_document(database: Database, document_id: str) -> Document:
    """Queue a failed document again, with a fresh set of attempts.

    Raises `DocumentNotFound`, and `InvalidState` where the document has not failed.
    """
    requeued = database.documents.requeue(document_id)
    if requeued is not None:
        return requeued
    document = database.documents.get(document_id)
    raise InvalidState(
        f"{document.filename} is {document.status.value}, not failed.",
        hint="Only a failed document can be retried.",
        details={"status": document.status.value},
    )
