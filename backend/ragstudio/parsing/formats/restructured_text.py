"""reStructuredText by pandoc, which resolves its underlines, indentation and directives."""

from pathlib import Path

from ragstudio.parsing.decoding import read_text
from ragstudio.parsing.formats.html import add_html
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.pandoc import convert_to_html
from ragstudio.records import ExtractedDocument


def parse(path: Path) -> ExtractedDocument:
    """Headings by the order of their underlines, field lists, lists, tables and code.

    Comments are left out, and so are included files, which pandoc may not open. Raises
    `IngestionFailure`: `corrupt_file`, `unknown_encoding`.
    """
    source = read_text(path)
    builder = DocumentBuilder(source.warnings)
    add_html(builder, convert_to_html(source.text.encode(), "rst"))
    return builder.build()
