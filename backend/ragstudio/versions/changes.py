"""What changed between two versions: section by section, passage by passage, word by word."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from pydantic import BaseModel, Field

from ragstudio.lifecycle.extracted_text import ExtractedText, read_extracted_text
from ragstudio.records import BlockType
from ragstudio.storage.client import Database

# Passages less alike than this (ratio of equal words, Ratcliff and Obershelp) are not one passage
# in two wordings.
_ALIKE = 0.5
# A passage is compared with so many of its neighbours at most, so that tables of thousands of
# rows stay fast.
_NEIGHBOURS = 20
_MOST_COMPARISONS = 20_000
# Aligning takes time by the number of equal pairs, which repeated words or rows drive up with the
# square of the length. Beyond so many, only what is equal at both ends is taken as unchanged.
_MOST_PAIRS = 100_000
# Likewise for finding the most alike passages, all taken together: beyond it, the order of their
# words is left aside.
_MOST_LIKENESS_PAIRS = 1_000_000
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_NUMBERING = re.compile(r"^(?:section\s+)?(?:\d+(?:\.\d+)*|[a-z])[.):]?\s+", re.IGNORECASE)

Spans = list[tuple[int, int]]


class ChangeKind(StrEnum):
    """What became of a section or passage."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


class PassageChange(BaseModel):
    """One passage in both wordings; None on the side where it does not stand.

    `before_spans` and `after_spans` are the [start, end) of what differs, in characters.
    """

    kind: ChangeKind
    before: str | None = None
    after: str | None = None
    before_spans: Spans = Field(default_factory=list)
    after_spans: Spans = Field(default_factory=list)


class SectionChange(BaseModel):
    """One section and the passages of it that are not the same; its heading on either side."""

    kind: ChangeKind
    before_section: str | None
    after_section: str | None
    passages: list[PassageChange]
    unchanged_passages: int


class ChangeCounts(BaseModel):
    """Passages by what became of them."""

    added: int
    removed: int
    changed: int
    unchanged: int


