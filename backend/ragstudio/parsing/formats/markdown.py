"""Markdown by markdown-it-py: the text stays the source, so every offset is honest.

Block structure alone is parsed, without inline markup, a window at a time: at the start of a
top-level block the parser needs nothing of what went before, so each window stops there and
the next one begins there. Time is linear and memory flat, with the result of one parse.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ragstudio.parsing.decoding import read_text
from ragstudio.parsing.formats.text import trim
from ragstudio.parsing.layout import SectionTree
from ragstudio.parsing.metadata_findings import find_front_matter
from ragstudio.records import Block, BlockType, ExtractedDocument

WINDOW = 1 << 17

_BLOCK_TYPES = {
    "heading_open": BlockType.HEADING,
    "fence": BlockType.CODE,
    "code_block": BlockType.CODE,
    "table_open": BlockType.TABLE,
    "bullet_list_open": BlockType.LIST,
    "ordered_list_open": BlockType.LIST,
}
_STRUCTURE = MarkdownIt("commonmark").enable("table").disable("inline")
_INLINE = MarkdownIt("commonmark")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Element:
    """A top-level block: lines `[first_line, end_line)` of its window; headings have a title."""

    type: BlockType
    first_line: int
    end_line: int
    title: str = ""
    level: int | None = None


def parse(path: Path) -> ExtractedDocument:
    """Headings, paragraphs, lists, tables and code in order; front matter is a text block.

    A `#` inside a fence is not a heading, nor inside a quotation or a list. Raises
    `IngestionFailure` `unknown_encoding`.
    """
    source = read_text(path, lines_matter=True)
    blocks = parse_blocks(source.text)
    return ExtractedDocument(text=source.text, blocks=blocks, warnings=list(source.warnings))


def parse_blocks(text: str) -> list[Block]:
    """The blocks of Markdown source, which cover all of its visible text."""
    sections = SectionTree()
    blocks: list[Block] = []
    position = find_front_matter(text)
    blocks += [sections.make_block(BlockType.TEXT, *span) for span in trim(text, 0, position)]
    for start, end, element in _walk(text, position):
        for span in trim(text, position, start):
            blocks.append(sections.make_block(BlockType.TEXT, *span))
        if element.type is BlockType.HEADING:
            sections.open(element.title, element.level or 1)
        for span in trim(text, start, end):
            blocks.append(sections.make_block(element.type, *span, level=element.level))
        position = end
    blocks += [
        sections.make_block(BlockType.TEXT, *span) for span in trim(text, position, len(text))
    ]
    return blocks


def _walk(text: str, start: int) -> Iterator[tuple[int, int, _Element]]:
    """Each top-level element with its offsets in `text`."""
    size = WINDOW
    while start < len(text):
        end = len(text)
        if start + size < end:
            end = text.find("\n", start + size) + 1 or end
        window = text[start:end]
        elements = list(_read_elements(window))
        whole = end == len(text)
        if not whole and len(elements) < 2:
            size *= 2
            continue
        size = WINDOW
        offsets = _line_offsets(window)
        for element in elements if whole else elements[:-1]:
            yield start + offsets[element.first_line], start + offsets[element.end_line], element
        if whole:
            return
        start += offsets[elements[-1].first_line]


def _line_offsets(window: str) -> list[int]:
    offsets = [0]
    for line in window.split("\n"):
        offsets.append(offsets[-1] + len(line) + 1)
    offsets[-1] = len(window)
    return offsets


def _read_elements(window: str) -> Iterator[_Element]:
    tokens = _STRUCTURE.parse(window)
    for index, token in enumerate(tokens):
        if token.level != 0 or token.nesting < 0 or token.map is None:
            continue
        block_type = _BLOCK_TYPES.get(token.type, BlockType.TEXT)
        first_line, end_line = token.map
        if block_type is BlockType.HEADING:
            title = _plain_title(tokens[index + 1])
            yield _Element(block_type, first_line, end_line, title, int(token.tag[1:]))
        else:
            yield _Element(block_type, first_line, end_line)


def _plain_title(inline: Token) -> str:
    """A heading's words without emphasis, links or code marks."""
    parsed = _INLINE.parseInline(_COMMENT.sub("", inline.content))
    children = [child for token in parsed for child in token.children or []]
    return "".join(
        child.content
        if child.type in {"text", "code_inline"}
        else " " * (child.type == "softbreak")
        for child in children
    )
