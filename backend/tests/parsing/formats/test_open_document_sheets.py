import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from ragstudio.parsing.unread import include_hidden
from tests.parsing.sample_files import parse_bytes, rows_of
from tests.parsing.sample_packages import make_open_document, odf_cell, odf_row
from tests.parsing.word.test_inline import replace_part

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


def test_hidden_rows_columns_and_sheets_are_left_out_and_listed(tmp_path):
    styles = (
        '<office:automatic-styles><style:style style:name="off" style:family="table">'
        '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    )
    columns = (
        '<table:table-column table:number-columns-repeated="2"/>'
        '<table:table-column table:visibility="collapse"/>'
    )
    rows = [odf_row(*map(odf_cell, ["Berth", "Fee", "Margin"]))]
    rows.append(odf_row(*map(odf_cell, ["B1", "120", "31 pct"])))
    for state, fee in (("collapse", "999"), ("filter", "888")):
        rows.append(
            odf_row(*map(odf_cell, ["B9", fee, "1 pct"]), attributes=f'table:visibility="{state}"')
        )
    secret = (
        f'<table:table table:name="Old" table:style-name="off">{rows[0]}{rows[1]}</table:table>'
    )
    body = f'<table:table table:name="Tariff">{columns}{"".join(rows)}</table:table>{secret}'
    data = make_open_document(body, "spreadsheet")
    data = replace_part(
        data,
        "content.xml",
        lambda part: part.replace(b"<office:body>", f"{styles}<office:body>".encode()),
    )
    parsed = parse_bytes(tmp_path, Kind.ODS, data)
    assert rows_of(parsed) == ["Berth: B1\nFee: 120"]
    assert [each.summary for each in parsed.unread] == [
        "2 hidden rows in sheet 'Tariff': left out",
        "1 hidden column in sheet 'Tariff': left out",
        "1 hidden sheet (sheet 'Old'): left out",
    ]
    with include_hidden(True):
        parsed = parse_bytes(tmp_path, Kind.ODS, data)
    assert len(rows_of(parsed)) == 4
    assert parsed.unread == []


@pytest.mark.parametrize(
    ("stored", "shown"), [("1067", "01067"), ("0.5", "1/2"), ("12500000", "12.5M"), ("5", "5‰")]
)
def test_a_number_is_read_as_it_is_shown(tmp_path, stored, shown):
    rows = odf_row(odf_cell("Name"), odf_cell("Code"))
    rows += odf_row(odf_cell("x"), value("float", stored, shown))
    assert rows_of(parse_bytes(tmp_path, Kind.ODS, make_sheets(rows))) == [
        f"Name: x\nCode: {shown}"
    ]


def test_comments_of_cells_are_read(tmp_path):
    note = "<office:annotation><text:p>Valid until 3 May</text:p></office:annotation>"
    rows = odf_row(odf_cell("Name"), odf_cell("Fee")) + odf_row(
        odf_cell("B1"), odf_cell("120", inner=note)
    )
    text = parse_bytes(tmp_path, Kind.ODS, make_sheets(rows)).text
    assert "Comment on '120': Valid until 3 May" in text
