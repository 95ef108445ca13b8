import struct

import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from ragstudio.parsing.unread import include_hidden
from tests.parsing.sample_files import parse_bytes, rows_of, sections_of
from tests.parsing.sample_packages import make_legacy_workbook


def test_rows_come_with_their_columns_and_merged_cells_are_filled(tmp_path):
    merged = struct.pack("<HHHHH", 1, 1, 2, 0, 0)
    data = make_legacy_workbook([["Name", "Rate"], ["Ada", 3.5], ["", 4.0]], merged)
    document = parse_bytes(tmp_path, Kind.XLS, data)
    assert rows_of(document) == ["Name: Ada\nRate: 3.5", "Name: Ada\nRate: 4"]
    assert sections_of(document) == [("1", "Old")]


def test_a_cell_far_away_makes_no_room_for_what_lies_between(tmp_path):
    data = make_legacy_workbook([["far"]])
    cell = struct.pack("<HHH", 0x0204, 8 + 2 * 3 + 1, 0)
    assert cell in data
    with pytest.raises(IngestionFailure, match="65,000 rows") as failure:
        far = data.replace(cell, cell[:4] + struct.pack("<H", 64_999)).replace(
            struct.pack("<HH", 64_999, 0), struct.pack("<HH", 64_999, 255)
        )
        parse_bytes(tmp_path, Kind.XLS, far)
    assert failure.value.failure_code == "corrupt_file"


def test_values_are_shown_by_the_formats_of_their_cells(tmp_path):
    codes = ["0.0%", "00000", "[h]:mm", '0.00 "€"']
    rows = [["Name", "Value"], *([f"r{n}", value] for n, value in enumerate((0.157, 1067, 2.5, 3)))]
    formats = {(row, 1): row for row in range(1, 5)}
    text = parse_bytes(
        tmp_path, Kind.XLS, make_legacy_workbook(rows, codes=codes, formats=formats)
    ).text
    values = [line.removeprefix("Value: ") for line in text.split("\n") if line.startswith("Value")]
    assert values == ["15.7%", "01067", "60:00", "3.00 €"]


HIDDEN_ROW = (0x0208, struct.pack("<HHHHHHBBH", 2, 0, 3, 255, 0, 0, 0x20, 1, 0))
HIDDEN_COLUMN = (0x007D, struct.pack("<HHHHHH", 2, 2, 2000, 0, 1, 0))
ROWS = [["Berth", "Fee", "Margin"], ["B1", 120.0, "31 pct"], ["B9", 999.0, "38 pct"]]


def test_hidden_rows_and_columns_are_left_out_and_listed(tmp_path):
    data = make_legacy_workbook(ROWS, layout=[HIDDEN_ROW, HIDDEN_COLUMN])
    parsed = parse_bytes(tmp_path, Kind.XLS, data)
    assert rows_of(parsed) == ["Berth: B1\nFee: 120"]
    assert [each.summary for each in parsed.unread] == [
        "1 hidden row in sheet 'Old': left out",
        "1 hidden column in sheet 'Old': left out",
    ]
    with include_hidden(True):
        assert "999" in parse_bytes(tmp_path, Kind.XLS, data).text


@pytest.mark.parametrize("state", [1, 2])
def test_a_hidden_sheet_is_left_out_and_listed(tmp_path, state):
    data = make_legacy_workbook(ROWS, state=state)
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.XLS, data)
    assert failure.value.failure_code == "no_extractable_text"
    with include_hidden(True):
        assert "120" in parse_bytes(tmp_path, Kind.XLS, data).text


def test_a_format_that_shows_nothing_hides_the_value(tmp_path):
    data = make_legacy_workbook(ROWS, codes=[";;;"], formats={(1, 1): 1})
    parsed = parse_bytes(tmp_path, Kind.XLS, data)
    assert "120" not in parsed.text
    assert [each.kind for each in parsed.unread] == ["hidden_text"]
