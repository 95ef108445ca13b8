"""What was not read, as people see it."""

from ragstudio.parsing.unread import MOST_ENTRIES, UnreadList, include_hidden, reads_hidden
from ragstudio.records import UnreadKind


def test_equal_entries_are_counted_together() -> None:
    unread = UnreadList()
    for page in (3, 3, 4):
        unread.add(UnreadKind.PICTURE, "no text recognised", "Upload it larger.", page=page)
    assert [each.summary for each in unread.list_entries()] == [
        "2 pictures on page 3: no text recognised",
        "1 picture on page 4: no text recognised",
    ]
    assert [(each.count, each.page) for each in unread.list_entries()] == [(2, 3), (1, 4)]


def test_summaries_name_the_place_in_words() -> None:
    unread = UnreadList()
    unread.add_hidden(UnreadKind.HIDDEN_SHEET, place="sheet 'Internal'")
    unread.add_hidden(UnreadKind.HIDDEN_ROW, place="sheet 'Fees'", section="Fees", count=2)
    unread.add_hidden(UnreadKind.HIDDEN_TEXT, section="Fees")
    unread.add_part("ppt/charts/chart1.xml", page=1, place="slide 1")
    assert [each.summary for each in unread.list_entries()] == [
        "1 hidden sheet (sheet 'Internal'): left out",
        "2 hidden rows in sheet 'Fees': left out",
        "1 hidden passage in section 'Fees': left out",
        "1 part on slide 1: ppt/charts/chart1.xml is damaged",
    ]


def test_a_file_of_a_thousand_gaps_has_a_bounded_list() -> None:
    unread = UnreadList()
    for page in range(MOST_ENTRIES + 1):
        unread.add(UnreadKind.PICTURE, "no text recognised", "Upload it larger.", page=page)
    (only,) = unread.list_entries()
    assert (only.count, only.page) == (MOST_ENTRIES + 1, None)


def test_hidden_content_is_read_only_where_it_is_asked_for() -> None:
    assert not reads_hidden()
    with include_hidden(True):
        assert reads_hidden()
    assert not reads_hidden()
