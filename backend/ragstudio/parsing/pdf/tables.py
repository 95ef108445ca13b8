"""Tables of a PDF page: ruled ones by pdfplumber's table finder, aligned ones by their columns."""

from collections.abc import Sequence

from pdfplumber.table import (
    cells_to_tables,
    edges_to_intersections,
    intersections_to_cells,
    merge_edges,
)

from ragstudio.parsing.page_layout import Segment
from ragstudio.parsing.paragraphs import join_text, strip_marks
from ragstudio.parsing.pdf.frame import Box
from ragstudio.parsing.pdf.rules import Edge
from ragstudio.parsing.pdf.text import PageText

SNAP = 3.0
LEAST_FILLED = 0.3
MOST_CELLS = 2_000
MOST_CROSSINGS = 6_000
INSET = 0.8


def may_hold_table(edges: Sequence[Edge]) -> bool:
    """Whether there are lines enough for two cells side by side and two rows."""
    across = len([edge for edge in edges if edge["orientation"] == "h"])
    return 3 <= across <= len(edges) - 3


def find_ruled_tables(edges: list[Edge], text: PageText) -> list[Segment]:
    """Ruled tables with at least two rows and two columns, the text of every cell in its place.

    A merged cell's text stands in every row and column it covers. A grid most of which is empty
    is a drawing, not a table, and so is one of thousands of crossings.
    """
    merged = merge_edges(edges, SNAP, SNAP, SNAP, SNAP)
    across = len([edge for edge in merged if edge["orientation"] == "h"])
    if across * (len(merged) - across) > MOST_CROSSINGS:
        return []
    cells = intersections_to_cells(edges_to_intersections(merged, SNAP, SNAP))
    if len(cells) > MOST_CELLS:
        return []
    found = (_read_table(table, text) for table in cells_to_tables(cells))
    return [table for table in found if table is not None]


def _read_table(cells: Sequence[Box], text: PageText) -> Segment | None:
    lefts = _distinct([cell[0] for cell in cells])
    tops = _distinct([cell[1] for cell in cells])
    if len(lefts) < 2 or len(tops) < 2:
        return None
    rows = [[""] * len(lefts) for _ in tops]
    filled = 0
    for cell in cells:
        left, top, right, bottom = cell
        inside = left + INSET, top + INSET, right - INSET, bottom - INSET
        written = _join_cell(text.read_box(text.frame.unplace(inside)))
        filled += bool(written)
        for row, at in enumerate(tops):
            for column, start in enumerate(lefts):
                if top - SNAP < at < bottom - SNAP and left - SNAP < start < right - SNAP:
                    rows[row][column] = written
    if filled < 2 or filled < LEAST_FILLED * len(cells) or sum(map(any, rows)) < 2:
        return None
    if sum(any(row[column] for row in rows) for column in range(len(lefts))) < 2:
        return None
    box = (
        min(cell[0] for cell in cells),
        min(cell[1] for cell in cells),
        max(cell[2] for cell in cells),
        max(cell[3] for cell in cells),
    )
    return Segment("", *box, 10.0, table=rows)


def _distinct(values: Sequence[float]) -> list[float]:
    """Sorted values, those nearer than the snapping distance made one."""
    kept: list[float] = []
    for value in sorted(values):
        if not kept or value - kept[-1] > SNAP:
            kept.append(value)
    return kept


def _join_cell(text: str) -> str:
    joined = ""
    for line in text.replace("\r", "\n").split("\n"):
        joined = join_text(joined, line.strip()) if joined else line.strip()
    return strip_marks(joined)
