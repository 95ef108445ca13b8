"""Pages of a PDF as pictures, by PDFium."""

import io
from pathlib import Path

import pypdfium2

from ragstudio.parsing.formats.pdf import describe_failure, open_pdf

MOST_PIXELS = 4_000_000


def render_page(path: Path, number: int, width: int) -> bytes | None:
    """Page `number` (from 1) as a PNG at most `width` pixels wide; None where there is none.

    A page of unusual shape is drawn smaller, so that no picture has more than four million
    pixels. Raises `IngestionFailure`: `password_required` or `corrupt_file`.
    """
    document = open_pdf(path)
    try:
        if not 1 <= number <= len(document):
            return None
        page = document[number - 1]
        across, down = page.get_size()
        scale = min(width / across, (MOST_PIXELS / (across * down)) ** 0.5)
        picture = io.BytesIO()
        page.render(scale=scale).to_pil().save(picture, format="PNG")
        return picture.getvalue()
    except pypdfium2.PdfiumError as error:
        raise describe_failure(error) from error
    finally:
        document.close()
