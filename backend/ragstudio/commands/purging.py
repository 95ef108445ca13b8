"""`ragstudio purge`: what MongoDB keeps of deleted documents, made as little as can be."""

from pydantic import BaseModel

from ragstudio.commands.worker_process import find_mongodb_uri
from ragstudio.settings import Settings
from ragstudio.storage.compaction import (
    CompactedCollection,
    Oplog,
    compact_collections,
    read_oplog,
)
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.rebuilding import rebuild

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
_SERVER = "The embedded database is in use. Stop the studio and purge again to write it anew."


class PurgeReport(BaseModel):
    """What a purge did, and in plain words what is left of deleted documents, and where."""

    rebuilt: bool
    bytes_before: int
    bytes_after: int
    collections: list[CompactedCollection] = []
    oplog: Oplog | None = None
    left: list[str]


def purge(settings: Settings, *, shrink_oplog: bool) -> PurgeReport:
    """Write the embedded database anew; compact one that is in use or is not the studio's.

    Raises what finding or opening the database raises, and `EmbeddedDatabaseError` where it cannot
    be written anew.
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
