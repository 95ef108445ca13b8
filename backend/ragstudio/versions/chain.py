"""Versions of a source: what replaces what, what amends what, and what is in force on a day."""

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum

from pydantic import BaseModel, Field

from ragstudio.records import Document, DocumentStatus, SourceMetadata
from ragstudio.storage.client import Database


class VersionRelation(StrEnum):
    """How a document belongs to a chain: as a version of the source, or as an amendment of one."""

    VERSION = "version"
    AMENDMENT = "amendment"


class DocumentVersion(BaseModel):
    """One document of a chain. Ids refer to other documents of the same chain."""

    document_id: str
    filename: str
    group: str
    status: DocumentStatus
    source: SourceMetadata
    created_at: datetime
    relation: VersionRelation
    in_force: bool
    replaces: list[str] = Field(default_factory=list)
    replaced_by: list[str] = Field(default_factory=list)
    amends: list[str] = Field(default_factory=list)
    amended_by: list[str] = Field(default_factory=list)


class VersionChain(BaseModel):
    """All versions of one source and their amendments, the oldest first, as they stand `as_of`."""

    document_id: str
    as_of: date
    items: list[DocumentVersion]


def replaces(newer: Document, older: Document) -> bool:
    """Whether `newer` replaces `older`: uploaded as its version, or by what either says."""
    if newer.id == older.id:
        return False
    record = older.source.record_id
    return (
        newer.replaces_document_id == older.id
        or older.replaced_by_document_id == newer.id
        or (record is not None and newer.source.replaces == record)
        or (
            older.source.replaced_by is not None
            and older.source.replaced_by in (newer.source.record_id, newer.id)
        )
    )


def amends(amendment: Document, amended: Document) -> bool:
    """Whether `amendment` says that it amends `amended`."""
    record = amended.source.record_id
    return record is not None and amendment.id != amended.id and amendment.source.amends == record


def find_version_chain(database: Database, document_id: str, day: date) -> VersionChain:
    """The chain a document belongs to; a chain of one where nothing replaces or amends it.

    Raises `DocumentNotFound`.
    """
    database.documents.get(document_id)
    return describe_chain(document_id, collect_chain(database, [document_id]), day)


def collect_chain(database: Database, document_ids: Iterable[str]) -> list[Document]:
    """The documents connected with these by replacing or amending, ready or not."""
    known: dict[str, Document] = {}
    asked: set[str] = set(document_ids)
    while asked:
        records = {
            name
            for document in known.values()
            for name in (
                document.source.record_id,
                document.source.replaces,
                document.source.replaced_by,
                document.source.amends,
            )
            if name
        }
        found = database.documents.find_related(records, asked | known.keys())
        fresh = {document.id: document for document in found if document.id not in known}
        known |= fresh
        asked = set(fresh)
    return list(known.values())


def describe_chain(document_id: str, documents: Iterable[Document], day: date) -> VersionChain:
    """The documents in order of effective date, then of arrival, each with its relations."""
    ordered = sorted(
        documents,
        key=lambda document: (
            document.source.effective_date or document.created_at.date(),
            document.created_at,
            document.id,
        ),
    )
    return VersionChain(
        document_id=document_id,
        as_of=day,
        items=[
            DocumentVersion(
                document_id=one.id,
                filename=one.filename,
                group=one.group,
                status=one.status,
                source=one.source,
                created_at=one.created_at,
                relation=(
                    VersionRelation.AMENDMENT if one.source.amends else VersionRelation.VERSION
                ),
                in_force=one.source.is_in_force(day) and one.status is DocumentStatus.READY,
                replaces=[other.id for other in ordered if replaces(one, other)],
                replaced_by=[other.id for other in ordered if replaces(other, one)],
                amends=[other.id for other in ordered if amends(one, other)],
                amended_by=[other.id for other in ordered if amends(other, one)],
            )
            for one in ordered
        ],
    )
