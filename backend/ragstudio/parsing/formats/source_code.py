"""Source code: kept as it is, one block for what stands together at the outermost level."""

import re
from pathlib import Path

from ragstudio.parsing.decoding import read_text
from ragstudio.parsing.formats.text import build_document
from ragstudio.records import BlockType, ExtractedDocument

OUTERMOST = re.compile(r"\n[ \t]*\n\s*?(?=^[^\s)\]}])", re.MULTILINE)


def parse(path: Path) -> ExtractedDocument:
    """Code blocks that begin after a blank line, on a line that is not indented.

    Raises `IngestionFailure` `unknown_encoding`.
    """
    source = read_text(path, lines_matter=True)
    return build_document(source, OUTERMOST, BlockType.CODE)
