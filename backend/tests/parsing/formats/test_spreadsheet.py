import io
import zipfile
from datetime import date, datetime
from time import perf_counter

import openpyxl
import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from tests.parsing.sample_files import outline, parse_bytes, rows_of, save, sections_of


def test_each_sheet_is_a_section_and_each_row_a_record(tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Empty"
    rates = book.create_sheet("Rates")
    for row in (["Rates 2026"], ["City", "Cap", "From", "Share", "At", "Ok"],
                ["Paris", 240.0, date(2026, 1, 1), 0.255, datetime(2026, 1, 1, 9, 30), True],
                [], ["London", 225.5]):  # fmt: skip
        rates.append(row)
    rates["D3"].number_format = "0.0%"
    book.create_sheet("Header only").append(["x", "y"])
    document = parse_bytes(tmp_path, Kind.XLSX, save(book))
    assert outline(document) == [
        ("heading", "Rates"),
        ("text", "Rates 2026"),
        ("row", "City: Paris\nCap: 240\nFrom: 2026-01-01\nShare: 25.5%\n"
                "At: 2026-01-01 09:30:00\nOk: TRUE"),
        ("row", "City: London\nCap: 225.5\nFrom:\nShare:\nAt:\nOk:"),
        ("heading", "Header only"),
        ("text", "Columns: x, y"),
    ]  # fmt: skip
    assert sections_of(document) == [("1", "Rates"), ("2", "Header only")]


def test_merged_cells_are_filled_down_and_across(tmp_path):
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["Title", None, None], ["Country", "City", "Cap"], ["Spain", "Valencia", 145],
                [None, "Madrid", 150], ["closed", None, 0]):  # fmt: skip
        sheet.append(row)
    for merged in ("A1:C1", "A3:A4", "A5:B5", "A6:C900"):
        sheet.merge_cells(merged)
    document = parse_bytes(tmp_path, Kind.XLSX, save(book))
    assert outline(document)[1] == ("text", "Title")
    assert rows_of(document) == [
        "Country: Spain\nCity: Valencia\nCap: 145",
        "Country: Spain\nCity: Madrid\nCap: 150",
        "Country: closed\nCity: closed\nCap: 0",
    ]


def test_a_formula_without_stored_value_gives_its_text_and_a_warning(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["City", "Double"])
    book.active.append(["Paris", "=2*120"])
    document = parse_bytes(tmp_path, Kind.XLSX, save(book))
    assert rows_of(document) == ["City: Paris\nDouble: =2*120"]
    assert "1 formulas have no stored value" in document.warnings[0]


def test_a_formula_gives_its_stored_value(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["City", "Double"])
    book.active.append(["Paris", "=2*120"])
    data = save(book)
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            part = source.read(name).replace(b"<f>2*120</f><v />", b"<f>2*120</f><v>240</v>")
            target.writestr(name, part.replace(b"<f>2*120</f><v></v>", b"<f>2*120</f><v>240</v>"))
    document = parse_bytes(tmp_path, Kind.XLSX, stream.getvalue())
    assert rows_of(document) == ["City: Paris\nDouble: 240"]
    assert document.warnings == []


def test_data_far_down_a_long_empty_sheet_is_found_quickly(tmp_path):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["B150"], sheet["C150"], sheet["B151"], sheet["C151"] = "City", "Cap", "Paris", 240
    sheet.cell(row=20_000, column=40).number_format = "0.00"
    started = perf_counter()
    assert rows_of(parse_bytes(tmp_path, Kind.XLSX, save(book))) == ["City: Paris\nCap: 240"]
    assert perf_counter() - started < 10


def test_an_empty_workbook_has_no_text(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.XLSX, save(openpyxl.Workbook()))
    assert failure.value.failure_code == "no_extractable_text"


def test_a_truncated_file_is_corrupt(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.XLSX, save(openpyxl.Workbook())[:2000])
    assert failure.value.failure_code == "corrupt_file"


def test_empty_and_header_only_sheets_do_not_fail_the_workbook(tmp_path):
    book = openpyxl.Workbook()
    book.create_sheet("Head").append(["Name", "Note"])
    book.create_sheet("Data").append(["Name"])
    book["Data"].append(["Ada"])
    document = parse_bytes(tmp_path, Kind.XLSX, save(book))
    assert document.text == "Head\n\nColumns: Name, Note\n\nData\n\nName: Ada"
