"""Numbers that Word computes."""

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

from ragstudio.formats import Kind
from tests.parsing.sample_files import parse_bytes, save


def level(place: int, number_format: str, text: str, extra: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{place}"><w:start w:val="1"/><w:numFmt w:val="{number_format}"/>{extra}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


LEGAL = level(0, "upperRoman", "Article %1") + level(1, "decimal", "%1.%2", "<w:isLgl/>")
PLAIN = level(0, "decimal", "%1.") + level(1, "lowerLetter", "%2)") + level(2, "bullet", "•")
STYLED = level(0, "decimal", "%1", '<w:pStyle w:val="Heading1"/>') + level(
    1, "decimal", "%1.%2", '<w:pStyle w:val="Heading2"/>'
)
NUMBERS = (
    '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0">'
    '<w:startOverride w:val="1"/></w:lvlOverride></w:num>'
    '<w:num w:numId="4"><w:abstractNumId w:val="3"/></w:num>'
)


def start():
    document = docx.Document()
    numbering = document.part.numbering_part.element
    for child in list(numbering):
        numbering.remove(child)
    lists = "".join(
        f'<w:abstractNum w:abstractNumId="{number}">{levels}</w:abstractNum>'
        for number, levels in enumerate((LEGAL, PLAIN, STYLED), start=1)
    )
    for child in parse_xml(f"<w:numbering {nsdecls('w')}>{lists}{NUMBERS}</w:numbering>"):
        numbering.append(child)
    return document


def add(document, text: str, number: int, place: int | None = 0, style: str | None = None):
    paragraph = document.add_paragraph(text, style=style)
    refer(paragraph._p.get_or_add_pPr(), number, place)
    return paragraph


def refer(properties, number: int, place: int | None) -> None:
    depth = "" if place is None else f'<w:ilvl w:val="{place}"/>'
    properties.append(
        parse_xml(f'<w:numPr {nsdecls("w")}>{depth}<w:numId w:val="{number}"/></w:numPr>')
    )


def read(tmp_path, document) -> list[str]:
    return parse_bytes(tmp_path, Kind.DOCX, save(document)).text.split("\n")


def test_articles_in_roman_numbers_and_clauses_in_arabic_ones(tmp_path):
    document = start()
    for text, place in (("Scope", 0), ("Ships", 1), ("Fees", 0), ("Day", 1), ("Night", 1)):
        add(document, text, 1, place)
    assert read(tmp_path, document) == [
        "Article I Scope", "  1.1 Ships", "Article II Fees", "  2.1 Day", "  2.2 Night",
    ]  # fmt: skip


def test_a_list_goes_on_after_text_and_restarts_where_its_number_says_so(tmp_path):
    document = start()
    add(document, "one", 2)
    add(document, "inner", 2, 1)
    document.add_paragraph("between")
    add(document, "two", 2)
    add(document, "inner again", 2, 1)
    add(document, "sign", 2, 2)
    add(document, "afresh", 3)
    assert [line for line in read(tmp_path, document) if line] == [
        "1. one", "  a) inner", "between", "2. two", "  a) inner again", "    - sign", "1. afresh",
    ]  # fmt: skip


def test_headings_are_numbered_by_their_style(tmp_path):
    document = start()
    for name, place in (("Heading 1", None), ("Heading 2", 1)):
        refer(document.styles[name].element.get_or_add_pPr(), 4, place)
    document.add_heading("Leave", 1)
    document.add_heading("Entitlement", 2)
    document.add_heading("Carry-over", 2)
    unnumbered = document.add_heading("Annex", 1)
    refer(unnumbered._p.get_or_add_pPr(), 0, 0)
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert [block.section for block in parsed.blocks] == [
        "1 Leave", "1 Leave > 1.1 Entitlement", "1 Leave > 1.2 Carry-over", "Annex",
    ]  # fmt: skip


def test_paragraphs_of_which_nothing_is_shown_are_not_counted(tmp_path):
    document = start()
    add(document, "one", 2)
    hidden = add(document, "hidden", 2)
    hidden.runs[0].font.hidden = True
    add(document, "two", 2)
    assert read(tmp_path, document) == ["1. one", "2. two"]


def test_numbers_count_inside_table_cells(tmp_path):
    document = start()
    table = document.add_table(1, 2)
    for column, text in enumerate(("first", "second")):
        paragraph = table.cell(0, column).paragraphs[0]
        paragraph.text = text
        refer(paragraph._p.get_or_add_pPr(), 2, 0)
    assert read(tmp_path, document)[0] == "| 1. first | 2. second |"


def test_a_list_of_the_document_without_definition_keeps_its_dash(tmp_path):
    document = start()
    add(document, "loose", 99)
    assert document.element.body.find(f".//{qn('w:numId')}").get(qn("w:val")) == "99"
    assert read(tmp_path, document) == ["- loose"]
