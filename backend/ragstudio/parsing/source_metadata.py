"""What a document says about itself, made into source metadata."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from ragstudio.parsing.metadata_findings import Finding, find_metadata
from ragstudio.parsing.written_dates import read_date
from ragstudio.records import ExtractedDocument, SourceMetadata, SourceStatus

MAX_IDENTIFIER = 200

_STATUS_WORDS = {
    **dict.fromkeys(
        ("superseded", "obsolete", "withdrawn", "retired", "archived", "expired", "replaced",
         "deprecated", "revoked", "historical", "outdated"),
        SourceStatus.SUPERSEDED,
    ),
    **dict.fromkeys(
        ("draft", "proposed", "proposal", "pending", "review", "wip"), SourceStatus.DRAFT
    ),
    **dict.fromkeys(
        ("current", "active", "effective", "approved", "final", "published", "valid", "live",
         "force"),
        SourceStatus.CURRENT,
    ),
}  # fmt: skip
_AMENDED_SECTION = re.compile(
    r"(?P<record>.+?)[,;]?\s+\(?(?:section|clause|article|part|§)\s*(?P<section>\w+(?:\.\w+)*)\)?",
    re.I,
)
_SUCCESSOR = re.compile(r"\b(?:superseded|replaced) by\s+(.+?)(?:\s+(?:on|from|since)\b.*)?$", re.I)


@dataclass(frozen=True, slots=True)
class StatedMetadata:
    """Source metadata, where each field of it stands, and what is stated unclearly."""

    source: SourceMetadata
    origins: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


def read_source_metadata(document: ExtractedDocument) -> StatedMetadata:
    """The metadata a document states; of several statements the first of `find_metadata` counts."""
    warnings: list[str] = []
    first: dict[str, Finding] = {}
    for finding in find_metadata(document, warnings):
        if _is_telling(finding):
            first.setdefault(finding.field, finding)
    written = {name: finding.value for name, finding in first.items()}
    source = _interpret(written, warnings)
    return StatedMetadata(source, _trace(source, first), warnings)


def _is_telling(finding: Finding) -> bool:
    """A property's status counts only if it is one: Office programs put their own words there."""
    is_property = finding.origin.startswith("document property")
    return not (is_property and finding.field == "status" and _read_status(finding.value) is None)


def _trace(source: SourceMetadata, first: Mapping[str, Finding]) -> dict[str, str]:
    """Where each field that has a value was found; a status may imply others, or follow."""
    origins: dict[str, str] = {}
    stated = {name for name, value in source.model_dump(exclude_defaults=True).items() if value}
    for name in SourceMetadata.model_fields:
        if name == "amends_section" and name in stated:
            origins[name] = first["amends"].origin
        elif name in first and (name in stated or name == "status"):
            origins[name] = first[name].origin
        elif name in stated and name != "status" and "status" in first:
            origins[name] = first["status"].origin
        elif name in stated and name == "status":
            implied = first.get("superseded_date") or first.get("replaced_by")
            if implied is not None:
                origins[name] = implied.origin
    return origins


def _interpret(found: dict[str, str], warnings: list[str]) -> SourceMetadata:
    status = found.get("status", "")
    source = SourceMetadata(
        record_id=_read_identifier(found.get("record_id")),
        owner=_read_identifier(found.get("owner")),
        effective_date=_read_field_date(found, "effective_date", warnings),
        superseded_date=_read_field_date(found, "superseded_date", warnings),
        replaces=_read_identifier(found.get("replaces")),
        replaced_by=_read_identifier(found.get("replaced_by")),
    )
    source.amends, source.amends_section = _read_amendment(found.get("amends"))
    stated = _read_status(status)
    if status and stated is None:
        warnings.append(
            f"The status {status[:60]!r} is not one the studio knows; taken as current."
        )
    if stated is SourceStatus.SUPERSEDED:
        successor = _SUCCESSOR.search(status)
        source.superseded_date = source.superseded_date or read_date(status).value
        source.replaced_by = source.replaced_by or _read_identifier(successor and successor[1])
    elif stated is SourceStatus.CURRENT:
        source.effective_date = source.effective_date or read_date(status).value
    if stated is None and not status and (source.superseded_date or source.replaced_by):
        stated = SourceStatus.SUPERSEDED
    source.status = stated or SourceStatus.CURRENT
    return source


def _read_amendment(text: str | None) -> tuple[str | None, str | None]:
    """The source that is amended and, where one is named, its section: `HR-201 section 4`."""
    match = _AMENDED_SECTION.fullmatch(text.strip().rstrip(".")) if text else None
    if match is None:
        return _read_identifier(text), None
    return _read_identifier(match["record"]), _read_identifier(match["section"])


def _read_status(text: str) -> SourceStatus | None:
    """The status of the first telling word; "not current" or "no longer valid" is superseded."""
    lowered = text.lower()
    if re.search(r"\b(?:no longer|not) (?:current|valid|active|in force|effective)", lowered):
        return SourceStatus.SUPERSEDED
    words = re.findall(r"[a-z]+", lowered)
    return next((_STATUS_WORDS[word] for word in words if word in _STATUS_WORDS), None)


def _read_field_date(found: dict[str, str], field: str, warnings: list[str]) -> date | None:
    text = found.get(field)
    if text is None:
        return None
    written = read_date(text)
    name = field.replace("_", " ")
    if written.ambiguous:
        warnings.append(
            f"The {name} {text[:40]!r} may be day/month or month/day; it was not taken over."
        )
    elif written.value is None:
        warnings.append(f"The {name} {text[:40]!r} is not a date the studio can read.")
    return written.value


def _read_identifier(text: str | None) -> str | None:
    return text[:MAX_IDENTIFIER].strip() or None if text else None
