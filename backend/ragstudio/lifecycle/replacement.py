"""A version that is ready supersedes what it replaces, from its effective date on."""

from datetime import UTC, datetime

from ragstudio.records import Document, DocumentStatus, SourceStatus
from ragstudio.storage.client import Database, Transaction

_ORIGIN = "set by the version that replaced it"


def settle_replacements(database: Database, document: Document, transaction: Transaction) -> None:
    """What a document that becomes ready replaces is superseded, and so is it where a version of
    it was there before it: in the same transaction."""
    # As it is now: ready, and replaced already where a version of it was faster.
    document = database.documents.get(document.id, transaction)
    supersede_replaced(database, document, transaction)
    _follow_successor(database, document, transaction)
    record_id = document.source.record_id
    if record_id is None:
        return
    for other in database.documents.find_related([record_id], [], transaction):
        is_ready = other.status is DocumentStatus.READY
        if (
            is_ready
            and other.source.replaces == record_id
            and _may_replace(other, document)
            and not _is_replaced_by(database, other, document, transaction)
        ):
            _supersede(database, other, document, transaction)


def _follow_successor(database: Database, document: Document, transaction: Transaction) -> None:
    """Supersede a document whose version became ready before it did itself.

    One that was superseded once, and is brought in from an archive, is as people left it.
    """
    if _ORIGIN in document.source_origins.values():
        return
    successor_id = document.replaced_by_document_id
    for other in database.documents.find_related([], [successor_id or ""], transaction):
        if other.id == successor_id:
            _supersede(database, other, document, transaction)


def supersede_replaced(database: Database, document: Document, transaction: Transaction) -> None:
    """Supersede the document this one was uploaded as a version of, and those whose `record_id`
    it says it replaces; a draft replaces nothing, and what has been replaced stays as it is."""
    if document.source.status is SourceStatus.DRAFT:
        return
    record_id = document.source.replaces
    uploaded_for = document.replaces_document_id
    found = database.documents.find_related(
        [record_id] if record_id else [], [uploaded_for] if uploaded_for else [], transaction
    )
    for other in found:
        is_named = record_id is not None and other.source.record_id == record_id
        is_ready = other.status is DocumentStatus.READY
        # Brought in from an archive, both are as people left them.
        is_settled = other.replaced_by_document_id == document.id
        if (other.id == uploaded_for and not is_settled) or (
            is_named
            and is_ready
            and _may_replace(document, other)
            and not _is_replaced_by(database, document, other, transaction)
        ):
            _supersede(database, document, other, transaction)


def _may_replace(newer: Document, older: Document) -> bool:
    return (
        newer.id != older.id
        and newer.source.status is not SourceStatus.DRAFT
        and newer.source.record_id != older.source.record_id
        and older.replaced_by_document_id is None
        and older.source.status is not SourceStatus.DRAFT
    )


def _is_replaced_by(
    database: Database, replaced: Document, successor: Document, transaction: Transaction
) -> bool:
    """Whether a chain of replacements leads from one document to another.

    Documents may claim to replace each other in a circle; the last to arrive stays in force.
    """
    seen: set[str] = set()
    following = replaced.replaced_by_document_id
    while following is not None and following not in seen:
        if following == successor.id:
            return True
        seen.add(following)
        found = database.documents.find_related([], [following], transaction)
        following = next(
            (each.replaced_by_document_id for each in found if each.id == following), None
        )
    return False


def _supersede(
    database: Database, successor: Document, replaced: Document, transaction: Transaction
) -> None:
    """The old one is superseded on the day the new one takes effect, and in force until then.

    One that is not ready yet is so once it is: its ingestion still writes its source and chunks.
    """
    database.documents.set_successor(replaced.id, successor.id, transaction)
    if replaced.status is not DocumentStatus.READY:
        return
    today = datetime.now(UTC).date()
    until = replaced.source.superseded_date or successor.source.effective_date or today
    changed: dict[str, object] = {
        "superseded_date": until,
        "replaced_by": successor.source.record_id or successor.id,
    }
    if until <= today:
        changed["status"] = SourceStatus.SUPERSEDED
    source = replaced.source.model_copy(update=changed)
    origins = dict(replaced.source_origins)
    before = replaced.source.model_dump()
    origins.update({name: _ORIGIN for name, value in changed.items() if before[name] != value})
    database.documents.set_source(replaced.id, source, transaction, origins)
    database.chunks.set_source(replaced.id, source, transaction)
