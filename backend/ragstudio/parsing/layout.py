"""The heading tree, and the builder that lays blocks into one text with exact offsets."""

import re
from collections.abc import Iterable

from ragstudio.parsing.decoding import clean_text
from ragstudio.parsing.unread import UnreadList
from ragstudio.records import Block, BlockType, ExtractedDocument

SEPARATOR = "\n\n"
SECTION_JOINER = " > "
MAX_TITLE = 200

# In these a line is a row or a field, so that no other sign may begin one.
_LINED = frozenset({BlockType.ROW, BlockType.TABLE})
_SPACE = re.compile(r"\s+")
_BLOCK_FIELDS = set(Block.model_fields)


def make_block(  # noqa: PLR0917
    block_type: BlockType,
    char_start: int,
    char_end: int,
    page: int | None = None,
    section: str | None = None,
    section_number: str | None = None,
    level: int | None = None,
) -> Block:
    """A block made without validation, its set of field names shared with all others.

    A long table has hundreds of thousands of blocks; this takes a third of the memory.
    """
    return Block.model_construct(
        _fields_set=_BLOCK_FIELDS,
        type=block_type,
        char_start=char_start,
        char_end=char_end,
        page=page,
        section=section,
        section_number=section_number,
        level=level,
    )


class SectionTree:
    """Where in the heading tree the text stands.

    `path` is the heading path (`"Leave > Carry-over"`), `number` the position in the tree
    (`"2.1"`): it counts headings, whatever numbers are typed in them, and a skipped level does
    not add a zero. Both are None before the first heading.
    """

    def __init__(self) -> None:
        self._titles: list[str] = []
        self._levels: list[int] = []
        self._counts: list[int] = [0]
        self.path: str | None = None
        self.number: str | None = None

    def open(self, title: str, level: int) -> None:
        """Enter the section of a heading; `level` counts from 1."""
        while self._levels and self._levels[-1] >= level:
            self._levels.pop()
            self._titles.pop()
            self._counts.pop()
        self._counts[-1] += 1
        self._counts.append(0)
        self._levels.append(level)
        self._titles.append(_SPACE.sub(" ", title).strip()[:MAX_TITLE] or "(untitled)")
        self.path = SECTION_JOINER.join(self._titles)
        self.number = ".".join(str(count) for count in self._counts[:-1])

    def make_block(
        self,
        block_type: BlockType,
        char_start: int,
        char_end: int,
        page: int | None = None,
        level: int | None = None,
    ) -> Block:
        """A block that stands in the current section."""
        return make_block(block_type, char_start, char_end, page, self.path, self.number, level)


class DocumentBuilder:
    """Collects blocks in reading order; the text is theirs, joined by blank lines."""

    def __init__(self, warnings: Iterable[str] = ()) -> None:
        self.sections = SectionTree()
        self.warnings: list[str] = list(warnings)
        self.unread = UnreadList()
        self.properties: dict[str, str] = {}
        self._parts: list[str] = []
        self._blocks: list[Block] = []
        self._length = 0

    def add(self, block_type: BlockType, text: str, page: int | None = None) -> None:
        """Append a block; one without visible text is left out."""
        self._append(block_type, text, page, None)

    def add_heading(self, title: str, level: int, page: int | None = None) -> None:
        """Append a heading of `level` (from 1) and enter its section."""
        if title.strip():
            self.sections.open(clean_text(title), level)
            self._append(BlockType.HEADING, title, page, level)

    def build(self, page_count: int | None = None) -> ExtractedDocument:
        """The document made of everything added."""
        return ExtractedDocument(
            text=SEPARATOR.join(self._parts),
            blocks=self._blocks,
            warnings=self.warnings,
            unread=self.unread.list_entries(),
            properties=self.properties,
            page_count=page_count,
        )

    def _append(
        self, block_type: BlockType, text: str, page: int | None, level: int | None
    ) -> None:
        text = clean_text(text, lines_matter=block_type in _LINED).strip()
        if not text:
            return
        start = self._length + (len(SEPARATOR) if self._parts else 0)
        self._parts.append(text)
        self._length = start + len(text)
        self._blocks.append(self.sections.make_block(block_type, start, self._length, page, level))
