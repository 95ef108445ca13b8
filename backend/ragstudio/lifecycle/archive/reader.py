"""Reading an archive as hostile input: nothing is taken from it before all of it is verified."""

import hashlib
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from pydantic import ValidationError

from ragstudio.errors import StudioError
from ragstudio.formats import find_format
from ragstudio.lifecycle.archive.format import (
    FORMAT_VERSION,
    MANIFEST,
    MOST_DIRECTORY_BYTES,
    MOST_DOCUMENTS,
    MOST_MANIFEST_BYTES,
    ArchivedDocument,
    InvalidArchive,
    Manifest,
    Member,
    describe_member,
    name_member,
)
from ragstudio.lifecycle.intake import check_names
from ragstudio.lifecycle.pieces import read_pieces
from ragstudio.records import Document, DocumentStatus
from ragstudio.storage.archive_records import (
    MOST_RECORD_BYTES,
    ArchivedRecord,
    UnsoundRecord,
    decode_record,
    read_chunk_rows,
)
from ragstudio.storage.mapping import BsonDocument

# End of central directory: signature, disks, entries, size and offset of the directory, comment.
_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_BYTES = 20
_HASH_CHARACTERS = 64
_SATURATED = 0xFFFFFFFF
_DAMAGE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    RuntimeError,
    struct.error,
    ValueError,
)


