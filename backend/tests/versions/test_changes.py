"""What changed between two versions, by section and passage."""

from time import process_time

import pytest

from ragstudio.versions.changes import ChangeKind, Section, compare_sections

LEAVE = "Every employee gets 20 days of leave a year."
MORE_LEAVE = "Every employee gets 25 days of leave a year."


def kinds(before: list[Section], after: list[Section]) -> list[tuple[str, list[str]]]:
    return [
        (section.kind.value, [passage.kind.value for passage in section.passages])
        for section in compare_sections(before, after)
    ]


def test_equal_versions_have_no_changes() -> None:
    sections = [Section("entitlement", "1. Entitlement", [LEAVE])]
    [section] = compare_sections(sections, sections)
    assert (section.kind, section.passages, section.unchanged_passages) == (
        ChangeKind.UNCHANGED, [], 1,
    )  # fmt: skip


def test_the_words_that_differ_are_marked() -> None:
    [section] = compare_sections([Section("a", "A", [LEAVE])], [Section("a", "A", [MORE_LEAVE])])
    [passage] = section.passages
    assert passage.kind is ChangeKind.CHANGED
    assert [LEAVE[start:end] for start, end in passage.before_spans] == ["20"]
    assert [MORE_LEAVE[start:end] for start, end in passage.after_spans] == ["25"]


def test_sections_that_came_went_or_were_renamed() -> None:
    carry = "Unused days lapse on the last day of March in the year that follows."
    before = [Section("entitlement", "1", [LEAVE]), Section("carry-over", "2", [carry])]
    after = [
        Section("scope", "1", ["This policy covers people with a contract."]),
        Section("entitlement", "2", [LEAVE, "A new sentence stands here."]),
        Section("taking days over", "3", [carry]),
    ]
    assert kinds(before, after) == [
        ("added", ["added"]), ("changed", ["added"]), ("unchanged", []),
    ]  # fmt: skip
    assert kinds(after, before) == [
        ("removed", ["removed"]), ("changed", ["removed"]), ("unchanged", []),
    ]  # fmt: skip


def test_rows_of_a_long_table_are_compared_one_by_one() -> None:
    rows = [f"City: town {number}\nCap: {number * 7}" for number in range(3000)]
    changed = [*rows[:1500], "City: town 1500\nCap: 1", *rows[1501:]]
    [section] = compare_sections([Section("", None, rows)], [Section("", None, changed)])
    assert [passage.after for passage in section.passages] == ["City: town 1500\nCap: 1"]
    assert section.unchanged_passages == 2999


def _shuffle(words: int, step: int) -> str:
    return " ".join(f"word{place * step % 50}" for place in range(words))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([f"START {_shuffle(20_000, 1)} END"], [f"START {_shuffle(20_000, 7)} END"]),
        ([_shuffle(300 + n, 1) for n in range(40)], [_shuffle(300 + n, 7) for n in range(40)]),
        (["same row"] * 20_000, ["same row"] * 19_000 + ["another"]),
        ([f"row {n} of C{n}" for n in range(5000)], [f"row {n} of D{n}" for n in range(5000)]),
    ],
    ids=["one passage", "alike passages", "equal rows", "all rows changed"],
)
def test_texts_that_repeat_themselves_are_compared_in_bounded_time(
    before: list[str], after: list[str]
) -> None:
    started = process_time()
    [section] = compare_sections([Section("", None, before)], [Section("", None, after)])
    assert process_time() - started < 30
    assert sum(passage.after is not None for passage in section.passages) + (
        section.unchanged_passages
    ) == len(after)


def test_a_long_passage_that_repeats_itself_is_marked_between_its_equal_ends() -> None:
    before, after = (f"START {_shuffle(2000, step)} END" for step in (1, 7))
    [section] = compare_sections([Section("", None, [before])], [Section("", None, [after])])
    [passage] = section.passages
    [(start, end)] = passage.before_spans
    assert before[:start] == "START word0 "
    assert before[end:].endswith(" END")
