import docx
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement
from docx.oxml.ns import nsdecls, qn

from ragstudio.formats import Kind
from tests.parsing.sample_files import outline, parse_bytes, save

NOTES = (
    f"<w:footnotes {nsdecls('w')}>"
    '<w:footnote w:id="0" w:type="separator"><w:p><w:r><w:t>LINE</w:t></w:r></w:p></w:footnote>'
    '<w:footnote w:id="1"><w:p><w:r><w:t>Pro rata.</w:t></w:r></w:p></w:footnote></w:footnotes>'
)


def add_run(paragraph, tag: str, text: str = "", **attributes: str):
    run, element = OxmlElement("w:r"), OxmlElement(tag)
    element.text = text
    for name, value in attributes.items():
        element.set(qn(f"w:{name}"), value)
    run.append(element)
    paragraph._p.append(run)
    return element


def test_running_headers_and_footers_are_read_once_without_page_numbers(tmp_path):
    document = docx.Document()
    header = document.sections[0].header
    table = header.add_table(2, 2, docx.shared.Cm(10))
    for index, text in enumerate(["Document ID", "HR-7", "Status", "Draft"]):
        table.cell(index // 2, index % 2).text = text
    document.add_section()
    document.add_paragraph("Body.")
    footer = document.sections[0].footer
    footer.paragraphs[0].text = "Confidential"
    add_run(footer.add_paragraph("Page "), "w:instrText", " PAGE ")
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert outline(parsed) == [
        ("table", "| Document ID | HR-7 |\n| --- | --- |\n| Status | Draft |"),
        ("text", "Body."),
        ("text", "Confidential"),
    ]
    assert parsed.source.record_id == "HR-7"
    assert parsed.source_origins["record_id"] == "table at the head, 'Document ID'"


def test_footnotes_follow_the_body_and_are_marked_in_it(tmp_path):
    document = docx.Document()
    paragraph = document.add_paragraph("Staff get 25 days")
    add_run(paragraph, "w:footnoteReference", id="1")
    part = Part(
        PackURI("/word/footnotes.xml"), CONTENT_TYPE.WML_FOOTNOTES, NOTES.encode(),
        document.part.package,
    )  # fmt: skip
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert outline(parsed) == [("text", "Staff get 25 days [1]"), ("text", "[1] Pro rata.")]


def test_text_boxes_keep_their_tables_and_comments_do_not_show(tmp_path):
    document = docx.Document()
    paragraph = document.add_paragraph("Before")
    box = OxmlElement("w:txbxContent")
    inner = document.add_table(1, 2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "x", "y"
    box.append(inner._tbl)
    picture = OxmlElement("w:pict")
    picture.append(box)
    paragraph.runs[0]._r.append(picture)
    document.add_comment(paragraph.runs, text="A COMMENT", author="Ada")
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert parsed.text == "Before\nx, y;"


def test_a_deleted_row_is_left_out(tmp_path):
    document = docx.Document()
    table = document.add_table(3, 2)
    for index, text in enumerate(["a", "b", "gone", "gone", "1", "2"]):
        table.cell(index // 2, index % 2).text = text
    table.rows[1]._tr.get_or_add_trPr().append(OxmlElement("w:del"))
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert parsed.text == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_properties_are_source_metadata(tmp_path):
    document = docx.Document()
    document.add_paragraph("Body.")
    document.core_properties.author = "Ada Lovelace"
    document.core_properties.content_status = "Draft"
    document.core_properties.identifier = "HR-9"
    source = parse_bytes(tmp_path, Kind.DOCX, save(document)).source
    assert (source.owner, source.status.value, source.record_id) == (
        "Ada Lovelace",
        "draft",
        "HR-9",
    )
