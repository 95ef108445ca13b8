"""Of passages from versions of one source: which source controls, over which, and why."""

import re
from collections.abc import Mapping, Sequence

from ragstudio.records import Chunk, SourceMetadata
from ragstudio.retrieval.response import ControlGround, Controlling, VersionedSource

Passages = Sequence[Chunk]


def find_controlling(
    passages: Passages, sources: Mapping[str, SourceMetadata]
) -> Controlling | None:
    """What controls among the returned passages, best first; None where none contradict by version.

    A replacement controls what it replaces; an amendment controls only the section it names, and
    the rest stays in force. The pair whose better passage stands first counts.
    """
    order = list(dict.fromkeys(chunk.document_id for chunk in passages))
    leading = {chunk.document_id: chunk for chunk in reversed(passages)}
    for first in order:
        for second in order:
            if first == second:
                continue
            for newer, older in ((first, second), (second, first)):
                found = _relate(newer, older, passages, leading, sources)
                if found is not None:
                    return found
    return None


def _relate(
    newer: str,
    older: str,
    passages: Passages,
    leading: Mapping[str, Chunk],
    sources: Mapping[str, SourceMetadata],
) -> Controlling | None:
    later, earlier = sources[newer], sources[older]
    if earlier.record_id is not None and later.amends == earlier.record_id:
        amended = [
            chunk
            for chunk in passages
            if chunk.document_id == older and lies_in_section(chunk, later.amends_section)
        ]
        if not amended:
            return None
        part = f"section {later.amends_section}" if later.amends_section else None
        return Controlling(
            source=_describe(leading[newer], later, None),
            over=[_describe(amended[0], earlier, part)],
            ground=ControlGround.AMENDS,
            reason=f"{_name(leading[newer], later)}{_since(later)} amends "
            f"{part + ' of ' if part else ''}{_name(leading[older], earlier)}; "
            "the rest of it stays in force.",
        )
    if _replaces(newer, later, older, earlier):
        until = earlier.superseded_date
        return Controlling(
            source=_describe(leading[newer], later, None),
            over=[_describe(leading[older], earlier, None)],
            ground=ControlGround.REPLACES,
            reason=f"{_name(leading[newer], later)}{_since(later)} replaces "
            f"{_name(leading[older], earlier)}"
            f"{f', which was in force until {until}' if until else ''}.",
        )
    return None


def _replaces(newer: str, later: SourceMetadata, older: str, earlier: SourceMetadata) -> bool:
    named = earlier.replaced_by is not None and earlier.replaced_by in (later.record_id, newer)
    return named or (later.replaces is not None and later.replaces in (earlier.record_id, older))


def lies_in_section(chunk: Chunk, section: str | None) -> bool:
    """Whether a passage stands under a heading with this written number, or one below it."""
    if section is None:
        return True
    numbered = re.compile(rf"(?:section\s+|§\s*)?{re.escape(section)}(?![\w])", re.IGNORECASE)
    return any(numbered.match(heading) for heading in (chunk.section or "").split(" > "))


def _describe(chunk: Chunk, source: SourceMetadata, part: str | None) -> VersionedSource:
    return VersionedSource(
        document_id=chunk.document_id,
        filename=chunk.filename,
        record_id=source.record_id,
        section=part or chunk.section,
        effective_date=source.effective_date,
        superseded_date=source.superseded_date,
    )


def _name(chunk: Chunk, source: SourceMetadata) -> str:
    return f"{source.record_id} ({chunk.filename})" if source.record_id else chunk.filename


def _since(source: SourceMetadata) -> str:
    return f", in force from {source.effective_date}," if source.effective_date else ""
