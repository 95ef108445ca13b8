import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from tests.parsing.sample_files import parse_bytes, rows_of
from tests.parsing.sample_packages import make_open_document, odf_cell, odf_row

EMPTY_TAIL = odf_row(
    '<table:table-cell table:number-columns-repeated="1024"/>',
    attributes='table:number-rows-repeated="1048000"',
)


def make_sheets(*sheets: str, prologue: str = "") -> bytes:
    body = "".join(
        f'<table:table table:name="S{number}">{rows}</table:table>'
        for number, rows in enumerate(sheets, start=1)
    )
    return make_open_document(body, "spreadsheet", prologue=prologue)


def value(kind: str, stored: str, shown: str) -> str:
    name = {"date": "date-value", "boolean": "boolean-value"}.get(kind, "value")
    return odf_cell(shown, f'office:value-type="{kind}" office:{name}="{stored}"')


def test_values_are_what_is_stored_and_merged_cells_are_filled(tmp_path):
    header = odf_row(*map(odf_cell, ["Team", "Day", "Share", "Price"]))
    first = odf_row(
        odf_cell("Sales", 'table:number-rows-spanned="2"'),
        value("date", "2026-07-01T00:00:00", "01/07/26"),
        value("percentage", "0.125", "13%"),
        value("currency", "3.5", "3,50 €"),
    )
    second = odf_row(
        "<table:covered-table-cell/>",
        value("date", "2026-08-01", "01/08/26"),
        value("float", "1234.50", "1 234,5"),
        '<table:table-cell table:formula="of:=SUM([.A1])"/>',
    )
    document = parse_bytes(tmp_path, Kind.ODS, make_sheets(header + first + second + EMPTY_TAIL))
    assert rows_of(document) == [
        "Team: Sales\nDay: 2026-07-01\nShare: 12.5%\nPrice: 3,50 €",
        "Team: Sales\nDay: 2026-08-01\nShare: 1 234,5\nPrice: =SUM([.A1])",
    ]
    assert "1 formulas have no stored value" in document.warnings[0]


def test_empty_and_header_only_sheets_do_not_fail_the_workbook(tmp_path):
    data = make_sheets("", odf_row(odf_cell("Only"), odf_cell("Header")), odf_row(odf_cell("x")))
    document = parse_bytes(tmp_path, Kind.ODS, data)
    assert [block.section for block in document.blocks if block.level] == ["S2", "S3"]


def test_a_repeated_row_is_bounded_and_said(tmp_path):
    rows = odf_row(odf_cell("a"), odf_cell("b")) + odf_row(
        odf_cell("1"), odf_cell("2"), attributes='table:number-rows-repeated="1000000"'
    )
    document = parse_bytes(tmp_path, Kind.ODS, make_sheets(rows))
    assert len(rows_of(document)) == 1000
    assert "repeats" in document.warnings[0]


def test_entities_are_not_resolved(tmp_path):
    prologue = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    with pytest.raises(IngestionFailure):
        parse_bytes(tmp_path, Kind.ODS, make_sheets(odf_row(odf_cell("&x;")), prologue=prologue))
