import pytest

from ragstudio.chunking.base import Span, blocks_of, rebuild_text
from ragstudio.records import Block, BlockType, ExtractedDocument

TEXT = "Leave\n\nTwenty-five days.\n\nCarry-over\n\nFive days until March."
DOCUMENT = ExtractedDocument(
    text=TEXT,
    blocks=[
        Block(type=BlockType.HEADING, char_start=0, char_end=5, page=1, section="Leave",
              section_number="1", level=1),
        Block(type=BlockType.TEXT, char_start=7, char_end=24, page=1, section="Leave",
              section_number="1"),
        Block(type=BlockType.HEADING, char_start=26, char_end=36, page=2,
              section="Leave > Carry-over", section_number="1.1", level=2),
        Block(type=BlockType.TABLE, char_start=38, char_end=60, page=2,
              section="Leave > Carry-over", section_number="1.1"),
    ],
)  # fmt: skip


def test_a_block_belongs_to_the_span_it_starts_in_and_to_no_later_one():
    first = Span(0, 30, 0, BlockType.TEXT)
    second = Span(7, len(TEXT), 30, BlockType.TEXT)
    assert blocks_of(DOCUMENT, first) == DOCUMENT.blocks[:3]
    assert blocks_of(DOCUMENT, second) == DOCUMENT.blocks[3:]


def test_text_is_rebuilt_from_overlapping_chunks():
    assert rebuild_text([(0, "abcdef"), (4, "efgh"), (8, "i")]) == "abcdefghi"


def test_a_missing_chunk_is_noticed():
    with pytest.raises(ValueError, match="characters 3 to 5"):
        rebuild_text([(0, "abc"), (5, "f")])
