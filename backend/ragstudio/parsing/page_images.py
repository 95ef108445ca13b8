"""Pages of a PDF by PDFium, and of a picture by Pillow, drawn as PNG."""

import io
from pathlib import Path

import pypdfium2
from PIL import Image

from ragstudio.parsing.formats.pdf import describe_failure, open_pdf
from ragstudio.parsing.pictures import read_picture

MOST_PIXELS = 4_000_000
PDF_MARK = b"%PDF-"
MARK_WITHIN = 1024


def render_page(path: Path, number: int, width: int) -> bytes | None:
    """Page `number` (from 1) as a PNG at most `width` pixels wide; None where there is none.

    A page of unusual shape is drawn smaller, so that no picture has more than four million
    pixels. A picture is never drawn larger than it is. Raises `IngestionFailure`:
    `password_required`, `corrupt_file` or `image_too_large`.
    """
    with path.open("rb") as stream:
        is_pdf = PDF_MARK in stream.read(MARK_WITHIN)
    picture = _draw_pdf_page(path, number, width) if is_pdf else _scale_picture(path, number, width)
    if picture is None:
        return None
    data = io.BytesIO()
    picture.save(data, format="PNG")
    return data.getvalue()


def _draw_pdf_page(path: Path, number: int, width: int) -> Image.Image | None:
    document = open_pdf(path)
    try:
        if not 1 <= number <= len(document):
            return None
        page = document[number - 1]
        scale = _fit(page.get_size(), width)
        picture: Image.Image = page.render(scale=scale).to_pil()
        return picture
    except pypdfium2.PdfiumError as error:
        raise describe_failure(error) from error
    finally:
        document.close()


def _scale_picture(path: Path, number: int, width: int) -> Image.Image | None:
    picture = read_picture(path, number)
    if picture is None:
        return None
    scale = min(1.0, _fit(picture.size, width))
    across, down = (max(1, round(side * scale)) for side in picture.size)
    return picture.resize((across, down), Image.Resampling.LANCZOS)


def _fit(size: tuple[float, float], width: int) -> float:
    across, down = size
    return float(min(width / across, (MOST_PIXELS / (across * down)) ** 0.5))
