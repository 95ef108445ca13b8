from collections.abc import Sequence

from ragstudio.formats import Kind
from tests.parsing.sample_files import outline, parse_bytes
from tests.parsing.sample_pdfs import LEAVE, TRAVEL, Pdf

RATES = [("Country", "Rate"), ("Austria", "30"), ("Belgium, abroad", "35"), ("Denmark", "50")]
TABLE = "| Country | Rate |\n| --- | --- |\n| Austria | 30 |\n| Belgium, abroad | 35 |\n" \
    "| Denmark | 50 |"  # fmt: skip


def write_lined(rows: Sequence[Sequence[str]], rules: set[int]) -> bytes:
    """Rows between two paragraphs, with a rule below each of the given row numbers."""
    pdf = Pdf()
    pdf.add_page()
    pdf.paragraph(LEAVE)
    for number, row in enumerate([(), *rows]):
        for cell in row:
            pdf.cell(32, 6, cell)
        pdf.ln(6)
        if number in rules:
            pdf.line(pdf.l_margin, pdf.y, pdf.l_margin + 70, pdf.y)
    pdf.ln(3)
    pdf.paragraph(TRAVEL)
    return pdf.data()


def test_rows_with_a_rule_each_are_a_table(tmp_path):
    document = parse_bytes(tmp_path, Kind.PDF, write_lined(RATES, {1, 2, 3, 4}))
    assert outline(document) == [("text", LEAVE), ("table", TABLE), ("text", TRAVEL)]


def test_rules_above_and_below_header_and_body_hold_a_table(tmp_path):
    document = parse_bytes(tmp_path, Kind.PDF, write_lined(RATES, {0, 1, 4}))
    assert outline(document) == [("text", LEAVE), ("table", TABLE), ("text", TRAVEL)]


def test_rules_between_paragraphs_hold_no_table(tmp_path):
    pdf = Pdf()
    pdf.add_page()
    for text in (LEAVE, TRAVEL, LEAVE):
        pdf.line(pdf.l_margin, pdf.y, 200, pdf.y)
        pdf.paragraph(text)
    pdf.line(pdf.l_margin, pdf.y, 200, pdf.y)
    document = parse_bytes(tmp_path, Kind.PDF, pdf.data())
    assert outline(document) == [("text", LEAVE), ("text", TRAVEL), ("text", LEAVE)]
