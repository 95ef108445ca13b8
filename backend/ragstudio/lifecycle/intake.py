"""Taking a file in: limits, type by content, hash, raw bytes, and the record, all or nothing."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import BinaryIO
from uuid import uuid4

import structlog

from ragstudio.chunking.plan import ChunkingChoice, plan_chunking
from ragstudio.errors import (
    DiskFull,
    DuplicateDocument,
    EmptyFile,
    FileTooLarge,
    InvalidRequest,
    InvalidState,
    InvalidUpload,
)
from ragstudio.lifecycle.pieces import read_pieces
from ragstudio.parsing.detection import DetectedType, detect_content_type
from ragstudio.parsing.suite_detection import refuse_suite
from ragstudio.records import Document, DocumentStatus
from ragstudio.settings import Settings
from ragstudio.storage.client import Database, Transaction
from ragstudio.storage.documents import IdentityTaken
from ragstudio.storage.mapping import new_id

MAX_FILENAME_CHARACTERS = 1000
MAX_GROUP_CHARACTERS = 200
DEFAULT_GROUP = "default"
_LEFT_OPEN = ChunkingChoice()

log = structlog.get_logger(__name__)


class OnDuplicate(StrEnum):
    """What to do with bytes the studio already holds."""

    REJECT = "reject"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it arrived: a seekable stream and the name it came with, used as data only."""

    filename: str
    stream: BinaryIO


