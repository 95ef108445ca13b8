"""Correcting what a document says about itself."""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ragstudio.errors import InvalidRequest, InvalidState
from ragstudio.lifecycle.replacement import supersede_replaced
from ragstudio.records import (
    SAYS_SOMETHING,
    Document,
    DocumentStatus,
    Identifier,
    SourceMetadata,
    SourceStatus,
)
from ragstudio.storage.client import Database, Transaction

GIVEN = "given by a person"
# NUL ends a text in more than one tool.
GivenIdentifier = Annotated[Identifier, StringConstraints(pattern=SAYS_SOMETHING)]


class SourceEdit(BaseModel):
    """New values for source metadata; what is left out stays, `null` clears."""

    model_config = ConfigDict(extra="forbid")

    record_id: GivenIdentifier | None = None
    owner: GivenIdentifier | None = None
    status: SourceStatus = Field(default=SourceStatus.CURRENT)
    effective_date: date | None = None
    superseded_date: date | None = None
    replaces: GivenIdentifier | None = None
    replaced_by: GivenIdentifier | None = None
    amends: GivenIdentifier | None = None
    amends_section: GivenIdentifier | None = None


def edit_source(database: Database, document_id: str, edit: SourceEdit) -> Document:
    """Change a ready document's source metadata, and its chunks' in the same transaction.

    Raises `DocumentNotFound`; `InvalidState` where the document is not ready; `InvalidRequest`
    where it would be superseded before it takes effect.
    """

    def change(transaction: Transaction) -> SourceMetadata:
        document = database.documents.get(document_id, transaction)
        if document.status is not DocumentStatus.READY:
            raise InvalidState(
                f"{document.filename} is {document.status.value}; its metadata can be changed "
                "once it is ready.",
                hint="Wait until it is ready, or retry it if it failed.",
            )
        source = document.source.model_copy(update=edit.model_dump(exclude_unset=True))
        _check_dates(source)
        origins = trace_edit(document, source)
        database.documents.set_source(document_id, source, transaction, origins)
        database.chunks.set_source(document_id, source, transaction)
        if edit.model_fields_set & {"replaces", "status"}:
            edited = document.model_copy(update={"source": source})
            supersede_replaced(database, edited, transaction)
        return source

    database.transact(change)
    return database.documents.get(document_id)


def trace_edit(document: Document, source: SourceMetadata) -> dict[str, str]:
    """Where each field was found, once `source` is set: what it changes was given by a person."""
    before, after = document.source.model_dump(), source.model_dump()
    changed = dict.fromkeys((name for name in after if after[name] != before[name]), GIVEN)
    return {**document.source_origins, **changed}


def _check_dates(source: SourceMetadata) -> None:
    if (
        source.effective_date is not None
        and source.superseded_date is not None
        and source.superseded_date < source.effective_date
    ):
        raise InvalidRequest(
            f"The superseded date {source.superseded_date} lies before the effective date "
            f"{source.effective_date}.",
            hint="Give a superseded date on or after the effective date.",
        )
