"""Versions of a source, and what changed between two of them."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query

from ragstudio.api.dependencies import DatabaseDependency, DocumentId
from ragstudio.api.errors import document_errors
from ragstudio.versions.chain import VersionChain, find_version_chain
from ragstudio.versions.changes import DocumentChanges, compare_documents

router = APIRouter(
    prefix="/api/documents/{document_id}",
    tags=["documents"],
    responses=document_errors(404, 503),
)


@router.get("/versions", summary="Show the versions of a source")
def list_versions(
    document_id: DocumentId,
    database: DatabaseDependency,
    as_of: Annotated[date | None, Query(description="Day in question; today if absent.")] = None,
) -> VersionChain:
    """What the document replaces, is replaced by, amends and is amended by, oldest first."""
    return find_version_chain(database, document_id, as_of or date.today())


@router.get("/changes", summary="Show what changed")
def show_changes(
    document_id: DocumentId,
    database: DatabaseDependency,
    against: Annotated[
        str, Query(pattern=r"^[0-9a-f]{24}$", description="Id of the version to compare with.")
    ],
) -> DocumentChanges:
    """From the version `against` to this document: what came, went and changed, by section."""
    return compare_documents(database, document_id, against)
