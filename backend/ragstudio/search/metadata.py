"""The fields of a chunk that a filter can ask for, in the form the local indexes compare."""

import sys
from dataclasses import dataclass

from ragstudio.storage.changes import ChunkEntry


@dataclass(frozen=True, slots=True)
class ChunkMetadata:
    """Filterable fields of one chunk, but for whether its document is ready.

    The source is in force on every day with `in_force_from` <= day < `in_force_until`, as
    ordinals of the proleptic Gregorian calendar. `section` is the heading path as it is shown,
    `section_path` the folded one and every path above it.
    """

    document_id: str
    group: str
    source_status: str
    block_type: str
    section: str
    section_path: tuple[str, ...]
    in_force_from: int
    in_force_until: int

    @classmethod
    def from_entry(cls, entry: ChunkEntry) -> "ChunkMetadata":
        """The metadata of a chunk as the feed hands it out."""
        return cls(
            document_id=sys.intern(entry.document_id),
            group=sys.intern(entry.group),
            source_status=sys.intern(entry.source_status),
            block_type=sys.intern(entry.block_type),
            section=sys.intern(entry.section or ""),
            section_path=tuple(map(sys.intern, entry.section_path)),
            in_force_from=entry.in_force_from.toordinal(),
            in_force_until=entry.in_force_until.toordinal(),
        )
