"""Pictures by Pillow, page after page, upright and of bounded size."""

import io
import warnings
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from ragstudio.errors import IngestionFailure

FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")
MOST_PIXELS = 50_000_000
MOST_GREY_PIXELS = 150_000_000
MOST_PAGES = 5_000
LONG_SIDE = 3_000


def count_pages(path: Path) -> int:
    """Pages of a TIFF; 1 for every other picture. Raises `IngestionFailure` as `read_picture`."""
    with _opened(path) as picture:
        return _count_pages(picture)


def read_pictures(path: Path) -> Iterator[Image.Image]:
    """Every page of a picture as RGB, upright by what the camera noted (EXIF).

    Pictures longer than 6,000 pixels come at half their size or less.

    Raises `IngestionFailure`: `corrupt_file`, or `image_too_large` over 50 million pixels, or 150
    million without colour.
    """
    with _opened(path) as picture:
        count = _count_pages(picture)
        if count > 1:
            for index in range(count):
                yield _read_page(picture, index)
            return
        only = _read_page(picture, 0)
    yield only


def read_picture(source: Path | bytes, number: int) -> Image.Image | None:
    """Page `number` (from 1), as `read_pictures` gives it; None where there is none."""
    with _opened(source) as picture:
        if not 1 <= number <= _count_pages(picture):
            return None
        return _read_page(picture, number - 1)


def _opened(source: Path | bytes) -> Image.Image:
    try:
        with warnings.catch_warnings():
            # What is too large is refused below, before anything is unpacked.
            warnings.simplefilter("ignore")
            stream = io.BytesIO(source) if isinstance(source, bytes) else source.open("rb")
            return Image.open(stream, formats=FORMATS)
    except Image.DecompressionBombError:
        raise _too_large("more pixels than can be unpacked safely", MOST_PIXELS) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError) as error:
        raise _corrupt(error) from error


def _count_pages(picture: Image.Image) -> int:
    if picture.format != "TIFF":
        return 1
    try:
        return min(int(getattr(picture, "n_frames", 1)), MOST_PAGES)
    except (OSError, ValueError, SyntaxError, EOFError, KeyError) as error:
        raise _corrupt(error) from error


def _read_page(picture: Image.Image, index: int) -> Image.Image:
    try:
        picture.seek(index)
        width, height = picture.size
        most = MOST_GREY_PIXELS if picture.mode in {"1", "L"} else MOST_PIXELS
        if width * height > most:
            raise _too_large(f"{width} x {height} pixels", most)
        picture.draft("RGB", (width // 2, height // 2) if min(width, height) > 4000 else None)
        return _flatten(ImageOps.exif_transpose(_shrink(picture)))
    except IngestionFailure:
        raise
    except (OSError, ValueError, SyntaxError, EOFError, KeyError, TypeError) as error:
        raise _corrupt(error) from error


def _shrink(picture: Image.Image) -> Image.Image:
    """A large picture at half its size or less: what follows makes several copies of it."""
    factor = max(picture.size) // LONG_SIDE
    if factor < 2:
        return picture
    if picture.mode in {"1", "P"}:
        palette = "RGBA" if "transparency" in picture.info else "RGB"
        picture = picture.convert("L" if picture.mode == "1" else palette)
    small = picture.reduce(factor)
    small.info = picture.info
    return small


def _flatten(picture: Image.Image) -> Image.Image:
    """The picture as RGB, on white where it is transparent."""
    if picture.mode == "I;16":
        picture = picture.point(lambda value: value / 256).convert("L")
    if picture.mode in {"RGBA", "LA", "PA"} or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        paper = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(paper, picture)
    return picture.convert("RGB")


def _too_large(what: str, most: int) -> IngestionFailure:
    return IngestionFailure(
        "image_too_large",
        f"The picture has {what}; {most // 1_000_000} million pixels can be read.",
        hint="Scale it down or cut it into parts and upload these.",
    )


def _corrupt(error: Exception) -> IngestionFailure:
    return IngestionFailure(
        "corrupt_file",
        "The picture cannot be opened: it is damaged or incomplete.",
        hint="Open it in a viewer, save it again as PNG or JPEG and upload that.",
        details={"cause": type(error).__name__},
    )
