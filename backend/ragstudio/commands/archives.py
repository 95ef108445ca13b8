"""Commands about copies: one to keep or to move, and those that MongoDB keeps by itself."""

import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any

import typer
from pydantic import BaseModel

from ragstudio.commands.client import CallRefused, StudioClient
from ragstudio.commands.context import Json, load_settings, open_studio
from ragstudio.commands.output import show_event, show_export, show_purge, write_json
from ragstudio.commands.processes import find_mongodb_uri
from ragstudio.errors import StudioError
from ragstudio.lifecycle.archive.format import MEDIA_TYPE, Manifest
from ragstudio.lifecycle.archive.reader import ArchiveReader
from ragstudio.lifecycle.pieces import read_pieces
from ragstudio.settings import Settings
from ragstudio.storage.compaction import (
    CompactedCollection,
    Oplog,
    compact_collections,
    read_oplog,
)
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.rebuilding import rebuild


def export_documents(
    *,
    file: Annotated[Path, typer.Argument(dir_okay=False, help="The archive to write.")],
    group: Annotated[
        list[str] | None, typer.Option(help="Export this group; everything without any.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    as_json: Json = False,
) -> None:
    """Write documents with their raw bytes, chunks and vectors into one file."""

    if file.exists() and not force:
        raise typer.BadParameter(f"{file} is there already; --force replaces it.")
    with open_studio() as client:
        summary = write_archive(client, file, group or [])
    write_json(json.dumps(summary, ensure_ascii=False)) if as_json else show_export(summary)
    raise typer.Exit(1 if summary["left_out"] else 0)


def import_documents(
    file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="An archive of `export`.")
    ],
    as_json: Json = False,
) -> None:
    """Take the documents of an archive in; those already here are left as they are."""

    with open_studio() as client:
        report = read_archive(client, file)
    if as_json:
        write_json(json.dumps(report, ensure_ascii=False))
    else:
        for item in report["items"]:
            show_event(item["outcome"], item["filename"], item["message"])
    raise typer.Exit(1 if report["counts"]["conflict"] else 0)


def purge(
    *,
    oplog: Annotated[
        bool, typer.Option("--oplog", help="Also set the limit of the oplog to its minimum.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Make what MongoDB keeps of deleted documents as little as can be, and say what is left."""

    report = purge_database(load_settings(), shrink_oplog=oplog)
    write_json(report.model_dump_json()) if as_json else show_purge(report.model_dump())


class FileUnusable(StudioError):
    """The file of an export or import cannot be written or read."""

    code = "file_unusable"
    status = 422


def write_archive(client: StudioClient, path: Path, groups: Sequence[str]) -> dict[str, Any]:
    """Export to `path`, which appears whole or not at all, and say what is in it.

    Raises `FileUnusable`, `InvalidArchive` where it arrived damaged, and what a call raises.
    """
    try:
        with _appear(path) as file:
            for piece in client.stream("/archive", group=list(groups)):
                file.write(piece)
            reader = ArchiveReader(file)
            reader.verify()
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise _unusable(path, error) from error
    return {"file": str(path), "bytes": size, **_summarise(reader.manifest)}


def read_archive(client: StudioClient, path: Path) -> dict[str, Any]:
    """Import `path`; documents that were ready in it are ready when this returns.

    Raises `FileUnusable`, and what a call raises.
    """
    try:
        with path.open("rb") as file:
            report: dict[str, Any] = client.call(
                "POST",
                "/archive",
                content=read_pieces(file),
                timeout=None,
                headers={
                    "Content-Type": MEDIA_TYPE,
                    "Content-Length": str(os.fstat(file.fileno()).st_size),
                },
            ).json()
    except OSError as error:
        raise _unusable(path, error) from error
    for item in report["items"]:
        while item["outcome"] == "imported" and _is_indexing(client, item["document_id"]):
            time.sleep(_LOOK_SECONDS)
    return report


def _is_indexing(client: StudioClient, document_id: str) -> bool:
    try:
        return bool(client.get(f"/documents/{document_id}").json()["status"] == "processing")
    except CallRefused:
        return False


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


_LOOK_SECONDS = 0.1
_DISK = (
    "The file system: blocks of files that were removed or cut short hold their bytes until they "
    "are used again. Only an encrypted or overwritten disk forgets them."
)
_BACKUPS = "Archives, backups and snapshots you made."
_FREE = "Free pages of the files that were not given back, until they are used again."
_JOURNAL = "The journal, for some minutes, until a checkpoint has made it superfluous."
_OPLOG = (
    "The oplog: each write, deleted documents among them, until newer writes push it out over "
    "its limit."
)
_SERVER = "The embedded database is in use. Stop the studio and purge again to rebuild it."


class PurgeReport(BaseModel):
    """What a purge did, and in plain words what is left of deleted documents, and where."""

    rebuilt: bool
    bytes_before: int
    bytes_after: int
    collections: list[CompactedCollection] = []
    oplog: Oplog | None = None
    left: list[str]


def purge_database(settings: Settings, *, shrink_oplog: bool) -> PurgeReport:
    """Rebuild the embedded database; compact one that is in use or is not the studio's.

    Raises what finding or opening the database raises, and `EmbeddedDatabaseError` where it cannot
    be rebuilt.
    """
    directory = DataDirectory(settings.data_dir)
    if settings.uses_embedded_database and directory.owner() is None:
        files = rebuild(directory)
        return PurgeReport(
            rebuilt=True,
            bytes_before=files.bytes_before,
            bytes_after=files.bytes_after,
            left=[_DISK, _BACKUPS],
        )
    uri = find_mongodb_uri(settings)
    collections = compact_collections(uri, settings.mongodb_database)
    oplog = read_oplog(uri, shrink=shrink_oplog)
    hint = [_SERVER] if settings.uses_embedded_database else []
    return PurgeReport(
        rebuilt=False,
        bytes_before=sum(each.bytes_before for each in collections),
        bytes_after=sum(each.bytes_after for each in collections),
        collections=collections,
        oplog=oplog,
        left=[_OPLOG, _JOURNAL, _FREE, _DISK, _BACKUPS, *hint],
    )
