"""The fields of a chunk that a filter can ask for, in the form both indexes compare."""

from dataclasses import dataclass
from datetime import date

from ragstudio.records import SourceStatus
from ragstudio.storage.changes import ChunkEntry

SECTION_SEPARATOR = " > "
ALWAYS = 0
NEVER = date.max.toordinal() + 1


@dataclass(frozen=True, slots=True)
class ChunkMetadata:
    """Filterable fields of one chunk.

    The source is in force on every day with `in_force_from` <= day < `in_force_until`, as
    ordinals of the proleptic Gregorian calendar; `ALWAYS` and `NEVER` lie outside it.
    """

    document_id: str
    group: str
    source_status: str
    block_type: str
    section: str
    in_force_from: int
    in_force_until: int

    @classmethod
    def from_entry(cls, entry: ChunkEntry) -> "ChunkMetadata":
        """The metadata of a chunk as the feed hands it out."""
        if entry.source_status == SourceStatus.DRAFT:
            begins = NEVER
        else:
            begins = entry.effective_date.toordinal() if entry.effective_date else ALWAYS
        if entry.superseded_date is not None:
            ends = entry.superseded_date.toordinal()
        else:
            ends = ALWAYS if entry.source_status == SourceStatus.SUPERSEDED else NEVER
        return cls(
            document_id=entry.document_id,
            group=entry.group,
            source_status=entry.source_status,
            block_type=entry.block_type,
            section=fold_section(entry.section or ""),
            in_force_from=begins,
            in_force_until=ends,
        )


def fold_section(path: str) -> str:
    """A heading path in the form that is compared: letter case and outer white space ignored."""
    return path.strip().casefold()


def section_covers(wanted: str, path: str) -> bool:
    """Whether a folded `path` is the folded `wanted` itself or lies below it."""
    return path == wanted or path.startswith(wanted + SECTION_SEPARATOR)


def list_section_ancestors(path: str) -> list[str]:
    """A folded heading path and every path above it: `a`, `a > b`, `a > b > c`."""
    headings = path.split(SECTION_SEPARATOR) if path else []
    return [SECTION_SEPARATOR.join(headings[: depth + 1]) for depth in range(len(headings))]
