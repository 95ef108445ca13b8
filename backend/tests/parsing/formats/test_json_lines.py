import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from tests.parsing.sample_files import parse_bytes, rows_of


def test_each_line_is_a_record_of_paths_and_values(tmp_path):
    source = (
        '{"city": "Paris", "geo": {"lat": 48.850}, "tags": ["a", "b"], "ok": true, "n": null}\n'
        '\n{"stays": [{"cap": 240}, {"cap": 90}]}\n"bare"\n'
    )
    assert rows_of(parse_bytes(tmp_path, Kind.JSON_LINES, source)) == [
        "city: Paris\ngeo.lat: 48.850\ntags: a, b\nok: true\nn:",
        "stays[0].cap: 240\nstays[1].cap: 90",
        "bare",
    ]


def test_a_bad_line_is_named(tmp_path):
    with pytest.raises(IngestionFailure, match="Line 2") as failure:
        parse_bytes(tmp_path, Kind.JSON_LINES, '{"a": 1}\n{"a": \n')
    assert failure.value.failure_code == "corrupt_file"


def test_deep_nesting_fails_cleanly(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.JSON_LINES, "[" * 100_000)
    assert failure.value.failure_code == "nesting_too_deep"
