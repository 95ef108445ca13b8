"""Source code: kept as it is, one block for what stands together at the outermost level."""

import re
from pathlib import Path

from ragstudio.parsing.decoding import read_text
from ragstudio.parsing.formats.text import split_at
from ragstudio.records import Block, BlockType, ExtractedDocument

OUTERMOST = re.compile(r"\n[ \t]*\n\s*?(?=^[^\s)\]}])", re.MULTILINE)


def parse(path: Path) -> ExtractedDocument:
    """Code blocks that begin after a blank line, on a line that is not indented.

    Raises `IngestionFailure` `unknown_encoding`.
    """
    source = read_text(path)
    blocks = [
        Block(type=BlockType.CODE, char_start=start, char_end=end)
        for start, end in split_at(source.text, OUTERMOST)
    ]
    return ExtractedDocument(text=source.text, blocks=blocks, warnings=list(source.warnings))
