"""Export and import: over HTTP with a running server, else straight with the database."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from ragstudio.commands.client import connect_to_server
from ragstudio.errors import StudioError
from ragstudio.lifecycle.archive.exporter import export_archive
from ragstudio.lifecycle.archive.format import MEDIA_TYPE, ImportReport, Manifest
from ragstudio.lifecycle.archive.importer import import_archive
from ragstudio.lifecycle.archive.reader import ArchiveReader
from ragstudio.lifecycle.pieces import read_pieces
from ragstudio.settings import Settings
from ragstudio.studio import Studio, open_database


class FileUnusable(StudioError):
    """The file of an export or import cannot be written or read."""

    code = "file_unusable"
    status = 422


def write_archive(
    settings: Settings, url: str | None, path: Path, groups: Sequence[str]
) -> dict[str, Any]:
    """Export to `path`, which appears whole or not at all, and say what is in it.

    Raises `FileUnusable`, `InvalidArchive` where it arrived damaged, and what finding a studio
    raises.
    """
    try:
        with _appear(path) as file:
            for piece in _export(settings, url, groups):
                file.write(piece)
            reader = ArchiveReader(file)
            reader.verify()
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise _unusable(path, error) from error
    return {"file": str(path), "bytes": size, **_summarise(reader.manifest)}


def read_archive(settings: Settings, url: str | None, path: Path) -> dict[str, Any]:
    """Import `path`; what was ready in it is ready again when this returns, if a studio runs here.

    Raises `FileUnusable`, `InvalidArchive`, `EmbeddingSpaceMismatch`, and what finding a studio
    raises.
    """
    try:
        with path.open("rb") as file:
            with connect_to_server(settings, url) as client:
                if client is not None:
                    length = str(os.fstat(file.fileno()).st_size)
                    answer: dict[str, Any] = client.call(
                        "POST",
                        "/archive",
                        content=read_pieces(file),
                        timeout=None,
                        headers={"Content-Type": MEDIA_TYPE, "Content-Length": length},
                    ).json()
                    return answer
            return _import_here(settings, file).model_dump(mode="json")
    except OSError as error:
        raise _unusable(path, error) from error


def _export(settings: Settings, url: str | None, groups: Sequence[str]) -> Iterator[bytes]:
    with connect_to_server(settings, url) as client:
        if client is not None:
            yield from client.stream("/archive", group=list(groups))
            return
    handle = open_database(settings)
    try:
        yield from export_archive(handle.database, groups)
    finally:
        handle.close()


def _import_here(settings: Settings, file: IO[bytes]) -> ImportReport:
    with closing(Studio.open(settings.model_copy(update={"workers": 0}))) as studio:
        studio.start()
        report = import_archive(studio.database, file, studio.embedder.space, _show_progress)
        while studio.database.documents.awaiting_index():
            time.sleep(0.1)
    return report


def _show_progress(item: object) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(".")
        sys.stderr.flush()


@contextmanager
def _appear(path: Path) -> Iterator[IO[bytes]]:
    """A private file beside `path` that takes its place once all is written."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _summarise(manifest: Manifest) -> dict[str, Any]:
    return {
        "documents": len(manifest.documents),
        "chunks": sum(document.chunk_count for document in manifest.documents),
        "not_ready": sum(document.chunks is None for document in manifest.documents),
        "left_out": [item.model_dump() for item in manifest.left_out],
    }


def _unusable(path: Path, error: OSError) -> FileUnusable:
    return FileUnusable(
        f"{path} cannot be used: {error.strerror or type(error).__name__}.",
        hint="Choose another file, or free disk space.",
    )
