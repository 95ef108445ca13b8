"""Which pages text recognition read, which it had no time for, and the warnings that say so."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic

from PIL import Image

from ragstudio.parsing.page_layout import Segment
from ragstudio.parsing.text_recognition import recognize_segments
from ragstudio.parsing.time_budget import current_budget

BUDGET_SHARE = 0.7
LAST_MOMENT = 0.9


@dataclass(slots=True)
class RecognizedPages:
    """Reads pages by text recognition until 70 % of the time a file may take is used.

    The first page is read in any case.
    """

    read: list[int] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)
    _slowest: float = 0.0

    def recognize(self, number: int, draw: Callable[[], Image.Image | None]) -> list[Segment]:
        """The text of page `number`, whose picture `draw` makes; none where the time is over."""
        budget = current_budget()
        expected = budget.used + budget.share_of(1.5 * self._slowest)
        begun = self.read or self.empty
        if begun and (budget.used > BUDGET_SHARE or expected > LAST_MOMENT):
            self.unread.append(number)
            return []
        started = monotonic()
        picture = draw()
        segments = recognize_segments(picture) if picture is not None else []
        self._slowest = max(self._slowest, monotonic() - started)
        (self.read if segments else self.empty).append(number)
        return segments

    def describe(self, page_count: int) -> list[str]:
        """Warnings for the document: pages read by recognition, without text, and left out."""
        warnings = []
        if self.read:
            pages = "" if page_count == 1 else f" on {name_pages(self.read)}"
            warnings.append(
                f"Read by text recognition (OCR){pages}: letters may be mistaken. "
                "Compare important passages with the original."
            )
        if self.empty:
            warnings.append(f"Without text, not searchable: {name_pages(self.empty)}.")
        if self.damaged:
            warnings.append(f"Damaged, cannot be shown or read: {name_pages(self.damaged)}.")
        if self.unread:
            warnings.append(
                f"Scanned and not read, because the time for text recognition was used up: "
                f"{name_pages(self.unread)}. Split the file, or raise PARSE_TIMEOUT_SECONDS, and "
                "upload it again."
            )
        return warnings


def name_pages(pages: Sequence[int]) -> str:
    """Page numbers in ranges: `page 2`, `pages 2, 4-7`."""
    ranges: list[list[int]] = []
    for page in sorted(pages):
        if ranges and page == ranges[-1][1] + 1:
            ranges[-1][1] = page
        else:
            ranges.append([page, page])
    names = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)
    return f"page {names}" if len(pages) == 1 else f"pages {names}"
