"""What a document says about itself: header lines near its top, and YAML front matter."""

import re
from collections.abc import Iterable, Iterator
from datetime import date

import yaml

from ragstudio.parsing.written_dates import read_date
from ragstudio.records import BlockType, ExtractedDocument, SourceMetadata, SourceStatus

HEAD_CHARACTERS = 4000
HEAD_LINES = 40
MAX_IDENTIFIER = 200

_KINDS = (
    "policy|document|doc|record|procedure|standard|guideline|guide|reference|amendment|form|"
    "notice|memo|handbook|plan|control|process|source|article|report"
)
_LABELS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (field, re.compile(pattern))
    for field, pattern in (
        (
            "record_id",
            rf"(?:(?:{_KINDS}) )?(?:id|identifier)|"
            rf"(?:{_KINDS}) (?:number|no|nr|code|ref|reference)",
        ),
        ("owner", rf"(?:(?:{_KINDS}) )?owner|owned by|owning (?:team|department)"),
        ("status", rf"(?:(?:{_KINDS}) )?status"),
        (
            "effective_date",
            r"effective|effective (?:date|from|as of|on|since)|date effective|valid from|"
            r"in (?:force|effect) (?:from|since)|start date",
        ),
        (
            "superseded_date",
            r"superseded|superseded (?:date|on|since|as of|from|at)|date superseded|"
            r"(?:valid|in force) until|expired on|expiry date|expiration date|end date",
        ),
        ("replaces", r"replaces|replacing|supersedes"),
        ("replaced_by", r"replaced by|superseded by"),
    )
)
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
_NOTHING = re.compile(
    r"(?:none|n/?a|not applicable|nothing|null|nil|[-\u2013\u2014?]+|tbd)\.?", re.I
)
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LEADING_MARKS = re.compile(r"^(?:[>\s]*)(?:[-*+\u2022\u2023]\s+|\d+[.)]\s+|#{1,6}\s+)?")
_EMPHASIS = re.compile(r"\*\*|__|[*`]|</?(?:b|i|em|strong|code)>", re.I)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_LABELLED = re.compile(r"^([A-Za-z][A-Za-z ._/-]{0,40}?)\s*[:\uff1a]\s*(.+)$")
_STATED = re.compile(
    r"^(superseded (?:on|by)|replaced by|effective (?:from|as of|on))\s+(.+)$", re.I
)
_TABLE_RULE = re.compile(r"^\|?[\s:|-]+\|?$")
_UNESCAPED_PIPE = re.compile(r"(?<!\\)\|")
_SUCCESSOR = re.compile(r"\b(?:superseded|replaced) by\s+(.+?)(?:\s+(?:on|from|since)\b.*)?$", re.I)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SKIPPED_BLOCKS = {BlockType.CODE, BlockType.ROW}

Finding = tuple[str, str]


def find_front_matter(text: str) -> int:
    """Where the text goes on after YAML front matter; 0 if there is none."""
    match = _FRONT_MATTER.match(text[: 1 << 16])
    return match.end() if match and ":" in match.group(1) else 0


def read_source_metadata(document: ExtractedDocument) -> tuple[SourceMetadata, list[str]]:
    """Metadata the document states, and warnings about what it states unclearly.

    Front matter wins over header lines, an earlier line over a later one. Only the first 40
    lines (at most 4,000 characters) are read, and no code or table rows of data.
    """
    body = find_front_matter(document.text)
    warnings: list[str] = []
    findings = [*_read_front_matter(document.text[:body], warnings)]
    findings += _read_lines(_head_lines(document, body))
    first: dict[str, str] = {}
    for field, value in findings:
        first.setdefault(field, value)
    return _interpret(first, warnings), warnings


def _read_front_matter(text: str, warnings: list[str]) -> Iterator[Finding]:
    if not text:
        return
    try:
        values = yaml.safe_load(text.strip().removesuffix("...").removesuffix("---"))
    except (yaml.YAMLError, ValueError, RecursionError):
        warnings.append("The front matter is not valid YAML and was not read as metadata.")
        return
    if not isinstance(values, dict):
        return
    for key, value in values.items():
        items = value if isinstance(value, list) else [value]
        written = ", ".join(str(item) for item in items if not isinstance(item, dict | list | None))
        yield from _match_label(str(key), written)


def _head_lines(document: ExtractedDocument, start: int) -> Iterator[str]:
    """The lines of the head, code and data left out."""
    count = 0
    for block in document.blocks:
        if block.char_start >= start + HEAD_CHARACTERS:
            return
        if block.char_end <= start or block.type in _SKIPPED_BLOCKS:
            continue
        end = min(block.char_end, start + HEAD_CHARACTERS)
        for line in document.text[max(block.char_start, start) : end].split("\n"):
            count += bool(line.strip())
            if count > HEAD_LINES:
                return
            yield line


def _read_lines(lines: Iterable[str]) -> Iterator[Finding]:
    header: list[str] | None = None
    for line in lines:
        plain = _EMPHASIS.sub("", _LINK.sub(r"\1", _LEADING_MARKS.sub("", line))).strip()
        if plain.startswith("|"):
            if _TABLE_RULE.match(plain):
                continue
            cells = [cell.strip() for cell in _UNESCAPED_PIPE.split(plain.strip("|"))]
            pairs = [_match_label(*cells)] if len(cells) == 2 else []
            if header is not None and len(cells) == len(header) > 1:
                pairs += [
                    _match_label(name, value) for name, value in zip(header, cells, strict=True)
                ]
            header = header or cells
            for findings in pairs:
                yield from findings
            continue
        header = None
        match = _LABELLED.match(plain) or _STATED.match(plain)
        if match:
            yield from _match_label(match[1], match[2])


def _match_label(label: str, value: str) -> Iterator[Finding]:
    words = re.sub(r"[\s_.-]+", " ", _CAMEL.sub(" ", label)).strip(" :").lower()
    value = value.strip().strip("\"'").strip()
    if not value or _NOTHING.fullmatch(value):
        return
    for field, pattern in _LABELS:
        if pattern.fullmatch(words):
            yield field, value


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
