"""Where a document says something about itself: front matter, header lines, a table, properties."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import yaml

from ragstudio.records import BlockType, ExtractedDocument

HEAD_CHARACTERS = 4000
HEAD_LINES = 40

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
        ("amends", r"amends|amending"),
    )
)
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
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SKIPPED_BLOCKS = {BlockType.CODE, BlockType.ROW}
_PROPERTY_FIELDS = {"author": "owner", "content status": "status"}
_NO_PERSON = re.compile(
    r"python-docx|python-pptx|openpyxl|apache poi|pandoc|(?:microsoft office |windows )?user|"
    r"admin(?:istrator)?|author|owner|unknown|root|anonymous",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A value as it is written, the field of `SourceMetadata` it is for, and where it stands."""

    field: str
    value: str
    origin: str


def find_front_matter(text: str) -> int:
    """Where the text goes on after YAML front matter; 0 if there is none."""
    match = _FRONT_MATTER.match(text[: 1 << 16])
    return match.end() if match and ":" in match.group(1) else 0


def find_metadata(document: ExtractedDocument, warnings: list[str]) -> Iterator[Finding]:
    """Everything the document states about itself, what counts most first.

    Front matter, then the first 40 lines (at most 4,000 characters; no code, no rows of data),
    then the properties the file carries. Front matter that cannot be read adds a warning.
    """
    body = find_front_matter(document.text)
    yield from _read_front_matter(document.text[:body], warnings)
    yield from _read_lines(_head_lines(document, body))
    yield from _read_properties(document.properties)


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
        yield from _match_label(str(key), written, f"front matter, {str(key)[:40]!r}")


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
            pairs = [tuple(cells)] if len(cells) == 2 else []
            if header is not None and len(cells) == len(header) > 1:
                pairs += zip(header, cells, strict=True)
            header = header or cells
            for label, value in pairs:
                yield from _match_label(label, value, f"table at the head, {label[:40]!r}")
            continue
        header = None
        match = _LABELLED.match(plain) or _STATED.match(plain)
        if match:
            yield from _match_label(match[1], match[2], f"header line {match[1][:40]!r}")


def _match_label(label: str, value: str, origin: str) -> Iterator[Finding]:
    words = re.sub(r"[\s_.-]+", " ", _CAMEL.sub(" ", label)).strip(" :").lower()
    value = value.strip().strip("\"'").strip()
    if not value or _NOTHING.fullmatch(value):
        return
    for field, pattern in _LABELS:
        if pattern.fullmatch(words):
            yield Finding(field, value, origin)


def _read_properties(properties: Mapping[str, str]) -> Iterator[Finding]:
    """Properties by the same labels as header lines; an author counts as the owner."""
    for name, value in properties.items():
        origin = f"document property {name[:40]!r}"
        field = _PROPERTY_FIELDS.get(name.lower())
        written = value.strip()
        if field is None:
            yield from _match_label(name, written, origin)
        elif written and not (field == "owner" and _NO_PERSON.fullmatch(written)):
            yield Finding(field, written, origin)
