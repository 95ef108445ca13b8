"""Records to store in tests of the storage."""

from datetime import UTC, datetime
from uuid import uuid4

from ragstudio.records import Document, DocumentStatus
from ragstudio.storage.client import Database
from ragstudio.storage.mapping import new_id


def insert_document(database: Database) -> Document:
    """A queued document without a file."""
    now = datetime.now(UTC)
    document = Document(
        id=new_id(),
        filename="note.txt",
        group="default",
        content_type="text/plain",
        size_bytes=1,
        sha256=uuid4().hex,
        raw_file_id=new_id(),
        status=DocumentStatus.QUEUED,
        created_at=now,
        updated_at=now,
    )
    database.transact(
        lambda transaction: database.documents.insert(
            document, identity=document.sha256, session=transaction
        )
    )
    return document
