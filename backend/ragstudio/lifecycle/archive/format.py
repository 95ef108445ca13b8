"""What an archive is: a ZIP of uncompressed members with a manifest that names each one's hash.

Members are numbered, so that no name in an archive is ever a path. Nothing is compressed, so that
an archive is never larger inside than outside.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ragstudio.errors import StudioError
from ragstudio.records import EmbeddingSpace

MEDIA_TYPE = "application/zip"
FORMAT_VERSION: Final = 1
MANIFEST = "manifest.json"
MOST_DOCUMENTS = 100_000
MOST_MANIFEST_BYTES = 64 * 1024 * 1024
# About a hundred bytes a member.
MOST_DIRECTORY_BYTES = 32 * 1024 * 1024


class InvalidArchive(StudioError):
    """The file is no archive of the studio, is damaged, or was changed after it was written."""

    code = "invalid_archive"
    status = 422

    @classmethod
    def because(cls, reason: str) -> "InvalidArchive":
        """The usual wording; `reason` never repeats what is in the archive."""
        return cls(
            f"The archive cannot be imported: {reason}.",
            hint="Nothing was written. Export it anew, or copy it again if it was damaged on its "
            "way.",
        )


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Member(_Part):
    """One file in the archive."""

    bytes: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class ArchivedDocument(_Part):
    """The members of one document. One that was not ready has no chunks."""

    record: Member
    raw: Member
    chunks: Member | None
    chunk_count: Annotated[int, Field(ge=0)]


class LeftOut(_Part):
    """A document that could not be exported, and why."""

    document_id: str
    filename: str
    reason: str


class Manifest(_Part):
    """What the archive holds, by its members in their order. `groups` empty: everything."""

    format: Literal["ragstudio-archive"] = "ragstudio-archive"
    format_version: Literal[1] = FORMAT_VERSION
    studio_version: Annotated[str, StringConstraints(max_length=100)]
    created_at: datetime
    groups: list[str]
    embedding_space: EmbeddingSpace | None
    documents: Annotated[list[ArchivedDocument], Field(max_length=MOST_DOCUMENTS)]
    left_out: list[LeftOut]

    def list_members(self) -> Iterator[tuple[str, Member]]:
        """Name and description of every member but the manifest, in their order."""
        for number, document in enumerate(self.documents, start=1):
            yield name_member(number, "record"), document.record
            if document.chunks is not None:
                yield name_member(number, "chunks"), document.chunks
            yield name_member(number, "raw"), document.raw


def describe_member(pieces: Iterable[bytes]) -> Member:
    """The description of a member with these bytes."""
    digest, length = hashlib.sha256(), 0
    for piece in pieces:
        digest.update(piece)
        length += len(piece)
    return Member(bytes=length, sha256=digest.hexdigest())


def name_member(number: int, part: Literal["record", "chunks", "raw"]) -> str:
    """The name of one member of the document with that number, from 1."""
    return f"documents/{number:06}/{part}"


class Outcome(StrEnum):
    """What an import did with one document."""

    IMPORTED = "imported"
    QUEUED = "queued"
    DUPLICATE = "duplicate"
    CONFLICT = "conflict"


class ImportedDocument(BaseModel):
    """One document of an archive and what became of it."""

    document_id: str
    filename: str
    outcome: Outcome
    message: str


class ImportReport(BaseModel):
    """One item a document, in the order of the archive, and how many had each outcome."""

    items: list[ImportedDocument]
    counts: dict[Outcome, int]