class DocumentChanges(BaseModel):
    """From the version `before_id` to the version `after_id`, in the order of the latter."""

    before_id: str
    before_filename: str
    after_id: str
    after_filename: str
    counts: ChangeCounts
    sections: list[SectionChange]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading path, in the form it is compared and as written, and its passages in order."""

    key: str
    path: str | None
    passages: Sequence[str]


def compare_documents(database: Database, after_id: str, before_id: str) -> DocumentChanges:
    """What changed from one document to another. Raises `DocumentNotFound`."""
    after, before = database.documents.get(after_id), database.documents.get(before_id)
    sections = compare_sections(
        split_sections(read_extracted_text(database, before.id)),
        split_sections(read_extracted_text(database, after.id)),
    )
    kinds = [passage.kind for section in sections for passage in section.passages]
    return DocumentChanges(
        before_id=before.id,
        before_filename=before.filename,
        after_id=after.id,
        after_filename=after.filename,
        counts=ChangeCounts(
            added=kinds.count(ChangeKind.ADDED),
            removed=kinds.count(ChangeKind.REMOVED),
            changed=kinds.count(ChangeKind.CHANGED),
            unchanged=sum(section.unchanged_passages for section in sections),
        ),
        sections=sections,
    )


def split_sections(text: ExtractedText) -> list[Section]:
    """The passages below each heading path.

    Paths are compared without the document's title and without numbering, so that "2024" in a
    title or an inserted section does not make every section a new one.
    """
    blocks = [block for block in text.blocks if block.type is not BlockType.HEADING]
    roots = {block.section.split(" > ")[0] for block in text.blocks if block.section}
    gathered: dict[str, list[str]] = {}
    for block in blocks:
        passage = text.text[block.char_start : block.char_end].strip()
        if passage:
            gathered.setdefault(block.section or "", []).append(passage)
    return [
        Section(_fold(path, has_title=len(roots) == 1), path or None, passages)
        for path, passages in gathered.items()
    ]


def compare_sections(before: Sequence[Section], after: Sequence[Section]) -> list[SectionChange]:
    """Sections of equal path are compared; of the others, those alike; the rest came or went."""
    pairs = _pair(
        [section.key for section in before],
        [section.key for section in after],
        ["\n".join(section.passages) for section in before],
        ["\n".join(section.passages) for section in after],
    )
    return [
        _describe(before[old] if old is not None else None, after[new] if new is not None else None)
        for old, new in pairs
    ]


def _describe(before: Section | None, after: Section | None) -> SectionChange:
    old, new = before.passages if before else [], after.passages if after else []
    passages = list(_compare_passages(old, new))
    changes = [passage for passage in passages if passage.kind is not ChangeKind.UNCHANGED]
    if before is None or after is None:
        kind = ChangeKind.ADDED if before is None else ChangeKind.REMOVED
    else:
        kind = ChangeKind.CHANGED if changes else ChangeKind.UNCHANGED
    return SectionChange(
        kind=kind,
        before_section=before.path if before else None,
        after_section=after.path if after else None,
        passages=changes,
        unchanged_passages=len(passages) - len(changes),
    )


def _compare_passages(before: Sequence[str], after: Sequence[str]) -> Iterator[PassageChange]:
    old_keys, new_keys = ([" ".join(text.split()) for text in side] for side in (before, after))
    for old, new in _pair(old_keys, new_keys, old_keys, new_keys):
        if old is None and new is not None:
            yield PassageChange(kind=ChangeKind.ADDED, after=after[new])
        elif new is None and old is not None:
            yield PassageChange(kind=ChangeKind.REMOVED, before=before[old])
        elif old is not None and new is not None and old_keys[old] != new_keys[new]:
            left, right = _mark_differences(before[old], after[new])
            yield PassageChange(
                kind=ChangeKind.CHANGED,
                before=before[old],
                after=after[new],
                before_spans=left,
                after_spans=right,
            )
        elif old is not None and new is not None:
            yield PassageChange(kind=ChangeKind.UNCHANGED, before=before[old], after=after[new])


def _pair(
    old_keys: Sequence[str],
    new_keys: Sequence[str],
    old_texts: Sequence[str],
    new_texts: Sequence[str],
) -> Iterator[tuple[int | None, int | None]]:
    """Positions that belong together: equal keys in order, between them the most alike texts."""
    for tag, old_start, old_end, new_start, new_end in _align(old_keys, new_keys):
        old, new = range(old_start, old_end), range(new_start, new_end)
        if tag == "equal":
            yield from zip(old, new, strict=True)
            continue
        partners = _match_alike(
            {place: old_texts[place] for place in old}, {place: new_texts[place] for place in new}
        )
        taken = set(partners.values())
        yield from ((place, None) for place in old if place not in taken)
        yield from ((partners.get(place), place) for place in new)


def _match_alike(old: Mapping[int, str], new: Mapping[int, str]) -> dict[int, int]:
    """Old position by new position, the most alike pairs first."""
    likeness = []
    candidates = [(right, _WORD.findall(text)) for right, text in new.items()]
    reach = min(_NEIGHBOURS, _MOST_COMPARISONS // (2 * max(1, len(old))))
    left_over = _MOST_LIKENESS_PAIRS
    for place, (left, text) in enumerate(old.items()):
        centre = place * len(new) // len(old)
        words = _WORD.findall(text)
        for right, others in candidates[max(0, centre - reach) : centre + reach + 1]:
            left_over -= _count_pairs(words, others)
            ratio = _measure_likeness(words, others, in_order=left_over > 0)
            if ratio >= _ALIKE:
                likeness.append((-ratio, left, right))
    partners: dict[int, int] = {}
    taken: set[int] = set()
    for _, left, right in sorted(likeness):
        if left not in taken and right not in partners:
            partners[right] = left
            taken.add(left)
    return partners


def _measure_likeness(old: Sequence[str], new: Sequence[str], *, in_order: bool) -> float:
    """Twice the equal words over all words, 0 to 1."""
    if in_order:
        return SequenceMatcher(None, old, new, autojunk=False).ratio()
    before, after = ([word for word in side if not word.isspace()] for side in (old, new))
    return SequenceMatcher(None, before, after, autojunk=False).quick_ratio()


def _align(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    """What `SequenceMatcher.get_opcodes` gives, in bounded time."""
    if _count_pairs(old, new) <= _MOST_PAIRS:
        return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    shorter = min(len(old), len(new))
    first = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    rest = shorter - first
    last = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    places = (first, len(old) - last, first, len(new) - last)
    return [
        ("equal", 0, first, 0, first),
        ("replace", *places),
        ("equal", places[1], len(old), places[3], len(new)),
    ]


def _count_pairs(old: Sequence[str], new: Sequence[str]) -> int:
    counted = Counter(new)
    return sum(count * counted[word] for word, count in Counter(old).items())


def _mark_differences(before: str, after: str) -> tuple[Spans, Spans]:
    old, new = _WORD.findall(before), _WORD.findall(after)
    old_ends, new_ends = _measure(old), _measure(new)
    left, right = [], []
    for tag, old_start, old_end, new_start, new_end in _align(old, new):
        if tag == "equal":
            continue
        if old_end > old_start:
            left.append((old_ends[old_start], old_ends[old_end]))
        if new_end > new_start:
            right.append((new_ends[new_start], new_ends[new_end]))
    return left, right


def _measure(words: Sequence[str]) -> list[int]:
    ends = [0]
    for word in words:
        ends.append(ends[-1] + len(word))
    return ends


def _fold(path: str, *, has_title: bool) -> str:
    headings = path.split(" > ")[1 if has_title else 0 :]
    return " > ".join(_NUMBERING.sub("", heading).casefold().strip() for heading in headings)