class Intake:
    """The door of the lifecycle. What it accepts is `queued`; what it refuses leaves nothing."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    def accept(
        self,
        upload: Upload,
        *,
        group: str = DEFAULT_GROUP,
        on_duplicate: OnDuplicate = OnDuplicate.REJECT,
        chunking: ChunkingChoice = _LEFT_OPEN,
    ) -> Document:
        """Store a file and queue it; what `chunking` leaves open is decided when it is cut.

        Raises `InvalidUpload`, `InvalidRequest`, `EmptyFile`, `FileTooLarge`,
        `UnsupportedMediaType`, `EvaluationSuite`, `DuplicateDocument` and `DiskFull`.
        """
        return self._store(
            upload, group=group, on_duplicate=on_duplicate, replaces=None, chunking=chunking
        )

    def accept_version(
        self, document_id: str, upload: Upload, chunking: ChunkingChoice = _LEFT_OPEN
    ) -> Document:
        """Store a file that will replace a document once it is ready; until then both exist.

        Raises what `accept` raises, `DocumentNotFound`, and `InvalidState` where the document
        is being deleted or has already been replaced.
        """
        replaced = self._database.documents.get(document_id)
        if replaced.status is DocumentStatus.DELETING:
            raise InvalidState(
                f"{replaced.filename} is being deleted.",
                hint="Upload the file as a new document.",
            )
        if replaced.replaced_by_document_id is not None:
            raise InvalidState(
                f"{replaced.filename} has already been replaced.",
                hint="Add the version to the document that replaced it.",
                details={"document_id": replaced.replaced_by_document_id},
            )
        return self._store(
            upload,
            group=replaced.group,
            on_duplicate=OnDuplicate.REJECT,
            replaces=replaced,
            chunking=chunking,
        )

    def _store(
        self,
        upload: Upload,
        *,
        group: str,
        on_duplicate: OnDuplicate,
        replaces: Document | None,
        chunking: ChunkingChoice,
    ) -> Document:
        check_names(upload.filename, group)
        size, sha256 = self._measure(upload)
        detected = detect_content_type(upload.stream, upload.filename)
        refuse_suite(upload.stream, upload.filename)
        keep = on_duplicate is OnDuplicate.KEEP
        if not keep:
            self._refuse_duplicate(sha256, upload.filename)
        warnings = self._warn(upload.filename, detected, replaces)
        plan = plan_chunking(chunking, detected.content_type, self._settings)
        self._refuse_full_disk(size, upload.filename)
        upload.stream.seek(0)
        raw_file_id, length = self._database.raw_files.write_chunks(read_pieces(upload.stream))
        # MongoDB keeps milliseconds: the answer to the upload shows what is stored.
        now = datetime.now(UTC)
        now = now.replace(microsecond=now.microsecond // 1000 * 1000)
        document = Document(
            id=new_id(),
            filename=upload.filename,
            group=group,
            content_type=detected.content_type,
            size_bytes=size,
            sha256=sha256,
            raw_file_id=raw_file_id,
            status=DocumentStatus.QUEUED,
            warnings=warnings,
            chunking=None if chunking.is_empty else plan,
            replaces_document_id=replaces.id if replaces else None,
            created_at=now,
            updated_at=now,
        )
        identity = f"{sha256}:{uuid4().hex}" if keep and self._is_held(sha256) else sha256
        try:
            self._close(document, identity, length)
        except IdentityTaken:
            self._database.raw_files.abandon(raw_file_id)
            if keep:
                return self._store(
                    upload,
                    group=group,
                    on_duplicate=on_duplicate,
                    replaces=replaces,
                    chunking=chunking,
                )
            self._refuse_duplicate(sha256, upload.filename)
            raise
        except BaseException:
            self._database.raw_files.abandon(raw_file_id)
            raise
        self._database.raw_files.finish(raw_file_id)
        log.info("document_accepted", document_id=document.id, size_bytes=size)
        return document

    def _close(self, document: Document, identity: str, length: int) -> None:
        """The one transaction in which file and record appear together."""

        def close(transaction: Transaction) -> None:
            self._database.raw_files.insert_file(
                document.raw_file_id,
                length=length,
                filename=document.filename,
                metadata={
                    "document_id": document.id,
                    "sha256": document.sha256,
                    "content_type": document.content_type,
                },
                session=transaction,
            )
            self._database.documents.insert(document, identity=identity, session=transaction)

        self._database.transact(close)

    def _measure(self, upload: Upload) -> tuple[int, str]:
        digest = hashlib.sha256()
        size = 0
        upload.stream.seek(0)
        for piece in read_pieces(upload.stream):
            size += len(piece)
            if size > self._settings.max_upload_bytes:
                raise too_large(upload.filename, self._settings)
            digest.update(piece)
        if size == 0:
            raise EmptyFile(
                f"{upload.filename} is empty (0 bytes).", hint="Upload a file with content."
            )
        return size, digest.hexdigest()

    def _refuse_full_disk(self, size: int, filename: str) -> None:
        free = self._database.free_disk_bytes()
        kept = self._settings.minimum_free_disk_mb * 1024 * 1024
        # Beside the raw bytes, their chunks with vectors take about as much again, and more.
        if free is None or free - 3 * size >= kept:
            return
        raise DiskFull(
            f"{filename} was not stored: {free // 1024**2} MiB of disk space are free.",
            hint="Free disk space where MongoDB keeps its files, or lower MINIMUM_FREE_DISK_MB; "
            "then upload it again.",
            details={"free_bytes": free, "kept_free_bytes": kept},
        )

    def _is_held(self, sha256: str) -> bool:
        return self._database.documents.find_by_identity(sha256) is not None

    def _refuse_duplicate(self, sha256: str, filename: str) -> None:
        existing = self._database.documents.find_by_identity(sha256)
        if existing is None:
            return
        raise DuplicateDocument(
            f"{filename} has the same bytes as {existing.filename}, which is already here.",
            hint="Nothing was stored. To keep both, upload with on_duplicate=keep.",
            details={
                "document_id": existing.id,
                "filename": existing.filename,
                "group": existing.group,
                "status": existing.status.value,
            },
        )

    def _warn(self, filename: str, detected: DetectedType, replaces: Document | None) -> list[str]:
        warnings = [detected.warning] if detected.warning else []
        if replaces is None and self._database.documents.find_by_filename(filename):
            warnings.append(
                "Another document has the same file name and other content; both are kept. "
                "To replace it, upload this file as its new version."
            )
        return warnings


def too_large(filename: str, settings: Settings) -> FileTooLarge:
    """The refusal of a file over the limit."""
    return FileTooLarge(
        f"{filename} is larger than {settings.max_upload_mb} MiB.",
        hint="Split the file, or raise MAX_UPLOAD_MB.",
        details={"limit_bytes": settings.max_upload_bytes},
    )


def check_names(filename: str, group: str) -> None:
    """Raises `InvalidUpload` for a file name and `InvalidRequest` for a group that is none."""
    if not filename.strip():
        raise InvalidUpload(
            "The file has no name.", hint="Send a file name with each file of the upload."
        )
    if len(filename) > MAX_FILENAME_CHARACTERS:
        raise InvalidUpload(
            f"The file name has {len(filename)} characters, more than {MAX_FILENAME_CHARACTERS}.",
            hint="Shorten the name.",
            details={"limit_characters": MAX_FILENAME_CHARACTERS},
        )
    check_group(group)


def check_group(group: str) -> None:
    """Raises `InvalidRequest` for a group that is none."""
    if not group.strip() or len(group) > MAX_GROUP_CHARACTERS or "\x00" in group:
        raise InvalidRequest(
            f"The group must have 1 to {MAX_GROUP_CHARACTERS} characters, NUL not among them.",
            hint="Give a short group name, such as a folder's.",
            details={"limit_characters": MAX_GROUP_CHARACTERS},
        )
