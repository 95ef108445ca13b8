"""The sections of a document: what stands under one heading."""

from collections.abc import Iterator

from ragstudio.chunking.base import Range
from ragstudio.records import Block, BlockType, ExtractedDocument

SECTION_JOINER = " > "


def find_sections(document: ExtractedDocument) -> Iterator[Range]:
    """The sections in order; together they are the whole text.

    A heading with nothing of its own below it belongs to the section after it.
    """
    start = 0
    current: tuple[str | None, str | None] | None = None
    has_body = False
    for block in document.blocks:
        section = block.section, block.section_number
        if current is not None and section != current and has_body:
            yield start, block.char_start
            start, has_body = block.char_start, False
        current = section
        has_body = has_body or block.type is not BlockType.HEADING
    if start < len(document.text):
        yield start, len(document.text)


def find_heading_path(document: ExtractedDocument, block: Block, start: int) -> list[str]:
    """The headings that a slice beginning at `start`, in or before a block, does not itself show.

    The outermost comes first. A slice that begins with a heading shows that one.
    """
    path = block.section or ""
    if block.type is BlockType.HEADING and start <= block.char_start:
        title = " ".join(document.text[block.char_start : block.char_end].split())
        path = path.removesuffix(title).removesuffix(SECTION_JOINER)
    return path.split(SECTION_JOINER) if path else []
