import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from ragstudio.parsing.formats.json_data import lay_out
from tests.parsing.sample_files import outline, parse_bytes, sections_of

# Invisible signs are left out of what is read.
TEXTS = st.text(st.characters(exclude_characters="\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=30,
)


@given(VALUES, st.booleans())
def test_laying_out_keeps_the_value(value, ascii_only):
    text, _ = lay_out(json.dumps(value, ensure_ascii=ascii_only))
    assert json.loads(text) == value


def test_numbers_keep_their_digits_and_escapes_are_resolved(tmp_path):
    source = '{"price":1.50,"big":12345678901234567890,"name":"caf\\u00e9 \\ud83d\\ude00","e":[]}'
    document = parse_bytes(tmp_path, Kind.JSON, source)
    assert document.text == (
        '{\n  "price": 1.50,\n  "big": 12345678901234567890,\n  "name": "café 😀",\n  "e": []\n}'
    )


def test_outermost_keys_are_sections(tmp_path):
    document = parse_bytes(tmp_path, Kind.JSON, '{"a": {"x": 1}, "b": [2]}')
    assert sections_of(document) == [(None, None), ("1", "a"), ("2", "b")]


def test_members_of_an_array_are_blocks(tmp_path):
    document = parse_bytes(tmp_path, Kind.JSON, '[{"a": 1}, {"a": 2}]')
    assert [kind for kind, _ in outline(document)] == ["code", "code", "code"]
    assert '"a": 2' in outline(document)[2][1]


def test_what_is_not_json_fails_with_its_place(tmp_path):
    with pytest.raises(IngestionFailure, match="line 2, column") as failure:
        parse_bytes(tmp_path, Kind.JSON, '{"a": 1,\n')
    assert failure.value.failure_code == "corrupt_file"


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_hundred_thousand_levels_fail_cleanly(tmp_path, opening):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.JSON, opening * 100_000)
    assert failure.value.failure_code == "nesting_too_deep"


def test_a_string_of_megabytes_is_read(tmp_path):
    document = parse_bytes(tmp_path, Kind.JSON, '["' + "x" * 5_000_000 + '"]')
    assert len(document.text) > 5_000_000
