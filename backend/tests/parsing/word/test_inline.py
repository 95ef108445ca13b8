"""What is shown of a Word paragraph, and what is not."""

import io
import zipfile

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from PIL import Image, ImageDraw, ImageFont

from ragstudio.formats import Kind
from ragstudio.parsing.unread import include_hidden
from tests.parsing.sample_files import parse_bytes, save


def document_of(*runs: str):
    document = docx.Document()
    paragraph = document.add_paragraph()
    for run in runs:
        paragraph._p.append(parse_xml(run.replace("<w:r>", f"<w:r {nsdecls('w')}>", 1)))
    return document


def hide_by_style(document, kind: int, base: str | None = None):
    style = document.styles.add_style("Secret", kind)
    style.font.hidden = True
    return style


def test_hidden_runs_are_left_out_and_listed(tmp_path):
    document = docx.Document()
    document.add_heading("Fees", 1)
    paragraph = document.add_paragraph("The fee is 12 euro.")
    paragraph.add_run(" It was 8 euro.").font.hidden = True
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert parsed.text == "Fees\n\nThe fee is 12 euro."
    assert [each.summary for each in parsed.unread] == [
        "1 hidden passage in section 'Fees': left out"
    ]


@pytest.mark.parametrize("kind", [1, 2])
def test_text_hidden_by_the_style_of_its_paragraph_or_characters_is_left_out(tmp_path, kind):
    document = docx.Document()
    style = hide_by_style(document, kind)
    derived = document.styles.add_style("Derived", kind)
    derived.base_style = style
    paragraph = document.add_paragraph("", style=derived if kind == 1 else None)
    paragraph.add_run("hidden", style=derived if kind == 2 else None)
    paragraph.add_run("shown").font.hidden = False
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert parsed.text == "shown"
    assert len(parsed.unread) == 1


def test_hidden_text_is_read_where_the_setting_says_so(tmp_path):
    document = docx.Document()
    document.add_paragraph("shown ").add_run("hidden").font.hidden = True
    with include_hidden(True):
        parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert (parsed.text, parsed.unread) == ("shown hidden", [])


def test_a_hidden_table_row_is_left_out(tmp_path):
    document = docx.Document()
    table = document.add_table(2, 2)
    for place, text in enumerate(("Berth", "Fee", "B1", "999")):
        table.cell(place // 2, place % 2).text = text
    table.rows[1]._tr.get_or_add_trPr().append(parse_xml(f"<w:hidden {nsdecls('w')}/>"))
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert "999" not in parsed.text
    assert [each.kind for each in parsed.unread] == ["hidden_row"]


@pytest.mark.parametrize(
    ("run", "text"),
    [
        ('<w:r><w:t>5 </w:t><w:sym w:font="Symbol" w:char="F0B0"/><w:t>C</w:t></w:r>', "5 °C"),
        ('<w:r><w:sym w:font="Symbol" w:char="F0A3"/><w:t> 3</w:t></w:r>', "≤ 3"),
        ('<w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:t> done</w:t></w:r>', "✓ done"),
        ('<w:r><w:sym w:font="Arial" w:char="2122"/></w:r>', "™"),
        ('<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/>'
         '<w:checked/></w:checkBox></w:ffData></w:fldChar><w:t> Agreed</w:t></w:r>', "☒ Agreed"),
        ('<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/>'
         '</w:checkBox></w:ffData></w:fldChar><w:t> Agreed</w:t></w:r>', "☐ Agreed"),
        ('<w:r><w:t>Berth: </w:t><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList>'
         '<w:result w:val="1"/><w:listEntry w:val="B1"/><w:listEntry w:val="B2"/></w:ddList>'
         '</w:ffData></w:fldChar></w:r>', "Berth: B2"),
    ],
)  # fmt: skip
def test_symbols_and_form_fields(tmp_path, run, text):
    assert parse_bytes(tmp_path, Kind.DOCX, save(document_of(run))).text == text


def test_a_symbol_without_a_meaning_is_listed(tmp_path):
    run = '<w:r><w:t>See </w:t><w:sym w:font="Harbour" w:char="F041"/></w:r>'
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document_of(run)))
    assert [each.kind for each in parsed.unread] == ["characters"]


def draw_notice(text: str) -> io.BytesIO:
    picture = Image.new("RGB", (900, 140), "white")
    ImageDraw.Draw(picture).text((20, 40), text, "black", ImageFont.load_default(44))
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    stream.seek(0)
    return stream


def test_a_picture_is_recognised_with_its_alternative_text(tmp_path):
    document = docx.Document()
    document.add_paragraph("Read the notice.")
    shape = document.add_picture(draw_notice("Gate code QUAY 7714"))
    shape._inline.docPr.set("descr", "Notice at the gate")
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert "QUAY" in parsed.text and "7714" in parsed.text
    assert "Picture: Notice at the gate" in parsed.text
    assert parsed.unread == []


def test_a_picture_without_text_is_listed(tmp_path):
    document = docx.Document()
    document.add_paragraph("A photograph.")
    document.add_picture(draw_notice(""))
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert [each.summary for each in parsed.unread] == ["1 picture: no text recognised"]


def replace_part(data: bytes, name: str, change) -> bytes:
    copy = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(copy, "w") as new:
        for entry in old.namelist():
            content = old.read(entry)
            new.writestr(entry, change(content) if entry == name else content)
    return copy.getvalue()


def with_header() -> bytes:
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Harbour office"
    document.add_paragraph("The fee is 12 euro.")
    return save(document)


@pytest.mark.parametrize("broken", [b"no XML at all", b"", b"<w:hdr"])
def test_a_broken_header_does_not_lose_the_document(tmp_path, broken):
    data = replace_part(with_header(), "word/header1.xml", lambda content: broken)
    parsed = parse_bytes(tmp_path, Kind.DOCX, data)
    assert parsed.text == "The fee is 12 euro."
    assert ["word/header1.xml" in each.summary for each in parsed.unread] == [True]


def test_a_control_character_inside_the_text_loses_nothing(tmp_path):
    data = replace_part(
        with_header(), "word/document.xml", lambda content: content.replace(b"12 ", b"12\x0b ")
    )
    assert "The fee is 12" in parse_bytes(tmp_path, Kind.DOCX, data).text


def test_a_body_cut_off_is_read_as_far_as_it_goes(tmp_path):
    data = replace_part(
        with_header(),
        "word/document.xml",
        lambda content: content.replace(b"</w:p>", b"</w:p><w:p", 1),
    )
    parsed = parse_bytes(tmp_path, Kind.DOCX, data)
    assert "The fee is 12 euro." in parsed.text
    assert [each.kind for each in parsed.unread] == ["part"]
