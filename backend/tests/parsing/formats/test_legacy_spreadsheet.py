import struct

import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
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
