"""YAML: kept as it is, comments included; each top-level key opens a section.

The text is not evaluated, so templates and documents with their own tags read as well, and
aliases cannot grow.
"""

import re
from pathlib import Path

from ragstudio.parsing.decoding import read_text
from ragstudio.parsing.formats.text import trim
from ragstudio.parsing.layout import SectionTree
from ragstudio.records import BlockType, ExtractedDocument

TOP_LEVEL_KEY = re.compile(r"^([^\s#\-\[{%][^\n:]{0,200}):(?=\s|\Z)", re.MULTILINE)


def parse(path: Path) -> ExtractedDocument:
    """One code block a top-level key, its section the key.

    Raises `IngestionFailure` `unknown_encoding`.
    """
    source = read_text(path, lines_matter=True)
    text = source.text
    sections = SectionTree()
    keys = list(TOP_LEVEL_KEY.finditer(text))
    starts = [key.start() for key in keys]
    blocks = [
        sections.make_block(BlockType.CODE, *span)
        for span in trim(text, 0, starts[0] if starts else len(text))
    ]
    for key, end in zip(keys, [*starts, len(text)][1:], strict=True):
        sections.open(key.group(1).strip("\"' "), 1)
        blocks += [
            sections.make_block(BlockType.CODE, *span) for span in trim(text, key.start(), end)
        ]
    return ExtractedDocument(text=text, blocks=blocks, warnings=list(source.warnings))
