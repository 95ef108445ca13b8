"""Coordinates: how a PDF page's own turn into those of the page as it is shown."""

from dataclasses import dataclass
from typing import Any

from pypdfium2 import raw

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """How a page's own coordinates turn into those of the page as it is shown.

    Shown coordinates grow to the right and downwards from the upper left corner. `turns` counts
    quarter turns clockwise.
    """

    left: float
    bottom: float
    right: float
    top: float
    turns: int

    def place(self, box: Box) -> Box:
        """A box (left, bottom, right, top) as (left, top, right, bottom) on the shown page."""
        left, bottom, right, top = box
        if self.turns == 1:
            return bottom - self.bottom, left - self.left, top - self.bottom, right - self.left
        if self.turns == 2:
            return self.right - right, bottom - self.bottom, self.right - left, top - self.bottom
        if self.turns == 3:
            return self.top - top, self.right - right, self.top - bottom, self.right - left
        return left - self.left, self.top - top, right - self.left, self.top - bottom

    def unplace(self, box: Box) -> Box:
        """The box (left, bottom, right, top) that `place` brings to a box of the shown page."""
        left, top, right, bottom = box
        if self.turns == 1:
            return top + self.left, left + self.bottom, bottom + self.left, right + self.bottom
        if self.turns == 2:
            return self.right - right, top + self.bottom, self.right - left, bottom + self.bottom
        if self.turns == 3:
            return self.right - bottom, self.top - right, self.right - top, self.top - left
        return left + self.left, self.top - bottom, right + self.left, self.top - top

    def turn(self, turns: int) -> "Frame":
        """The frame of the page turned on by quarter turns clockwise."""
        return Frame(self.left, self.bottom, self.right, self.top, (self.turns + turns) % 4)


def make_frame(page: Any) -> Frame:
    """The frame of a PDFium page."""
    left, bottom, right, top = page.get_bbox()
    return Frame(left, bottom, right, top, raw.FPDFPage_GetRotation(page.raw) % 4)
