"""The ruled lines of a PDF page: straight, upright edges of what is drawn on it."""

import ctypes
from collections.abc import Iterator
from typing import Any

from pypdfium2 import raw

from ragstudio.parsing.pdf.frame import Box, Frame

MOST_OBJECTS = 20_000
MOST_EDGES = 3_000
MOST_DEPTH = 4
STRAIGHT = 0.5
SHORTEST = 3.0

Edge = dict[str, Any]
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_left, _bottom, _right, _top = (ctypes.c_float() for _ in range(4))


def find_edges(page: Any, frame: Frame) -> list[Edge]:
    """Horizontal and vertical edges of lines and rectangles, as pdfplumber describes edges.

    In coordinates of the shown page. A page that draws more than 3,000 of them is a drawing
    and gives none.
    """
    edges: list[Edge] = []
    count = min(raw.FPDFPage_CountObjects(page.raw), MOST_OBJECTS)
    for index in range(count):
        drawn = raw.FPDFPage_GetObject(page.raw, index)
        for box in _find_boxes(drawn, IDENTITY, 0):
            edges += _make_edges(frame.place(box))
        if len(edges) > MOST_EDGES:
            return []
    return edges


def has_picture(page: Any, share: float) -> bool:
    """Whether pictures or drawings cover at least `share` of the page."""
    left, bottom, right, top = page.get_bbox()
    whole = max(1.0, (right - left) * (top - bottom))
    covered = 0.0
    for index in range(min(raw.FPDFPage_CountObjects(page.raw), MOST_OBJECTS)):
        drawn = raw.FPDFPage_GetObject(page.raw, index)
        if raw.FPDFPageObj_GetType(drawn) in {raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM}:
            box = read_bounds(drawn)
            covered += max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])
    return bool(covered >= share * whole)


def _find_boxes(drawn: Any, outer: Matrix, depth: int) -> Iterator[Box]:
    """Rectangles and strokes of a page object, and of what a form among them holds."""
    kind = raw.FPDFPageObj_GetType(drawn)
    if kind == raw.FPDF_PAGEOBJ_PATH:
        yield from _split_path(drawn, outer)
    elif kind == raw.FPDF_PAGEOBJ_FORM and depth < MOST_DEPTH:
        inner = multiply(read_matrix(drawn), outer)
        for index in range(min(raw.FPDFFormObj_CountObjects(drawn), MOST_OBJECTS)):
            yield from _find_boxes(raw.FPDFFormObj_GetObject(drawn, index), inner, depth + 1)


def _split_path(drawn: Any, outer: Matrix) -> Iterator[Box]:
    """The straight pieces of a path as flat boxes; a curve breaks it."""
    count = raw.FPDFPath_CountSegments(drawn)
    if count < 2 or count > MOST_EDGES:
        return
    matrix = multiply(read_matrix(drawn), outer)
    x, y = ctypes.c_float(), ctypes.c_float()
    begin = last = (0.0, 0.0)
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(drawn, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = _apply(matrix, x.value, y.value)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            begin = point
        elif kind == raw.FPDF_SEGMENT_LINETO:
            yield _box_of(last, point)
        last = point
        if raw.FPDFPathSegment_GetClose(segment):
            yield _box_of(point, begin)
            last = begin


def _make_edges(box: Box) -> Iterator[Edge]:
    """The edge a flat box is, if it is straight and not too short."""
    left, top, right, bottom = box
    if bottom - top <= STRAIGHT and right - left >= SHORTEST:
        orientation = "h"
        top = bottom = (top + bottom) / 2
    elif right - left <= STRAIGHT and bottom - top >= SHORTEST:
        orientation = "v"
        left = right = (left + right) / 2
    else:
        return
    yield {
        "x0": left,
        "x1": right,
        "top": top,
        "bottom": bottom,
        "width": right - left,
        "height": bottom - top,
        "orientation": orientation,
        "object_type": "line",
    }


def read_bounds(drawn: Any) -> Box:
    """The box (left, bottom, right, top) of a page object, in the space it is drawn in."""
    raw.FPDFPageObj_GetBounds(drawn, _left, _bottom, _right, _top)
    return _left.value, _bottom.value, _right.value, _top.value


def _box_of(one: tuple[float, float], other: tuple[float, float]) -> Box:
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[0], other[0]),
        max(one[1], other[1]),
    )


def read_matrix(drawn: Any) -> Matrix:
    """The matrix of a page object."""
    matrix = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(drawn, matrix):
        return IDENTITY
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def multiply(first: Matrix, second: Matrix) -> Matrix:
    """The matrix that applies `first`, then `second` (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (
        a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s,
        e * p + f * r + t, e * q + f * s + u,
    )  # fmt: skip


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def transform(matrix: Matrix, box: Box) -> Box:
    """The upright box around a box brought to another space by a matrix."""
    if matrix is IDENTITY:
        return box
    corners = [_apply(matrix, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    return (
        min(x for x, _ in corners),
        min(y for _, y in corners),
        max(x for x, _ in corners),
        max(y for _, y in corners),
    )
