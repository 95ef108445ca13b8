import tracemalloc
from itertools import pairwise
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_text_splitters import RecursiveCharacterTextSplitter

from ragstudio.chunking.base import Cut
from ragstudio.chunking.recursive import RecursiveStrategy
from ragstudio.chunking.recursive_splitter import RecursiveSplitter
from ragstudio.chunking.spans import absorb_white_space
from ragstudio.records import BlockType
from tests.chunking.documents import (
    TOKENS,
    WordTokens,
    contents,
    document_of,
    markdown_table,
    split_and_check,
    text_document,
)

TEXTS = st.one_of(
    st.text(max_size=2000),
    st.text(alphabet="ab \n.|", max_size=2000),
    st.lists(st.sampled_from(["ab ", "word", "\n\n", "\n", ". ", " ", "# H\n\n", "x" * 70, "。"]),
             max_size=400).map("".join),
    st.builds(lambda piece, count: piece * count, st.text(min_size=1, max_size=9),
              st.integers(1, 400)),
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.integers(2, 120), st.data())
def test_promises_hold_for_any_text(text, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    split_and_check(RecursiveStrategy(size, overlap, TOKENS), text_document(text), size)


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.integers(2, 30), st.data())
def test_ranges_cover_the_text_across_windows(text, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    ranges = list(RecursiveSplitter(size, overlap, window=1).split(text, 0, len(text)))
    cuts = list(absorb_white_space((Cut(*each) for each in ranges), text))
    assert all(0 < last - first <= size for first, last in ranges)
    position = 0
    for cut in cuts:
        assert cut.start <= position < cut.end
        position = cut.end
    assert position == (len(text) if text.strip() else 0)


def test_places_are_exact_where_the_text_repeats_itself():
    document = text_document("ab " * 100_000)
    spans = split_and_check(RecursiveStrategy(1000, 180, TOKENS), document, 1000)
    steps = {b.char_start - a.char_start for a, b in pairwise(spans[:200])}
    assert steps == {999 - 180}


@pytest.mark.parametrize("text", ["word " * 900, "x" * 4000, "One sentence here. " * 200])
def test_the_cut_is_the_librarys_own(text):
    ours = RecursiveStrategy(500, 90, TOKENS).split(text_document(text))
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=500, chunk_overlap=90, keep_separator="end", strip_whitespace=False,
        is_separator_regex=True,
        separators=[r"\n\n", r"\n", r"(?<=[.!?;]) |(?<=[。！？；])", " ", ""],
    )  # fmt: skip
    assert contents(text_document(text), list(ours)) == splitter.split_text(text)


def test_a_heading_stays_with_the_long_paragraph_below_it():
    text = "Intro.\n\n## Carry-over\n\n" + "Unused days carry over until March. " * 40
    chunks = contents(
        text_document(text), list(RecursiveStrategy(1000, 180, TOKENS).split(text_document(text)))
    )
    assert chunks[0].startswith("Intro.\n\n## Carry-over\n\nUnused days")
    assert all("Unused days" in chunk for chunk in chunks)


def test_rows_of_a_long_table_are_not_cut():
    rows = [f"| City {n} | EUR {n} | per night in a hotel |" for n in range(200)]
    document = text_document("| a | b | c |\n|---|---|---|\n" + "\n".join(rows))
    lines = [
        line
        for chunk in contents(document, list(RecursiveStrategy(1000, 180, TOKENS).split(document)))
        for line in chunk.rstrip("\n").split("\n")
    ]
    assert all(line.startswith("|") and line.endswith("|") for line in lines)


def test_a_table_that_fits_is_whole_in_one_chunk():
    table = "\n".join(f"| row {n} | value {n} |" for n in range(30))
    document = text_document("Words before. " * 50 + "\n\n" + table + "\n\n" + "Words after. " * 60)
    chunks = contents(document, list(RecursiveStrategy(1000, 180, TOKENS).split(document)))
    assert any(table in chunk for chunk in chunks)


@pytest.mark.parametrize(("size", "overlap"), [(100, 100), (100, 101), (100, -1), (0, 0), (1, 0)])
def test_senseless_settings_are_refused(size, overlap):
    with pytest.raises(ValueError, match="overlap"):
        RecursiveStrategy(size, overlap, TOKENS)


def test_a_long_line_without_spaces_takes_flat_memory_and_linear_time():
    document = text_document("x" * 10_000_000)
    tracemalloc.start()
    started = perf_counter()
    count = sum(1 for _ in RecursiveStrategy(1000, 180, TOKENS).split(document))
    elapsed = perf_counter() - started
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 12_195
    assert peak < 5_000_000
    assert elapsed < 30


def test_a_table_longer_than_the_size_stays_whole_where_the_window_holds_it():
    document = document_of(
        (BlockType.TEXT, "Words before. " * 30),
        (BlockType.TEXT, "Leave by country:"),
        (BlockType.TABLE, markdown_table(20)),
        (BlockType.TEXT, "Words after. " * 30),
    )
    chunks = contents(document, list(RecursiveStrategy(200, 40, TOKENS).split(document)))
    assert f"Leave by country:\n\n{markdown_table(20)}\n\n" in chunks


def test_a_table_beyond_the_window_is_cut_between_rows_with_its_header_in_front():
    document = document_of(
        (BlockType.HEADING, "Leave"),
        (BlockType.TABLE, markdown_table(100)),
        (BlockType.TEXT, "End."),
    )
    spans = list(RecursiveStrategy(1000, 180, WordTokens(120)).split(document))
    chunks = contents(document, spans)
    assert chunks[0].startswith("Leave\n\n| Country | Leave days |\n| --- | --- |\n| Country 0")
    assert chunks[-1] == "End."
    for span, chunk in zip(spans[1:-1], chunks[1:-1], strict=True):
        assert span.context == "| Country | Leave days |\n| --- | --- |\n"
        assert chunk.removeprefix(span.context).startswith("| Country ")
    assert max(WordTokens().count_tokens(chunks)) <= 120
    found = [line for chunk in chunks for line in chunk.split("\n") if "value" in line]
    assert found == [f"| Country {n} | value {n} |" for n in range(100)]


def test_a_row_beyond_the_window_is_split_within_and_keeps_the_header():
    table = markdown_table(3) + "\n| Long | " + "word " * 300 + "|"
    document = document_of((BlockType.TABLE, table))
    chunks = contents(document, list(RecursiveStrategy(1000, 0, WordTokens(100)).split(document)))
    assert max(WordTokens().count_tokens(chunks)) <= 100
    assert all(chunk.startswith("| Country | Leave days |") for chunk in chunks)
