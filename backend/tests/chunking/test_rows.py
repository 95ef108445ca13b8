from hypothesis import given, settings
from hypothesis import strategies as st

from ragstudio.chunking.rows import RowsStrategy
from ragstudio.records import BlockType
from tests.chunking.documents import TOKENS, WordTokens, contents, document_of, split_and_check

VISIBLE = st.text(alphabet="ab \n:", min_size=1, max_size=300).map(lambda text: f"c{text}d")
PIECES = st.lists(
    st.tuples(st.sampled_from([BlockType.ROW, BlockType.ROW, BlockType.TEXT, BlockType.HEADING]),
              VISIBLE),
    max_size=30,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(PIECES, st.integers(2, 200), st.data())
def test_promises_hold_for_any_rows(pieces, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    split_and_check(RowsStrategy(size, overlap, TOKENS), document_of(*pieces), size)


CITIES = [
    f"City: {name}\nHotel cap: EUR {cap} per night\nMeals: EUR {cap // 4} per day"
    for name, cap in [("Valencia", 140), ("Paris", 210), ("London", 230)]
]


def test_each_row_is_a_chunk_of_its_own():
    document = document_of(*((BlockType.ROW, row) for row in CITIES))
    spans = split_and_check(RowsStrategy(1000, 180, TOKENS), document, 1000)
    assert [chunk.strip() for chunk in contents(document, spans)] == CITIES
    assert {span.block_type for span in spans} == {BlockType.ROW}


def test_rows_too_short_to_say_much_are_grouped_whole_up_to_the_size():
    rows = [f"Code: A{n}\nName: Room {n}" for n in range(50)]
    document = document_of(*((BlockType.ROW, row) for row in rows))
    spans = split_and_check(RowsStrategy(200, 40, TOKENS), document, 200)
    chunks = contents(document, spans)
    assert [row for chunk in chunks for row in chunk.strip().split("\n\n")] == rows
    assert 150 < min(len(chunk.strip()) for chunk in chunks[:-1]) <= 200


def test_a_group_of_rows_stays_within_the_window_and_below_its_own_heading():
    rows = [(BlockType.ROW, f"Code: A{n}") for n in range(20)]
    document = document_of(*rows, (BlockType.HEADING, "Staff"), *rows)
    strategy = RowsStrategy(1000, 0, WordTokens(30))
    spans = split_and_check(strategy, document, 1000)
    chunks = contents(document, spans)
    assert 20 < max(WordTokens().count_tokens(chunks)) <= 30
    assert [chunk.index("Staff") for chunk in chunks if "Staff" in chunk] == [0]


def test_a_heading_joins_the_first_row_below_it():
    first, second, third = CITIES
    document = document_of(
        (BlockType.HEADING, "Rates"),
        (BlockType.ROW, first),
        (BlockType.ROW, second),
        (BlockType.HEADING, "Old rates"),
        (BlockType.ROW, third),
    )
    spans = split_and_check(RowsStrategy(1000, 0, TOKENS), document, 1000)
    assert contents(document, spans) == [
        f"Rates\n\n{first}\n\n",
        f"{second}\n\n",
        f"Old rates\n\n{third}",
    ]


def test_a_row_longer_than_the_size_keeps_its_first_line_and_the_columns_name():
    long_row = "Id: 7\nTitle: Rooms\nText: " + "many words " * 40 + "\nOwner: Ada"
    document = document_of((BlockType.ROW, long_row))
    chunks = contents(document, list(RowsStrategy(150, 20, TOKENS).split(document)))
    assert chunks[0].startswith("Id: 7\nTitle: Rooms\nText: many words")
    assert len(chunks) > 3
    for chunk in chunks[1:-1]:
        assert chunk.startswith("Id: 7\nText: ")
    assert chunks[-1].startswith("Id: 7\n")
    assert "Owner: Ada" in chunks[-1]


def test_a_row_longer_than_the_size_is_split_inside_itself():
    long_row = "Note: " + "word " * 100
    document = document_of(
        (BlockType.ROW, "Note: a"), (BlockType.ROW, long_row.strip()), (BlockType.ROW, "Note: b")
    )
    spans = split_and_check(RowsStrategy(100, 20, TOKENS), document, 100)
    chunks = contents(document, spans)
    assert chunks[0] == "Note: a\n\n"
    assert chunks[-1] == "Note: b"
    assert all(chunk.startswith("Note: ") for chunk in chunks)
    assert len(chunks) > 6
