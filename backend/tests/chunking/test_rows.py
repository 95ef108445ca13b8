from hypothesis import given, settings
from hypothesis import strategies as st

from ragstudio.chunking.rows import RowsStrategy
from ragstudio.records import BlockType
from tests.chunking.documents import contents, document_of, split_and_check

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
    split_and_check(RowsStrategy(size, overlap), document_of(*pieces), size)


def test_each_row_is_a_chunk_of_its_own():
    rows = [(BlockType.ROW, f"City: {name}\nCap: 1") for name in ("Valencia", "Paris", "London")]
    document = document_of(*rows)
    spans = split_and_check(RowsStrategy(1000, 180), document, 1000)
    assert [chunk.strip() for chunk in contents(document, spans)] == [text for _, text in rows]
    assert {span.block_type for span in spans} == {BlockType.ROW}


def test_a_heading_joins_the_first_row_below_it():
    document = document_of(
        (BlockType.HEADING, "Rates"),
        (BlockType.ROW, "City: Paris"),
        (BlockType.ROW, "City: London"),
        (BlockType.HEADING, "Staff"),
        (BlockType.ROW, "Name: Ada"),
    )
    spans = split_and_check(RowsStrategy(1000, 0), document, 1000)
    assert contents(document, spans) == [
        "Rates\n\nCity: Paris\n\n",
        "City: London\n\n",
        "Staff\n\nName: Ada",
    ]


def test_a_row_longer_than_the_size_is_split_inside_itself():
    long_row = "Note: " + "word " * 100
    document = document_of(
        (BlockType.ROW, "Note: a"), (BlockType.ROW, long_row.strip()), (BlockType.ROW, "Note: b")
    )
    spans = split_and_check(RowsStrategy(100, 20), document, 100)
    chunks = contents(document, spans)
    assert chunks[0] == "Note: a\n\n"
    assert chunks[-1] == "Note: b"
    assert len(chunks) > 6
