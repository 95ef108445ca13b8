"""The pages of a PDF, read one after another: their text, tables, and scans by recognition."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from ragstudio.parsing.page_layout import Segment, group_rows
from ragstudio.parsing.pdf.annotations import add_annotations
from ragstudio.parsing.pdf.frame import Box
from ragstudio.parsing.pdf.lined_tables import find_lined_tables
from ragstudio.parsing.pdf.rules import find_edges, has_picture
from ragstudio.parsing.pdf.running_lines import Page
from ragstudio.parsing.pdf.tables import find_ruled_tables, may_hold_table
from ragstudio.parsing.pdf.text import PageText
from ragstudio.parsing.recognized_pages import RecognizedPages
from ragstudio.parsing.unread import UnreadList
from ragstudio.records import UnreadKind

DOTS_PER_INCH = 200
LONGEST_SIDE = 2000
POINTS_PER_INCH = 72
GARBAGE_SHARE = 0.3
FEW_CHARACTERS = 40
PICTURE_SHARE = 0.5

# U+FFFE and U+0002 are PDFium's marks of a word divided over two lines.
_SPACE_OR_MARK = re.compile("[\\s\ufffe\u0002\u00ad]")
_GARBAGE = re.compile(
    "[\ufffd\uffff\ue000-\uf8ff\U000f0000-\U0010ffff\x00\x01\x03-\x08\x0e-\x1b\x7f-\x9f]"
)


def read_pages(
    document: pypdfium2.PdfDocument, recognized: RecognizedPages, unread: UnreadList
) -> Iterator[Page]:
    """Every page with its rows; a page without usable text is given to text recognition.

    What is left out goes into `unread`.
    """
    for index in range(len(document)):
        try:
            page = document[index]
        except pypdfium2.PdfiumError:
            recognized.damaged.append(index + 1)
            yield Page(index + 1, 1.0)
            continue
        try:
            yield _read_page(page, index + 1, recognized, unread)
        finally:
            page.close()


def is_garbage(text: str) -> bool:
    """Whether over 30 % of the visible characters are of no script: a font without meanings."""
    if text.isascii() and text.isprintable():
        return False
    visible = len(text) - len(_SPACE_OR_MARK.findall(text))
    return len(_GARBAGE.findall(text)) > GARBAGE_SHARE * visible


def _read_page(page: Any, number: int, recognized: RecognizedPages, unread: UnreadList) -> Page:
    text = PageText(page)
    try:
        height = page.get_height() if text.frame.turns % 2 == 0 else page.get_width()
        segments = _read_segments(page, text)
        if text.hidden_passages:
            unread.add_hidden(UnreadKind.HIDDEN_TEXT, page=number, count=text.hidden_passages)
    finally:
        text.close()
    written = "".join(segment.text for segment in segments)
    tables = any(segment.table is not None for segment in segments)
    usable = bool(written) and not is_garbage(written)
    scanned = False
    few = not usable or (len(written) < FEW_CHARACTERS and has_picture(page, PICTURE_SHARE))
    if few and not tables:
        segments = _recognize(page, number, recognized, segments if usable else [])
        scanned = number in recognized.read[-1:]
    if raw.FPDFPage_GetAnnotCount(page.raw) > 0:
        segments = add_annotations(page, number, text.frame, segments, unread)
        if segments and number in recognized.empty:
            recognized.empty.remove(number)
    return Page(number, height, group_rows(segments), scanned=scanned)


def _read_segments(page: Any, text: PageText) -> list[Segment]:
    edges = find_edges(page, text.frame) if text.text.strip() else []
    tables = find_ruled_tables(edges, text) if may_hold_table(edges) else []
    tables += find_lined_tables(edges, text, [_box(table) for table in tables])
    boxes = [_box(table) for table in tables]
    return [*text.read_segments(boxes), *tables]


def _box(table: Segment) -> Box:
    return table.left, table.top, table.right, table.bottom


def _recognize(
    page: Any, number: int, recognized: RecognizedPages, kept: Sequence[Segment]
) -> list[Segment]:
    """What recognition reads on a page; where that is no more, the little text it has."""
    if not _draws_anything(page):
        if not kept:
            recognized.empty.append(number)
        return list(kept)
    before = len(recognized.empty), len(recognized.unread)
    found = _shrink(recognized.recognize(number, lambda: _draw(page)), _scale(page))
    if not kept:
        return found
    if sum(len(s.text) for s in found) > sum(len(s.text) for s in kept):
        return found
    # The text layer was all there is: nothing was read by recognition, and nothing is missing.
    if number in recognized.read:
        recognized.read.remove(number)
    del recognized.empty[before[0] :]
    return list(kept)


def _draws_anything(page: Any) -> bool:
    return next(page.get_objects(max_depth=1), None) is not None


def _scale(page: Any) -> float:
    """Pixels a point, for recognition."""
    return float(min(DOTS_PER_INCH / POINTS_PER_INCH, LONGEST_SIDE / max(page.get_size())))


def _draw(page: Any) -> Image.Image:
    picture: Image.Image = (
        page.render(scale=_scale(page), may_draw_forms=False).to_pil().convert("RGB")
    )
    return picture


def _shrink(segments: Sequence[Segment], scale: float) -> list[Segment]:
    """Segments in pixels brought to points."""
    return [
        replace(
            segment,
            left=segment.left / scale,
            top=segment.top / scale,
            right=segment.right / scale,
            bottom=segment.bottom / scale,
            size=segment.size / scale,
        )
        for segment in segments
    ]
