"""Text of a PDF page that nobody sees: outside the page, unpainted, covered, or of its ground."""

import ctypes
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from pypdfium2 import raw

from ragstudio.parsing.pdf.frame import Box
from ragstudio.parsing.pdf.rules import (
    IDENTITY,
    MOST_DEPTH,
    MOST_OBJECTS,
    Matrix,
    multiply,
    read_bounds,
    read_matrix,
    transform,
)

SCALE = 1.5
LONGEST_SIDE = 2_400
SAME_COLOUR = 16
SAME_PIXEL = 12
OPAQUE = 250
TRANSPARENT = 8
SMALLEST_COVER = 2.0
COVERED_SHARE = 0.1
MOST_OF_IT = 0.6
SHARED_PLACE = 0.5
_LAYER = "OC\0".encode("utf-16-le")
_WHITE = (255, 255, 255)
_INVISIBLE = {raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP}
_STROKED = {raw.FPDF_TEXTRENDERMODE_STROKE, raw.FPDF_TEXTRENDERMODE_STROKE_CLIP}

Colour = tuple[int, int, int]


class _Text(NamedTuple):
    drawn: Any
    box: Box
    order: int
    mode: int
    colour: Colour | None
    alpha: int
    layered: bool


class _Covers:
    """Boxes drawn one after another, with their place in the order of drawing."""

    def __init__(self) -> None:
        self._rows: list[tuple[float, float, float, float, int]] = []
        self._boxes: Any = None
        self.last = -1
        """The place of the last box in the order of drawing; -1 where there is none."""

    def add(self, box: Box, order: int) -> None:
        self._rows.append((*box, order))
        self.last = order

    def covering(self, box: Box, share: float, *, after: int = -1) -> Any:
        """Numbers of the boxes drawn later than `after` that share so much of a box."""
        if self.last <= after:
            return np.empty(0, dtype=int)
        if self._boxes is None:
            self._boxes = np.array(self._rows, dtype=float)
        boxes = self._boxes
        across = np.minimum(boxes[:, 2], box[2]) - np.maximum(boxes[:, 0], box[0])
        down = np.minimum(boxes[:, 3], box[3]) - np.maximum(boxes[:, 1], box[1])
        area = max((box[2] - box[0]) * (box[3] - box[1]), 1e-6)
        shared = np.clip(across, 0, None) * np.clip(down, 0, None)
        return np.nonzero((shared >= share * area) & (shared > 0) & (boxes[:, 4] > after))[0]

    def order_of(self, number: int) -> int:
        return self._rows[number][4]


@dataclass(slots=True)
class _Page:
    """What a page draws, in order: its texts, its filled surfaces and its pictures."""

    texts: list[_Text] = field(default_factory=list)
    surfaces: _Covers = field(default_factory=_Covers)
    colours: list[Colour] = field(default_factory=list)
    pictures: _Covers = field(default_factory=_Covers)


def find_hidden_text(page: Any, text_page: Any, count: int) -> set[int]:
    """The indices of the characters, of `count`, that the page does not show.

    Hidden are those outside the crop box, and those without which the picture of the page stays
    the same while their place is of one colour, or shows nothing but other text. A layer of
    recognised text over the picture it was read from is not hidden. Pages are drawn only where
    what they draw gives reason to doubt.
    """
    hidden: set[int] = set()
    if not count:
        return hidden
    sheet = page.get_bbox()
    drawn = _Page()
    _collect(page, drawn)
    doubtful = {
        _address(text.drawn): text for text in drawn.texts if _is_doubtful(text, drawn, sheet)
    }
    if not doubtful:
        return hidden
    places: dict[int, tuple[Box, int]] = {}
    plain: list[int] = []
    for index in range(count):
        owner = raw.FPDFText_GetTextObject(text_page, index)
        if not owner:
            continue
        if _address(owner) not in doubtful:
            plain.append(index)
            continue
        box = _read_box(text_page, index)
        if _lies_outside(box, sheet):
            hidden.add(index)
        else:
            places[index] = box, _address(owner)
    if places:
        hidden |= _find_unseen(page, text_page, list(doubtful.values()), places, plain)
    return hidden


