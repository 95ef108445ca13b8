"""Plain text: paragraphs between blank lines."""

import re
from collections.abc import Iterator
from pathlib import Path

from ragstudio.parsing.decoding import DecodedText, read_text
from ragstudio.parsing.layout import make_block
from ragstudio.records import BlockType, ExtractedDocument

MAX_BLOCKS = 20_000

BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
WORD = re.compile(r"\S")


def parse(path: Path) -> ExtractedDocument:
    """Text as it is, one block a paragraph. Raises `IngestionFailure` `unknown_encoding`."""
    source = read_text(path)
    return build_document(source, BLANK_LINE, BlockType.TEXT)


def build_document(
    source: DecodedText, boundary: re.Pattern[str], block_type: BlockType
) -> ExtractedDocument:
    """The text as it is, with blocks of one type between the matches of `boundary`."""
    blocks = [make_block(block_type, *span) for span in split_at(source.text, boundary)]
    return ExtractedDocument(text=source.text, blocks=blocks, warnings=list(source.warnings))


def split_at(text: str, boundary: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Spans of a text between the matches of `boundary`, white space around them trimmed.

    In a long text, short ones are put together, so that there are never more than 20,000.
    """
    least = len(text) // MAX_BLOCKS
    start = 0
    for match in boundary.finditer(text):
        if match.start() - start >= least:
            yield from trim(text, start, match.start())
            start = match.end()
    yield from trim(text, start, len(text))


def trim(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span without white space at its ends; nothing for a span of white space alone."""
    first = WORD.search(text, start, end)
    if first is None:
        return
    while text[end - 1].isspace():
        end -= 1
    yield first.start(), end
