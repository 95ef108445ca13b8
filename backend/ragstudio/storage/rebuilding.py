"""Writing the embedded database anew, so that nothing deleted is left in any of its files."""

from dataclasses import dataclass
from pathlib import Path

import structlog

from ragstudio.errors import EmbeddedDatabaseError
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.database_copy import CopyDiffers, copy_databases
from ragstudio.storage.embedded import EmbeddedMongod
from ragstudio.storage.errors import DatabaseFailure

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class RebuiltFiles:
    """Bytes of the database's files before and after."""

    bytes_before: int
    bytes_after: int


def rebuild(directory: DataDirectory) -> RebuiltFiles:
    """Copy the live documents into a new database beside the old one and let it take its place.

    The old one serves until the copy is whole and proven; then two renames exchange them, and the
    next start finishes them where the machine stops in between. Raises `DataDirectoryHeld` while
    a studio runs, and `EmbeddedDatabaseError` where the copy cannot be made; the old database
    then stays.
    """
    old = EmbeddedMongod(directory)
    old.start()
    try:
        copy = directory.prepare_rebuild()
        new = EmbeddedMongod(copy)
        try:
            new.start()
            copy_databases(old.uri, new.uri)
        finally:
            new.stop()
        old.halt()
        before = _measure(directory.database_path)
        directory.finish_rebuild()
        after = _measure(directory.database_path)
    except (DatabaseFailure, CopyDiffers, OSError) as error:
        raise EmbeddedDatabaseError(
            f"The database could not be written anew ({type(error).__name__}).",
            hint="The old one is unchanged. Free as much disk space as it takes, and try again.",
        ) from error
    finally:
        old.halt()
        directory.settle_rebuild()
        old.stop()
    log.info("database_rebuilt", bytes_before=before, bytes_after=after)
    return RebuiltFiles(before, after)


def _measure(path: Path) -> int:
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
