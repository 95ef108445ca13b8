from ragstudio.chunking.base import Cut
from ragstudio.chunking.spans import absorb_white_space, describe_cut
from ragstudio.records import BlockType
from tests.chunking.documents import LEAVE_DOCUMENT, LEAVE_TEXT


def test_a_range_takes_section_and_type_of_most_of_its_characters_and_the_page_it_begins_on():
    whole = describe_cut(LEAVE_DOCUMENT, Cut(0, len(LEAVE_TEXT)), 0)
    assert (whole.section, whole.section_number) == ("Leave > Carry-over", "1.1")
    assert (whole.block_type, whole.page) == (BlockType.TEXT, 1)
    late = describe_cut(LEAVE_DOCUMENT, Cut(24, len(LEAVE_TEXT)), 24)
    assert (late.section, late.block_type, late.page) == ("Leave > Carry-over", BlockType.TABLE, 2)


def test_a_heading_counts_as_text_of_the_section_it_opens():
    span = describe_cut(LEAVE_DOCUMENT, Cut(24, 38), 24)
    assert (span.section, span.block_type) == ("Leave > Carry-over", BlockType.TEXT)


def test_a_range_without_blocks_is_text_of_no_section():
    span = describe_cut(LEAVE_DOCUMENT, Cut(5, 7), 5)
    assert (span.section, span.block_type, span.page) == (None, BlockType.TEXT, None)


def test_ranges_that_add_no_visible_text_join_the_one_before():
    text = "  \n  one   \n two"
    cuts = [Cut(*each) for each in [(0, 3), (3, 8), (8, 11), (9, 12), (12, 16)]]
    assert list(absorb_white_space(cuts, text)) == [Cut(0, 12), Cut(12, 16)]


def test_white_space_alone_gives_no_range():
    assert list(absorb_white_space([Cut(0, 3)], "   ")) == []
