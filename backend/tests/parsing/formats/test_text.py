from ragstudio.formats import Kind
from tests.parsing.sample_files import outline, parse_bytes


def test_paragraphs_are_blocks_of_the_text_as_it_is(tmp_path):
    document = parse_bytes(tmp_path, Kind.TEXT, "One\r\nline.\r\n \r\n\r\nTwo.\r\n")
    assert document.text == "One\nline.\n \n\nTwo.\n"
    assert outline(document) == [("text", "One\nline."), ("text", "Two.")]


def test_short_paragraphs_of_a_long_text_are_put_together(tmp_path):
    document = parse_bytes(tmp_path, Kind.TEXT, "word\n\n" * 200_000)
    assert 5_000 < len(document.blocks) <= 20_001
