import pytest

from ragstudio.chunking.base import Span, blocks_of, rebuild_text
from ragstudio.records import BlockType
from tests.chunking.documents import LEAVE_DOCUMENT, LEAVE_TEXT


def test_a_block_belongs_to_the_span_it_starts_in_and_to_no_later_one():
    first = Span(0, 30, 0, BlockType.TEXT)
    second = Span(7, len(LEAVE_TEXT), 30, BlockType.TEXT)
    assert blocks_of(LEAVE_DOCUMENT, first) == LEAVE_DOCUMENT.blocks[:3]
    assert blocks_of(LEAVE_DOCUMENT, second) == LEAVE_DOCUMENT.blocks[3:]


def test_text_is_rebuilt_from_overlapping_chunks():
    assert rebuild_text([(0, "abcdef"), (4, "efgh"), (8, "i")]) == "abcdefghi"


def test_a_missing_chunk_is_noticed():
    with pytest.raises(ValueError, match="characters 3 to 5"):
        rebuild_text([(0, "abc"), (5, "f")])
