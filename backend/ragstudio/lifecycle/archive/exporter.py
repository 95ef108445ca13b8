"""Writing documents with their vectors into an archive, as a stream that never holds one whole."""

import hashlib
import io
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import IO

from ragstudio import __version__
from ragstudio.errors import InvalidRequest
from ragstudio.lifecycle.archive.format import (
    MANIFEST,
    MOST_DOCUMENTS,
    ArchivedDocument,
    LeftOut,
    Manifest,
    Member,
    describe_member,
    name_member,
)
from ragstudio.lifecycle.archive.reader import check_record
from ragstudio.lifecycle.pieces import read_pieces
from ragstudio.records import Document, DocumentStatus, EmbeddingSpace
from ragstudio.storage.archive_records import (
    ArchivedRecord,
    UnsoundRecord,
    decode_record,
    encode_record,
)
from ragstudio.storage.archives import StoredDocument
from ragstudio.storage.client import Database

_IN_MEMORY_BYTES = 8 * 1024 * 1024
# The time zone of a ZIP is nobody's: the manifest says when it was written.
_STAMP = (1980, 1, 1, 0, 0, 0)


def export_archive(database: Database, groups: Sequence[str] = ()) -> Iterator[bytes]:
    """The archive of the groups' documents, of all without any, in pieces.

    Each document is as it was at one moment; one deleted meanwhile is not in it. Raises
    `InvalidRequest` for more than a hundred thousand documents, and `IndexNotReady` while the
    vectors are being switched to another model.
    """
    ids = database.archives.list_ids(groups)
    if len(ids) > MOST_DOCUMENTS:
        raise InvalidRequest(
            f"{len(ids)} documents are more than the {MOST_DOCUMENTS} an archive may hold.",
            hint="Export one group after the other.",
        )
    space = database.meta.embedding_space()
    return _ArchiveWriter(database, space).write(ids, groups)


class _ArchiveWriter:
    def __init__(self, database: Database, space: EmbeddingSpace | None) -> None:
        self._database = database
        self._space = space
        self._out = _Outlet()
        self._archive = zipfile.ZipFile(self._out, "w", zipfile.ZIP_STORED)
        self._documents: list[ArchivedDocument] = []
        self._left_out: list[LeftOut] = []

    def write(self, ids: Iterable[str], groups: Sequence[str]) -> Iterator[bytes]:
        for document_id in ids:
            with self._database.archives.open(document_id) as stored:
                if stored is not None:
                    yield from self._write_document(stored)
        manifest = Manifest(
            studio_version=__version__,
            created_at=datetime.now(UTC),
            groups=list(groups),
            embedding_space=self._space,
            documents=self._documents,
            left_out=self._left_out,
        )
        text = manifest.model_dump_json(indent=1).encode()
        yield from self._write_member(MANIFEST, io.BytesIO(text))
        self._archive.comment = hashlib.sha256(text).hexdigest().encode()
        self._archive.close()
        yield self._out.take()

    def _write_document(self, stored: StoredDocument) -> Iterator[bytes]:
        document = stored.record.document
        number = len(self._documents) + 1
        with (
            tempfile.SpooledTemporaryFile(_IN_MEMORY_BYTES) as raw,
            tempfile.SpooledTemporaryFile(_IN_MEMORY_BYTES) as chunks,
        ):
            raw_member = _fill(raw, self._database.archives.read_raw(stored))
            if raw_member.sha256 != document.sha256 or raw_member.bytes != document.size_bytes:
                self._leave_out(document, "Its raw file is missing or is not what was uploaded.")
                return
            chunk_member = self._fill_chunks(chunks, stored)
            count = stored.chunk_count if chunk_member else 0
            try:
                encoded = _encode(_settle(stored.record, is_ready=bool(count)))
            except UnsoundRecord:
                self._leave_out(document, "Its record was changed by hand and cannot be read.")
                return
            record = io.BytesIO()
            record_member = _fill(record, iter([encoded]))
            yield from self._write_member(name_member(number, "record"), record)
            if chunk_member is not None:
                yield from self._write_member(name_member(number, "chunks"), chunks)
            yield from self._write_member(name_member(number, "raw"), raw)
        self._documents.append(
            ArchivedDocument(
                record=record_member, raw=raw_member, chunks=chunk_member, chunk_count=count
            )
        )

    def _fill_chunks(self, file: IO[bytes], stored: StoredDocument) -> Member | None:
        """The chunks of a document that is ready and whole; None where it is to be cut anew."""
        document = stored.record.document
        is_whole = 0 < stored.chunk_count == document.counts.chunks
        if document.status is not DocumentStatus.READY or self._space is None or not is_whole:
            return None
        rows = self._database.archives.read_chunks(stored, self._space.dimensions)
        try:
            return _fill(file, rows)
        except UnsoundRecord:
            return None

    def _leave_out(self, document: Document, reason: str) -> None:
        self._left_out.append(
            LeftOut(document_id=document.id, filename=document.filename, reason=reason)
        )

    def _write_member(self, name: str, file: IO[bytes]) -> Iterator[bytes]:
        file.seek(0)
        with self._archive.open(zipfile.ZipInfo(name, _STAMP), "w", force_zip64=True) as member:
            for piece in read_pieces(file):
                member.write(piece)
                yield self._out.take()
        yield self._out.take()


class _Outlet(io.RawIOBase):
    """A sink that cannot be sought in; what was written to it is taken away piece by piece."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        before = len(self._waiting)
        self._waiting += data  # type: ignore[arg-type]
        return len(self._waiting) - before

    def take(self) -> bytes:
        taken = bytes(self._waiting)
        self._waiting.clear()
        return taken


def _encode(record: ArchivedRecord) -> bytes:
    """The record as it will be read. Raises `UnsoundRecord` where an import would refuse it."""
    encoded = encode_record(record)
    check_record(decode_record(encoded).document)
    return encoded


def _settle(record: ArchivedRecord, *, is_ready: bool) -> ArchivedRecord:
    """The record without work in flight; what has no chunks in the archive waits to be cut."""
    status = DocumentStatus.READY if is_ready else DocumentStatus.QUEUED
    document = record.document.model_copy(update={"status": status, "rechunking": None})
    return ArchivedRecord(document, record.identity)


def _fill(file: IO[bytes], pieces: Iterator[bytes]) -> Member:
    def write() -> Iterator[bytes]:
        for piece in pieces:
            file.write(piece)
            yield piece

    return describe_member(write())
