"""RTF by pandoc: paragraphs, headings by outline level, lists and tables.

pandoc rather than a parser of our own: RTF is a language of control words, and what unstructured
reads it with is pandoc too.
"""

import re
from pathlib import Path

from ragstudio.parsing.embedded_pictures import CONVERT, OTHER_FORMAT, EmbeddedPictures
from ragstudio.parsing.formats.html import add_html
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.pandoc import convert_to_html
from ragstudio.parsing.rich_text_codes import prepare_rich_text
from ragstudio.parsing.unread import reads_hidden
from ragstudio.records import ExtractedDocument, UnreadKind

_STRUCK = re.compile(r"(</?)del>")
_PROPERTY = re.compile(r"\{\\(title|author)\s+([^{}\\]*)\}")


def parse(path: Path) -> ExtractedDocument:
    """Text, footnotes and the text of pictures last; deletions, comments and hidden text left out.

    Raises `IngestionFailure` `corrupt_file`.
    """
    prepared = prepare_rich_text(path.read_bytes())
    markup = prepared.markup
    builder = DocumentBuilder()
    # What pandoc calls deleted is struck text here: deletions are gone already.
    add_html(builder, _STRUCK.sub(r"\1s>", convert_to_html(markup, "rtf")))
    pictures = EmbeddedPictures(builder)
    for picture in prepared.pictures:
        pictures.add(picture)
    pictures.warn()
    if prepared.hidden and not reads_hidden():
        builder.unread.add_hidden(UnreadKind.HIDDEN_TEXT, count=prepared.hidden)
    if prepared.other_pictures:
        builder.unread.add(UnreadKind.PICTURE, OTHER_FORMAT, CONVERT, count=prepared.other_pictures)
    for name, value in _PROPERTY.findall(markup[: 1 << 16].decode(errors="replace")):
        builder.properties[name.capitalize()] = value
    return builder.build()
