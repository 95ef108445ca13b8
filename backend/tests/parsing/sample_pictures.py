"""Pictures with text in them, drawn by code."""

import io
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw, ImageFont

LINE = 44


def draw_text(lines: Sequence[str], width: int = 900, size: int = 28) -> Image.Image:
    """Black text on white, one line below the other; an empty line leaves a gap."""
    picture = Image.new("RGB", (width, 60 + LINE * len(lines)), "white")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size)
    for number, line in enumerate(lines):
        draw.text((40, 30 + LINE * number), line, fill="black", font=font)
    return picture


def save_picture(picture: Image.Image, image_format: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, format=image_format, **options)
    return stream.getvalue()
