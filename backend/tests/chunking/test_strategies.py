"""What each of the other strategies is for."""

from itertools import pairwise

from ragstudio.chunking.parent import ParentStrategy
from ragstudio.chunking.sentences import SentencesStrategy
from ragstudio.chunking.structure import StructureStrategy
from ragstudio.chunking.windows import WindowsStrategy
from ragstudio.records import BlockType
from tests.chunking.documents import (
    TOKENS,
    WordTokens,
    built_document,
    contents,
    document_of,
    markdown_table,
    slices,
    split_and_check,
    text_document,
)

POLICY = built_document(
    [
        (BlockType.HEADING, "Leave", 1),
        (BlockType.HEADING, "Carry-over", 2),
        (BlockType.TEXT, "Five days carry over until March.", 0),
        (BlockType.HEADING, "Sick leave", 2),
        (BlockType.TEXT, "Tell your manager by ten. " * 20, 0),
        (BlockType.TABLE, markdown_table(60), 0),
    ]
)


def test_structure_keeps_sections_together_below_their_headings():
    spans = split_and_check(StructureStrategy(300, 60, TOKENS), POLICY, 300, window=254)
    chunks = contents(POLICY, spans)
    assert chunks[0] == "Leave\n\nCarry-over\n\nFive days carry over until March.\n\n"
    assert chunks[1].startswith("Leave\n\nSick leave\n\nTell your manager")
    assert all(chunk.startswith("Leave > Sick leave\n\n") for chunk in chunks[2:])


def test_structure_repeats_a_long_tables_header_below_the_headings():
    spans = list(StructureStrategy(300, 60, WordTokens(100)).split(POLICY))
    late = next(span for span in spans if "value 59" in span.read(POLICY.text))
    assert late.context == "Leave > Sick leave\n\n| Country | Leave days |\n| --- | --- |\n"
    assert late.block_type is BlockType.TABLE


def test_structure_overlaps_by_whole_words_within_a_section_alone():
    spans = list(StructureStrategy(200, 60, TOKENS).split(POLICY))
    overlaps = [
        POLICY.text[after.char_start : before.char_end] for before, after in pairwise(spans)
    ]
    assert overlaps[0] == ""
    assert overlaps[1].startswith(("Tell", "your", "manager", "by", "ten"))


def test_windows_end_on_a_paragraph_sentence_or_space_in_their_last_part():
    paragraphs = text_document("a" * 80 + "\n\n" + "b" * 200)
    sentences = text_document("a" * 75 + " aa. b" + "b" * 200)
    words = text_document("a" * 80 + " b" + "b" * 200)
    early = text_document("a" * 50 + ". b" + "b" * 200)
    strategy = WindowsStrategy(100, 20)
    ends = [
        next(iter(strategy.split(each))).char_end for each in (paragraphs, sentences, words, early)
    ]
    assert ends == [82, 80, 81, 100]
    starts = [span.char_start for span in strategy.split(words)]
    assert starts[1] == 81 - 20


def test_windows_cut_a_table_that_the_others_keep_whole():
    document = document_of((BlockType.TABLE, markdown_table(20)))
    chunks = contents(document, list(WindowsStrategy(200, 0).split(document)))
    assert "Leave days" not in chunks[-1]
    assert "value 19" in chunks[-1]


def test_sentences_are_whole_and_overlap_whole():
    text = "Mr. Smith paid 3.5 EUR. He left. " * 20
    document = text_document(text)
    spans = split_and_check(SentencesStrategy(100, 40, TOKENS), document, 100, overlap=40)
    for chunk in slices(document, spans):
        assert chunk.startswith(("Mr. Smith", "He left."))
        assert chunk.rstrip().endswith(("EUR.", "left."))
    assert spans[1].char_start == spans[0].char_end - len("Mr. Smith paid 3.5 EUR. He left. ")


def test_small_chunks_know_the_section_to_return():
    spans = split_and_check(ParentStrategy(100, 20, TOKENS), POLICY, 100, window=254)
    first, *others = spans
    parent = POLICY.text[slice(*first.parent)]
    assert parent == "Leave\n\nCarry-over\n\nFive days carry over until March.\n\n"
    assert len({span.parent for span in others}) > 1
    table = next(block for block in POLICY.blocks if block.type is BlockType.TABLE)
    for span in others:
        length = span.parent[1] - span.parent[0]
        assert length <= 500 or span.char_end > table.char_start
