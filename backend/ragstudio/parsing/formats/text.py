"""Plain text: paragraphs between blank lines."""

import re
from collections.abc import Iterator
from pathlib import Path

from ragstudio.parsing.decoding import read_text
from ragstudio.records import Block, BlockType, ExtractedDocument

BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
WORD = re.compile(r"\S")


def parse(path: Path) -> ExtractedDocument:
    """Text as it is, one block a paragraph. Raises `IngestionFailure` `unknown_encoding`."""
    source = read_text(path)
    blocks = [
        Block(type=BlockType.TEXT, char_start=start, char_end=end)
        for start, end in split_at(source.text, BLANK_LINE)
    ]
    return ExtractedDocument(text=source.text, blocks=blocks, warnings=list(source.warnings))


def split_at(
    text: str, boundary: re.Pattern[str], start: int = 0, end: int | None = None
) -> Iterator[tuple[int, int]]:
    """Spans of `text[start:end]` between the matches of `boundary`, white space around trimmed."""
    end = len(text) if end is None else end
    for match in boundary.finditer(text, start, end):
        yield from trim(text, start, match.start())
        start = match.end()
    yield from trim(text, start, end)


def trim(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span without white space at its ends; nothing for a span of white space alone."""
    first = WORD.search(text, start, end)
    if first is None:
        return
    while text[end - 1].isspace():
        end -= 1
    yield first.start(), end
