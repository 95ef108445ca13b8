"""What every strategy promises, for any document."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstudio.chunking.factory import STRATEGY_NAMES, build_strategy
from ragstudio.records import BlockType
from tests.chunking.documents import (
    WordTokens,
    assert_tables_stay_whole,
    built_document,
    contents,
    markdown_table,
    split_and_check,
    text_document,
)

_WORDS = st.lists(
    st.sampled_from(["leave ", "days. ", "x" * 70, "\n", "café ", "日本語。", "Is it? ", "a: b\n"]),
    min_size=1,
    max_size=60,
).map("".join)
_PROSE = st.tuples(
    st.sampled_from([BlockType.TEXT, BlockType.LIST, BlockType.CODE, BlockType.ROW]),
    st.one_of(_WORDS, st.text(min_size=1, max_size=200)),
    st.just(0),
)
_TABLE = st.tuples(
    st.just(BlockType.TABLE),
    st.one_of(
        st.builds(markdown_table, st.integers(0, 30), st.sampled_from(["v", "many words " * 9])),
        _WORDS,
    ),
    st.just(0),
)
_HEADING = st.tuples(
    st.just(BlockType.HEADING),
    st.one_of(st.sampled_from(["Leave", "Carry-over > rest", "x" * 300]), _WORDS),
    st.integers(1, 4),
)
DOCUMENTS = st.lists(st.one_of(_PROSE, _PROSE, _TABLE, _HEADING), max_size=12).map(built_document)
WHOLE_TABLES = ("recursive", "structure", "sentences", "parent")


@pytest.mark.parametrize("name", STRATEGY_NAMES)
@settings(max_examples=60, deadline=None)
@given(document=DOCUMENTS, size=st.integers(10, 300), window=st.integers(12, 90), data=st.data())
def test_promises_hold_for_any_document(name, document, size, window, data):
    overlap = data.draw(st.integers(0, size // 2))
    tokens = WordTokens(window)
    strategy = build_strategy(name, size, overlap, tokens)
    spans = split_and_check(strategy, document, size, overlap=overlap, window=window)
    if name in WHOLE_TABLES:
        assert_tables_stay_whole(document, spans, window)
    if name == "structure":
        assert max(tokens.count_tokens(contents(document, spans)), default=0) <= window


@pytest.mark.parametrize("name", STRATEGY_NAMES)
@settings(max_examples=40, deadline=None)
@given(text=st.text(max_size=500), size=st.integers(2, 60), data=st.data())
def test_promises_hold_for_any_text_and_overlap(name, text, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    split_and_check(build_strategy(name, size, overlap, WordTokens()), text_document(text), size)


@pytest.mark.parametrize("name", STRATEGY_NAMES)
def test_an_overlap_for_which_there_is_no_room_makes_no_span_longer(name):
    split_and_check(build_strategy(name, 2, 1, WordTokens()), text_document("\x1f000"), 2)


@pytest.mark.parametrize("name", ["recursive", "structure"])
def test_the_embedders_own_tokenizer_finds_no_structure_beyond_its_window(name, embedder):
    pieces = [(BlockType.HEADING, "Leave and carry-over in every country", 1)]
    pieces += [(BlockType.TEXT, "Überstundenzuschläge 0x1F4A9 " * 60, 0)]
    pieces += [(BlockType.TABLE, markdown_table(80, "Überstundenzuschlag"), 0)]
    document = built_document(pieces)
    strategy = build_strategy(name, 2000, 100, embedder)
    counts = embedder.count_tokens(contents(document, list(strategy.split(document))))
    fits = max(counts) <= embedder.window_tokens
    assert fits if name == "structure" else not fits
