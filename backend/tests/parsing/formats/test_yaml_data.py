from ragstudio.formats import Kind
from tests.parsing.sample_files import parse_bytes, sections_of

SOURCE = "# comment\nname: x\n'list of':\n  - a: 1\nother: |\n  key: no\n---\nsecond: 1\n"


def test_top_level_keys_are_sections_of_the_text_as_it_is(tmp_path):
    document = parse_bytes(tmp_path, Kind.YAML, SOURCE)
    assert document.text == SOURCE
    assert sections_of(document) == [
        (None, None), ("1", "name"), ("2", "list of"), ("3", "other"), ("4", "second"),
    ]  # fmt: skip


def test_a_list_has_no_sections(tmp_path):
    assert sections_of(parse_bytes(tmp_path, Kind.YAML, "- a\n- b\n")) == [(None, None)]


def test_aliases_do_not_grow(tmp_path):
    bomb = "a: &a [x, x]\n" + "".join(f"k{n}: &k{n} [*a, *a]\n" for n in range(30))
    assert parse_bytes(tmp_path, Kind.YAML, bomb).text == bomb