class ArchiveReader:
    """An archive in a seekable file. Every method raises `InvalidArchive`."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = _open(file)
        self.manifest = self._read_manifest()
        expected = [name for name, _ in self.manifest.list_members()]
        if self._zip.namelist() != [*expected, MANIFEST]:
            raise InvalidArchive.because("its members are not those its manifest names")

    def verify(self) -> None:
        """Read everything: each hash, each record, each chunk."""
        for name, member in self.manifest.list_members():
            self._verify_hash(name, member)
        ids, identities = set[str](), set[str]()
        for number, described in enumerate(self.manifest.documents, start=1):
            record = self.read_record(number)
            ids.add(record.document.id)
            identities.add(record.identity)
            _check_described(number, described, record.document)
            count = sum(1 for _ in self.read_rows(number, record.document.id))
            if count != described.chunk_count:
                raise InvalidArchive.because(f"document {number} has {count} chunks, not as said")
        if min(len(ids), len(identities)) != len(self.manifest.documents):
            raise InvalidArchive.because("it holds one document twice")

    def read_record(self, number: int) -> ArchivedRecord:
        """The record of one document, by its number from 1."""
        try:
            record = decode_record(self._read(name_member(number, "record"), MOST_RECORD_BYTES))
            check_record(record.document)
        except UnsoundRecord as error:
            raise InvalidArchive.because(f"the record of document {number}: {error}") from error
        return record

    def read_rows(self, number: int, document_id: str) -> Iterator[BsonDocument]:
        """The chunks of one document, whose id its record names, as rows to store, in order."""
        described = self.manifest.documents[number - 1]
        space = self.manifest.embedding_space
        if described.chunks is None or space is None:
            return
        try:
            with self._open_member(name_member(number, "chunks")) as stream:
                for index, row in enumerate(read_chunk_rows(stream, space.dimensions)):
                    if str(row["document_id"]) != document_id or row["chunk_index"] != index:
                        raise UnsoundRecord("a chunk is not where it belongs")
                    yield row
        except UnsoundRecord as error:
            raise InvalidArchive.because(f"the chunks of document {number}: {error}") from error

    def read_raw(self, number: int) -> Iterator[bytes]:
        """The raw bytes of one document in pieces."""
        with self._open_member(name_member(number, "raw")) as stream:
            yield from read_pieces(stream)

    def _read_manifest(self) -> Manifest:
        text = self._read(MANIFEST, MOST_MANIFEST_BYTES)
        if hashlib.sha256(text).hexdigest().encode() != self._zip.comment:
            raise InvalidArchive.because("its manifest is not the one that was written")
        try:
            return Manifest.model_validate_json(text)
        except ValidationError as error:
            wrong = {str(part["loc"][0]) for part in error.errors() if part["loc"]}
            if "format_version" in wrong:
                raise InvalidArchive.because(
                    f"its format is not version {FORMAT_VERSION}, the one this studio reads"
                ) from None
            raise InvalidArchive.because("its manifest cannot be read") from None

    def _verify_hash(self, name: str, member: Member) -> None:
        with self._open_member(name) as stream:
            found = describe_member(read_pieces(stream))
        if found != member:
            raise InvalidArchive.because(f"{name} is not what was written")

    def _read(self, name: str, most: int) -> bytes:
        with self._open_member(name) as stream:
            data = stream.read(most + 1)
        if len(data) > most:
            raise InvalidArchive.because(f"{name} is larger than {most} bytes")
        return data

    @contextmanager
    def _open_member(self, name: str) -> Iterator[IO[bytes]]:
        try:
            with self._zip.open(name) as stream:
                yield stream
        except _DAMAGE as error:
            raise InvalidArchive.because(f"{name} is missing or damaged") from error


def check_record(document: Document) -> None:
    """Raises `UnsoundRecord` for a record that no intake would have made."""
    try:
        check_names(document.filename, document.group)
    except StudioError as error:
        raise UnsoundRecord("its file name or group is none") from error
    if find_format(document.content_type) is None:
        raise UnsoundRecord("its type is not one the studio reads")
    if document.size_bytes <= 0 or "\0" in document.filename:
        raise UnsoundRecord("its size or its name is none")


def _check_described(number: int, described: ArchivedDocument, document: Document) -> None:
    is_ready = document.status is DocumentStatus.READY
    if (document.sha256, document.size_bytes) != (described.raw.sha256, described.raw.bytes):
        raise InvalidArchive.because(f"the raw bytes of document {number} are not its own")
    if is_ready != bool(described.chunk_count) or is_ready != (described.chunks is not None):
        raise InvalidArchive.because(f"document {number} is ready without chunks, or not with them")
    if is_ready and document.counts.chunks != described.chunk_count:
        raise InvalidArchive.because(f"document {number} counts other chunks than it has")


def _open(file: IO[bytes]) -> zipfile.ZipFile:
    """The ZIP, once its directory is known to be of a size that can be read."""
    size = file.seek(0, 2)
    try:
        directory = _measure_directory(file, size)
        if directory > MOST_DIRECTORY_BYTES:
            raise InvalidArchive.because("it has more members than an archive may have")
        archive = zipfile.ZipFile(file)
    except _DAMAGE as error:
        raise InvalidArchive.because("it is no archive, or it is cut off") from error
    members = archive.infolist()
    if len(members) > 3 * MOST_DOCUMENTS + 1:
        raise InvalidArchive.because("it has more members than an archive may have")
    if any(member.compress_type != zipfile.ZIP_STORED for member in members):
        raise InvalidArchive.because("it is compressed; an archive of the studio never is")
    if sum(member.file_size for member in members) > size:
        raise InvalidArchive.because("its members overlap")
    return archive


def _measure_directory(file: IO[bytes], size: int) -> int:
    """Bytes of the directory, as the end of the file states them."""
    at = size - _END.size - _HASH_CHARACTERS
    if at < 0:
        raise zipfile.BadZipFile
    file.seek(at)
    signature, *_, length, _, comment = _END.unpack(file.read(_END.size))
    if signature != b"PK\5\6" or comment != _HASH_CHARACTERS:
        raise zipfile.BadZipFile
    if length != _SATURATED:
        return int(length)
    file.seek(max(at - _LOCATOR_BYTES - _END64.size, 0))
    signature, *_, length, _ = _END64.unpack(file.read(_END64.size))
    if signature != b"PK\6\6":
        raise zipfile.BadZipFile
    return int(length)