def _collect(page: Any, drawn: _Page) -> None:
    order = 0

    def walk(count: int, get: Any, owner: Any, matrix: Matrix, depth: int) -> None:
        nonlocal order
        for index in range(min(count, MOST_OBJECTS)):
            each = get(owner, index)
            kind = raw.FPDFPageObj_GetType(each)
            order += 1
            if kind == raw.FPDF_PAGEOBJ_TEXT:
                drawn.texts.append(_read_text(each, matrix, order))
            elif kind == raw.FPDF_PAGEOBJ_PATH:
                colour = _read_fill(each)
                box = transform(matrix, read_bounds(each)) if colour is not None else None
                if box is not None and min(box[2] - box[0], box[3] - box[1]) > SMALLEST_COVER:
                    drawn.surfaces.add(box, order)
                    drawn.colours.append(colour or _WHITE)
            elif kind == raw.FPDF_PAGEOBJ_IMAGE:
                drawn.pictures.add(transform(matrix, read_bounds(each)), order)
            elif kind == raw.FPDF_PAGEOBJ_FORM and depth < MOST_DEPTH:
                inner = multiply(read_matrix(each), matrix)
                walk(
                    raw.FPDFFormObj_CountObjects(each),
                    raw.FPDFFormObj_GetObject,
                    each,
                    inner,
                    depth + 1,
                )

    walk(raw.FPDFPage_CountObjects(page.raw), raw.FPDFPage_GetObject, page.raw, IDENTITY, 0)


def _read_text(each: Any, matrix: Matrix, order: int) -> _Text:
    mode = raw.FPDFTextObj_GetTextRenderMode(each)
    read = raw.FPDFPageObj_GetStrokeColor if mode in _STROKED else raw.FPDFPageObj_GetFillColor
    colour, alpha = _read_colour(each, read)
    box = transform(matrix, read_bounds(each))
    marks = raw.FPDFPageObj_CountMarks(each)
    return _Text(each, box, order, mode, colour, alpha, marks > 0 and _has_layer(each, marks))


_red, _green, _blue, _alpha = (ctypes.c_uint() for _ in range(4))
_mark_name, _length = (ctypes.c_ushort * 8)(), ctypes.c_ulong()
_fill_mode, _stroke = ctypes.c_int(), ctypes.c_int()


def _read_colour(each: Any, read: Any) -> tuple[Colour | None, int]:
    if not read(each, _red, _green, _blue, _alpha):
        return None, 255
    return (_red.value, _green.value, _blue.value), _alpha.value


def _read_fill(each: Any) -> Colour | None:
    """The colour of an opaque filled path; None for any other path."""
    if not raw.FPDFPath_GetDrawMode(each, _fill_mode, _stroke) or not _fill_mode.value:
        return None
    colour, alpha = _read_colour(each, raw.FPDFPageObj_GetFillColor)
    return colour if alpha >= OPAQUE else None


def _has_layer(each: Any, marks: int) -> bool:
    """Whether an object is marked to belong to a layer (optional content)."""
    for index in range(marks):
        mark = raw.FPDFPageObj_GetMark(each, index)
        raw.FPDFPageObjMark_GetName(mark, _mark_name, ctypes.sizeof(_mark_name), _length)
        if bytes(_mark_name).startswith(_LAYER):
            return True
    return False


def _is_doubtful(text: _Text, drawn: _Page, sheet: Box) -> bool:
    """Whether a text may not be seen; errs on the side of doubt."""
    left, bottom, right, top = text.box
    if left < sheet[0] or bottom < sheet[1] or right > sheet[2] or top > sheet[3]:
        return True
    if text.layered or text.alpha < TRANSPARENT:
        return True
    if text.mode in _INVISIBLE:
        seen = any(other.mode not in _INVISIBLE for other in drawn.texts)
        return seen or not drawn.pictures.covering(text.box, COVERED_SHARE).size
    if drawn.surfaces.last < 0 and drawn.pictures.last < text.order:
        return text.colour is not None and min(text.colour) >= _WHITE[0] - SAME_COLOUR
    if text.colour is not None and _is_near(text.colour, _find_ground(text, drawn)):
        return True
    return any(
        covers.covering(text.box, COVERED_SHARE, after=text.order).size
        for covers in (drawn.surfaces, drawn.pictures)
    )


