import copy

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from ragstudio.records import SourceStatus
from tests.parsing.sample_files import outline, parse_bytes, save, sections_of


def test_paragraphs_lists_and_tables_in_document_order(tmp_path):
    document = docx.Document()
    document.add_heading("Leave policy", 0)
    document.add_paragraph("Policy ID: HR-201\nStatus: Draft")
    document.add_heading("3. Carry-over", 2)
    document.add_paragraph("one", style="List Bullet")
    document.add_paragraph("two", style="List Number")
    table = document.add_table(3, 3)
    for index, text in enumerate(["City", "Cap", "Meals", "Paris", "240", "95", "all"]):
        table.cell(index // 3, index % 3).text = text
    table.cell(2, 0).merge(table.cell(2, 2))
    document.add_paragraph("after")
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert outline(parsed) == [
        ("heading", "Leave policy"),
        ("text", "Policy ID: HR-201\nStatus: Draft"),
        ("heading", "3. Carry-over"),
        ("list", "- one\n1. two"),
        ("table", "| City | Cap | Meals |\n| --- | --- | --- |\n| Paris | 240 | 95 |\n"
                  "| all | all | all |"),
        ("text", "after"),
    ]  # fmt: skip
    assert sections_of(parsed) == [("1", "Leave policy"), ("1.1", "Leave policy > 3. Carry-over")]
    assert (parsed.source.record_id, parsed.source.status) == ("HR-201", SourceStatus.DRAFT)


def test_cells_merged_down_are_filled_and_nested_tables_flattened(tmp_path):
    document = docx.Document()
    table = document.add_table(3, 2)
    for index, text in enumerate(["Country", "City", "Spain", "Valencia", "", "Madrid"]):
        table.cell(index // 2, index % 2).text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    inner = table.cell(2, 1).add_table(1, 2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "x", "y"
    assert outline(parse_bytes(tmp_path, Kind.DOCX, save(document))) == [
        (
            "table",
            "| Country | City |\n| --- | --- |\n| Spain | Valencia |\n| Spain | Madrid x, y; |",
        )
    ]


def test_tracked_insertions_are_text_and_deletions_are_not(tmp_path):
    document = docx.Document()
    paragraph = document.add_paragraph("kept ")
    for tag, text_tag, text in (("w:ins", "w:t", "inserted"), ("w:del", "w:delText", "deleted")):
        change, run, written = OxmlElement(tag), OxmlElement("w:r"), OxmlElement(text_tag)
        written.text = text
        run.append(written)
        change.append(run)
        paragraph._p.append(change)
    assert parse_bytes(tmp_path, Kind.DOCX, save(document)).text == "kept inserted"


def test_text_in_content_controls_is_read(tmp_path):
    document = docx.Document()
    paragraph = document.add_paragraph("in a control")
    control, content = OxmlElement("w:sdt"), OxmlElement("w:sdtContent")
    content.append(copy.deepcopy(paragraph._p))
    control.append(content)
    paragraph._p.getparent().replace(paragraph._p, control)
    assert parse_bytes(tmp_path, Kind.DOCX, save(document)).text == "in a control"


def test_an_outline_level_makes_a_heading_of_any_paragraph(tmp_path):
    document = docx.Document()
    paragraph = document.add_paragraph("Own style")
    level = OxmlElement("w:outlineLvl")
    level.set(qn("w:val"), "1")
    paragraph._p.get_or_add_pPr().append(level)
    parsed = parse_bytes(tmp_path, Kind.DOCX, save(document))
    assert (parsed.blocks[0].type, parsed.blocks[0].level) == ("heading", 2)


def test_a_document_without_text_fails(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.DOCX, save(docx.Document()))
    assert failure.value.failure_code == "no_extractable_text"
