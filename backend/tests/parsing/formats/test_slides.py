from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from ragstudio.formats import Kind
from tests.parsing.sample_files import outline, parse_bytes, save, sections_of


def test_slides_carry_title_body_tables_charts_and_notes(tmp_path):
    presentation = Presentation()
    first = presentation.slides.add_slide(presentation.slide_layouts[1])
    first.shapes.title.text = "Travel rates"
    first.placeholders[1].text = "body\nsecond line"
    first.notes_slide.notes_text_frame.text = "say this"
    table = first.shapes.add_table(2, 2, 0, Inches(5), Inches(4), Inches(1)).table
    for index, text in enumerate(["City", "Cap", "Paris", "240"]):
        table.cell(index // 2, index % 2).text = text
    second = presentation.slides.add_slide(presentation.slide_layouts[6])
    for top, text in ((3, "lower"), (1, "upper")):
        box = second.shapes.add_textbox(0, Inches(top), Inches(2), Inches(1))
        box.text_frame.text = text
    data = CategoryChartData()
    data.categories = ["2025", "2026"]
    data.add_series("Days", (20, 25))
    second.shapes.add_chart(
        XL_CHART_TYPE.COLUMN_CLUSTERED, 0, Inches(4), Inches(3), Inches(2), data
    )
    document = parse_bytes(tmp_path, Kind.PPTX, save(presentation))
    assert outline(document) == [
        ("heading", "Travel rates"),
        ("slide", "body\nsecond line"),
        ("table", "| City | Cap |\n| --- | --- |\n| Paris | 240 |"),
        ("slide", "Notes: say this"),
        ("slide", "upper"),
        ("slide", "lower"),
        ("table", "|  | Days |\n| --- | --- |\n| 2025 | 20 |\n| 2026 | 25 |"),
    ]
    assert sections_of(document) == [("1", "Travel rates"), ("2", "Slide 2")]
    assert [block.page for block in document.blocks] == [1, 1, 1, 1, 2, 2, 2]
    assert document.page_count == 2


def test_groups_are_opened_in_place_and_properties_are_read(tmp_path):
    presentation = Presentation()
    presentation.core_properties.author = "Ada Lovelace"
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    group = slide.shapes.add_group_shape()
    for place, text in ((3, "below"), (1, "above")):
        box = group.shapes.add_textbox(Inches(1), Inches(place), Inches(2), Inches(1))
        box.text_frame.text = text
    document = parse_bytes(tmp_path, Kind.PPTX, save(presentation))
    assert outline(document) == [("slide", "above"), ("slide", "below")]
    assert sections_of(document) == [("1", "Slide 1")]
    assert document.source.owner == "Ada Lovelace"