def _find_ground(text: _Text, drawn: _Page) -> Colour:
    """The colour that lies under most of a text, pictures left aside."""
    found = _WHITE
    for number in drawn.surfaces.covering(text.box, MOST_OF_IT):
        if drawn.surfaces.order_of(number) > text.order:
            break
        found = drawn.colours[number]
    return found


def _is_near(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= SAME_COLOUR for a, b in zip(one, other, strict=True))


def _lies_outside(box: Box, sheet: Box) -> bool:
    across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return not (sheet[0] <= across <= sheet[2] and sheet[1] <= down <= sheet[3])


def _read_box(text_page: Any, index: int) -> Box:
    sides = [ctypes.c_double() for _ in range(4)]
    raw.FPDFText_GetCharBox(text_page, index, *sides)
    left, right, bottom, top = (side.value for side in sides)
    return left, bottom, right, top


def _find_unseen(
    page: Any,
    text_page: Any,
    doubtful: list[_Text],
    places: dict[int, tuple[Box, int]],
    plain: list[int],
) -> set[int]:
    """Which characters change nothing of the page, and have no picture of themselves under them.

    `places` are their boxes and the text objects they are of. A straight stroke fills the place of
    a character with one colour, so the object decides where most of it has a picture.
    """
    scale = min(SCALE, LONGEST_SIDE / max(page.get_size()))
    with_texts = _draw(page, scale)
    for text in doubtful:
        raw.FPDFPageObj_SetIsActive(text.drawn, False)
    try:
        without = _draw(page, scale)
    finally:
        for text in doubtful:
            raw.FPDFPageObj_SetIsActive(text.drawn, True)
    changed = np.abs(with_texts.astype(np.int16) - without).max(axis=2) > SAME_PIXEL
    others: Any = None
    unseen: dict[int, list[int]] = {}
    pictured: Counter[int] = Counter()
    for index, (box, owner) in places.items():
        left, top, right, bottom = _to_pixels(page, box, scale, without.shape)
        if changed[top:bottom, left:right].any():
            continue
        place = without[top:bottom, left:right].reshape(-1, 3)
        if place.size and np.ptp(place.astype(np.int16), axis=0).max() > 2 * SAME_PIXEL:
            if others is None:
                others = np.array([_read_box(text_page, each) for each in plain]).reshape(-1, 4)
            if not _is_explained(box, others):
                pictured[owner] += 1
                continue
        unseen.setdefault(owner, []).append(index)
    return {
        index
        for owner, indices in unseen.items()
        for index in indices
        if pictured[owner] <= len(indices)
    }


def _is_explained(box: Box, others: Any) -> bool:
    """Whether other text stands at the place of a character, so that what is seen is that text."""
    across = np.minimum(others[:, 2], box[2]) - np.maximum(others[:, 0], box[0])
    down = np.minimum(others[:, 3], box[3]) - np.maximum(others[:, 1], box[1])
    area = max((box[2] - box[0]) * (box[3] - box[1]), 1e-6)
    shared = np.where((across > 0) & (down > 0), across * down, 0.0)
    return bool(shared.sum() >= SHARED_PLACE * area)


def _draw(page: Any, scale: float) -> Any:
    bitmap = page.render(scale=scale, may_draw_forms=False, draw_annots=False)
    pixels = bitmap.to_numpy()
    if pixels.ndim == 2:
        pixels = np.stack([pixels] * 3, axis=2)
    pixels = pixels[:, :, :3].copy()
    bitmap.close()
    return pixels


def _to_pixels(page: Any, box: Box, scale: float, shape: Iterable[int]) -> Iterator[int]:
    """A box of the page (left, bottom, right, top) in pixels of its picture, at least one each."""
    height, width, *_ = shape
    x, y = ctypes.c_int(), ctypes.c_int()
    corners = []
    for across, down in ((box[0], box[1]), (box[2], box[3])):
        raw.FPDF_PageToDevice(page.raw, 0, 0, width, height, 0, across, down, x, y)
        corners.append((x.value, y.value))
    (one, first), (other, second) = corners
    left, right = sorted((one, other))
    top, bottom = sorted((first, second))
    yield from (max(0, left), max(0, top), max(left + 1, right), max(top + 1, bottom))


def _address(pointer: Any) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0
