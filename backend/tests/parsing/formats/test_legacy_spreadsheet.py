import struct

from ragstudio.parsing.media_types import Kind
from tests.parsing.sample_files import parse_bytes, rows_of, sections_of
from tests.parsing.sample_packages import make_legacy_workbook


def test_rows_come_with_their_columns_and_merged_cells_are_filled(tmp_path):
    merged = struct.pack("<HHHHH", 1, 1, 2, 0, 0)
    data = make_legacy_workbook([["Name", "Rate"], ["Ada", 3.5], ["", 4.0]], merged)
    document = parse_bytes(tmp_path, Kind.XLS, data)
    assert rows_of(document) == ["Name: Ada\nRate: 3.5", "Name: Ada\nRate: 4"]
    assert sections_of(document) == [("1", "Old")]
