"""What a parser did not read: counted by kind and place, and whether hidden content is read."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass

from ragstudio.records import Unread, UnreadKind

MOST_ENTRIES = 200

UNHIDE = "Show it in the file and upload that, or set INCLUDE_HIDDEN_CONTENT."
HIDDEN = "left out"
DAMAGED = "damaged"
REPAIR = "Open the file in the program that made it, save it again and upload that."

_NAMES = {
    UnreadKind.HIDDEN_TEXT: ("hidden passage", "hidden passages"),
    UnreadKind.CHARACTERS: ("character", "characters"),
}

_include_hidden: ContextVar[bool] = ContextVar("include_hidden", default=False)


@contextlib.contextmanager
def include_hidden(included: bool) -> Iterator[None]:
    """Tell parsers that run inside whether what a file hides counts as evidence."""
    token = _include_hidden.set(included)
    try:
        yield
    finally:
        _include_hidden.reset(token)


def reads_hidden() -> bool:
    """Whether hidden content is read like the rest; False outside `include_hidden`."""
    return _include_hidden.get()


@dataclass(frozen=True, slots=True)
class _Gap:
    kind: UnreadKind
    place: str | None
    page: int | None
    section: str | None
    reason: str
    remedy: str


class UnreadList:
    """Gathers what was not read; equal entries are counted together."""

    def __init__(self) -> None:
        self._gaps: dict[_Gap, int] = {}

    def add(
        self,
        kind: UnreadKind,
        reason: str,
        remedy: str,
        *,
        place: str | None = None,
        page: int | None = None,
        section: str | None = None,
        count: int = 1,
    ) -> None:
        """Note `count` pieces of content; `place` is by default `page 3` or the section's name."""
        if place is None and page is not None:
            place = f"page {page}"
        if place is None and section is not None:
            place = f"section {section!r}"
        gap = _Gap(kind, place, page, section, reason, remedy)
        self._gaps[gap] = self._gaps.get(gap, 0) + count

    def add_hidden(
        self,
        kind: UnreadKind,
        *,
        place: str | None = None,
        page: int | None = None,
        section: str | None = None,
        count: int = 1,
    ) -> None:
        """Note content that was left out because the file hides it."""
        self.add(kind, HIDDEN, UNHIDE, place=place, page=page, section=section, count=count)

    def add_part(self, name: str, *, page: int | None = None, place: str | None = None) -> None:
        """Note a part of the file that is damaged; the rest of the file is read."""
        self.add(UnreadKind.PART, f"{name[:100]} is damaged", REPAIR, page=page, place=place)

    def list_entries(self) -> list[Unread]:
        """The entries in the order they were met; beyond 200, one without a place for each kind."""
        gaps = dict(self._gaps)
        if len(gaps) > MOST_ENTRIES:
            gaps = {}
            for gap, count in self._gaps.items():
                merged = _Gap(gap.kind, None, None, None, gap.reason, gap.remedy)
                gaps[merged] = gaps.get(merged, 0) + count
        entries = [
            Unread(
                kind=gap.kind,
                count=count,
                place=gap.place,
                page=gap.page,
                section=gap.section,
                reason=gap.reason,
                remedy=gap.remedy,
                summary=_summarize(gap, count),
            )
            for gap, count in gaps.items()
        ]
        return entries[:MOST_ENTRIES]


def _summarize(gap: _Gap, count: int) -> str:
    plain = gap.kind.value.replace("_", " ")
    one, many = _NAMES.get(gap.kind, (plain, f"{plain}s"))
    where = ""
    if gap.kind in {UnreadKind.HIDDEN_SHEET, UnreadKind.HIDDEN_SLIDE} and gap.place is not None:
        where = f" ({gap.place})"
    elif gap.place is not None:
        preposition = "on" if gap.place.startswith(("page", "slide")) else "in"
        where = f" {preposition} {gap.place}"
    return f"{count} {one if count == 1 else many}{where}: {gap.reason}"
