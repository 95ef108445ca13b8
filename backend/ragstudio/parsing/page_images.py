"""Pages of a PDF by PDFium, and of a picture by Pillow, drawn as PNG."""

import io
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image

from ragstudio.parsing.pdf.parser import describe_failure, open_pdf
from ragstudio.parsing.pictures import count_pages, read_picture

MOST_PIXELS = 4_000_000
PDF_MARK = b"%PDF-"
MARK_WITHIN = 1024


class PageImage(NamedTuple):
    """A page as PNG, and how many pages its file has."""

    data: bytes
    page_count: int


def render_page(path: Path, number: int, width: int) -> PageImage | None:
    """Page `number` (from 1) as a PNG at most `width` pixels wide; None where there is none.

    A page of unusual shape is drawn smaller, so that no picture has more than four million
    pixels. A picture is never drawn larger than it is. Raises `IngestionFailure`:
    `password_required`, `corrupt_file` or `image_too_large`.
    """
    with path.open("rb") as stream:
        is_pdf = PDF_MARK in stream.read(MARK_WITHIN)
    draw = _draw_pdf_page if is_pdf else _scale_picture
    picture, page_count = draw(path, number, width)
    if picture is None:
        return None
    data = io.BytesIO()
    picture.save(data, format="PNG")
    return PageImage(data.getvalue(), page_count)


def _draw_pdf_page(path: Path, number: int, width: int) -> tuple[Image.Image | None, int]:
    document = open_pdf(path)
    try:
        count = len(document)
        if not 1 <= number <= count:
            return None, count
        page = document[number - 1]
        scale = _fit(page.get_size(), width)
        picture: Image.Image = page.render(scale=scale).to_pil()
        return picture, count
    except pypdfium2.PdfiumError as error:
        raise describe_failure(error) from error
    finally:
        document.close()


def _scale_picture(path: Path, number: int, width: int) -> tuple[Image.Image | None, int]:
    count = count_pages(path)
    picture = read_picture(path, number)
    if picture is None:
        return None, count
    scale = min(1.0, _fit(picture.size, width))
    across, down = (max(1, round(side * scale)) for side in picture.size)
    return picture.resize((across, down), Image.Resampling.LANCZOS), count


def _fit(size: tuple[float, float], width: int) -> float:
    across, down = size
    return float(min(width / across, (MOST_PIXELS / (across * down)) ** 0.5))
