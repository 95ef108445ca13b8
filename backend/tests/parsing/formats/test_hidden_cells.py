"""What sheets hide, what stands over their cells, and values as they are shown."""

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image

from ragstudio.formats import Kind
from ragstudio.parsing.unread import include_hidden
from tests.parsing.sample_files import parse_bytes, save
from tests.parsing.word.test_inline import draw_notice, replace_part


def make_book():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Tariff"
    for row in (["Berth", "Fee", "Margin"], ["B1", 120, "31 pct"], ["B9", 999, "38 pct"]):
        sheet.append(row)
    return book, sheet


def test_hidden_rows_columns_sheets_and_values_are_left_out_and_listed(tmp_path):
    book, sheet = make_book()
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["C"].hidden = True
    sheet["A4"], sheet["B4"] = "B2", 555
    sheet["B4"].number_format = ";;;"
    for state in ("hidden", "veryHidden"):
        other = book.create_sheet(state)
        other.append(["Secret", "77"])
        other.sheet_state = state
    data = save(book)
    parsed = parse_bytes(tmp_path, Kind.XLSX, data)
    assert parsed.text == "Tariff\n\nBerth: B1\nFee: 120\n\nBerth: B2\nFee:"
    assert [each.summary for each in parsed.unread] == [
        "1 hidden row in sheet 'Tariff': left out",
        "1 hidden column in sheet 'Tariff': left out",
        "1 hidden passage in sheet 'Tariff': left out",
        "1 hidden sheet (sheet 'hidden'): left out",
        "1 hidden sheet (sheet 'veryHidden'): left out",
    ]
    with include_hidden(True):
        parsed = parse_bytes(tmp_path, Kind.XLSX, data)
    assert all(text in parsed.text for text in ("999", "38 pct", "555", "77"))
    assert parsed.unread == []


def test_comments_pictures_and_charts_of_a_sheet_are_read(tmp_path):
    book, sheet = make_book()
    sheet["B2"].comment = Comment("Valid until 3 May", "Harbour office")
    sheet.add_image(Image(draw_notice("Gate code QUAY 7714")), "E2")
    chart = BarChart()
    chart.title = "Fees by berth"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    sheet.add_chart(chart, "E20")
    parsed = parse_bytes(tmp_path, Kind.XLSX, save(book))
    assert "Comment on B2: Valid until 3 May" in parsed.text
    assert "7714" in parsed.text
    assert "Fees by berth" in parsed.text


@pytest.mark.parametrize("broken", [b"", b"no XML", b"<comments"])
def test_broken_comments_do_not_lose_the_sheet(tmp_path, broken):
    book, sheet = make_book()
    sheet["B2"].comment = Comment("Valid until 3 May", "Harbour office")
    data = replace_part(save(book), "xl/comments/comment1.xml", lambda content: broken)
    parsed = parse_bytes(tmp_path, Kind.XLSX, data)
    assert "Fee: 120" in parsed.text
    assert [each.kind for each in parsed.unread] == ["part"]


def test_a_broken_sheet_does_not_lose_the_others(tmp_path):
    book, _ = make_book()
    book.create_sheet("Second").append(["Shed", "6"])
    data = replace_part(save(book), "xl/worksheets/sheet1.xml", lambda content: b"no XML")
    parsed = parse_bytes(tmp_path, Kind.XLSX, data)
    assert "Shed" in parsed.text
    assert any("sheet1.xml" in each.summary for each in parsed.unread)


def test_a_control_character_in_a_cell_loses_nothing(tmp_path):
    book, _ = make_book()
    data = save(book)
    data = replace_part(
        data, "xl/sharedStrings.xml", lambda content: content.replace(b"B1", b"B1\x0bx")
    )
    assert "Fee: 999" in parse_bytes(tmp_path, Kind.XLSX, data).text


def test_values_are_read_as_they_are_shown(tmp_path):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Name", "Value"])
    shown = [(1067, "00000", "01067"), (0.4, "0%", "40%"), (40, '0"%"', "40%"),
             (1234.5, "#,##0.00 [$€-407]", "1,234.50 €"), (49 / 24, "[h]:mm", "49:00")]  # fmt: skip
    for place, (value, code, _) in enumerate(shown, start=2):
        sheet.append([f"row {place}", value])
        sheet.cell(place, 2).number_format = code
    text = parse_bytes(tmp_path, Kind.XLSX, save(book)).text
    assert [line.removeprefix("Value: ") for line in text.split("\n") if "Value" in line] == [
        text for _, _, text in shown
    ]
