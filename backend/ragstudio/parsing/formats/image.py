"""PNG, JPEG, TIFF, WebP, BMP and GIF: the text in a picture, by text recognition."""

from functools import partial
from pathlib import Path

from PIL import Image

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.page_layout import arrange, group_rows
from ragstudio.parsing.paragraphs import join_lines, make_line
from ragstudio.parsing.pictures import read_pictures
from ragstudio.parsing.recognized_pages import RecognizedPages
from ragstudio.records import ExtractedDocument


def parse(path: Path) -> ExtractedDocument:
    """The text of a picture in reading order; each page of a TIFF is a page.

    Raises `IngestionFailure`: `corrupt_file`, `image_too_large`, or `no_extractable_text` where
    no text is recognised.
    """
    builder = DocumentBuilder()
    recognized = RecognizedPages()
    count = 0
    for count, picture in enumerate(read_pictures(path), start=1):
        segments = recognized.recognize(count, partial(_give, picture))
        for region in arrange(group_rows(segments)):
            for kind, text in join_lines([make_line(row) for row in region]):
                builder.add(kind, text, count)
    if not recognized.read:
        raise IngestionFailure(
            "no_extractable_text",
            "No readable text was recognised in the picture.",
            hint="Upload a sharper or larger picture: upright, evenly lit, the text at least "
            "20 pixels high.",
        )
    builder.warnings += recognized.describe(count)
    return builder.build(page_count=count)


def _give(picture: Image.Image) -> Image.Image:
    return picture
