"""Charts, diagrams and numbered lists of slides; nothing of a deck is lost for one part of it."""

import io
import zipfile

import pytest
from lxml import etree
from pptx import Presentation
from pptx.chart.data import BubbleChartData, CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml import parse_xml
from pptx.util import Inches

from ragstudio.formats import Kind
from ragstudio.parsing.charts import read_chart, read_diagram
from ragstudio.parsing.unread import include_hidden
from tests.parsing.sample_files import parse_bytes, save
from tests.parsing.word.test_inline import draw_notice, replace_part

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
BOX = (0, 0, Inches(4), Inches(3))


def deck_with(kind, data) -> bytes:
    presentation = Presentation()
    first = presentation.slides.add_slide(presentation.slide_layouts[6])
    first.shapes.add_chart(kind, *BOX, data)
    second = presentation.slides.add_slide(presentation.slide_layouts[6])
    second.shapes.add_textbox(*BOX).text_frame.text = "Cranes stop at 22 metres per second."
    return save(presentation)


def categories(number_format: str = "General") -> CategoryChartData:
    data = CategoryChartData(number_format)
    data.categories = ["2024", "2025"]
    data.add_series("Share", (0.25, None))
    return data


@pytest.mark.parametrize("name", ["AREA_STACKED", "PIE", "LINE_MARKERS", "RADAR", "DOUGHNUT"])
def test_charts_of_categories_are_tables_with_their_percentages(tmp_path, name):
    deck = deck_with(getattr(XL_CHART_TYPE, name), categories("0%"))
    parsed = parse_bytes(tmp_path, Kind.PPTX, deck)
    assert "| 2024 | 25% |\n| 2025 |  |" in parsed.text
    assert "22 metres" in parsed.text


def test_scatter_and_bubble_charts_show_every_point(tmp_path):
    data = XyChartData()
    points = data.add_series("Draught")
    points.add_data_point(1.5, 7.25)
    points.add_data_point(2, 8)
    parsed = parse_bytes(tmp_path, Kind.PPTX, deck_with(XL_CHART_TYPE.XY_SCATTER, data))
    assert "| X | Draught |\n| --- | --- |\n| 1.5 | 7.25 |\n| 2 | 8 |" in parsed.text
    bubbles = BubbleChartData()
    bubbles.add_series("Load").add_data_point(1, 2, 30)
    parsed = parse_bytes(tmp_path, Kind.PPTX, deck_with(XL_CHART_TYPE.BUBBLE, bubbles))
    assert "| X | Load | Size |\n| --- | --- | --- |\n| 1 | 2 | 30 |" in parsed.text


@pytest.mark.parametrize("plot", ["ofPieChart", "stockChart", "surfaceChart", "bar3DChart"])
def test_a_chart_that_libraries_do_not_know_is_read_all_the_same(tmp_path, plot):
    deck = deck_with(XL_CHART_TYPE.LINE, categories())
    data = replace_part(
        deck,
        "ppt/charts/" + chart_name(deck),
        lambda content: content.replace(b"lineChart", plot.encode()),
    )
    parsed = parse_bytes(tmp_path, Kind.PPTX, data)
    assert "| 2024 | 0.25 |" in parsed.text
    assert "22 metres" in parsed.text


def chart_name(deck: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(deck)) as package:
        (name,) = [each for each in package.namelist() if each.startswith("ppt/charts/chart")]
    return name.rpartition("/")[2]


@pytest.mark.parametrize("broken", [b"no XML", b"", b"<c:chartSpace"])
def test_a_broken_chart_is_listed_and_the_deck_is_read(tmp_path, broken):
    deck = deck_with(XL_CHART_TYPE.LINE, categories())
    name = "ppt/charts/" + chart_name(deck)
    parsed = parse_bytes(tmp_path, Kind.PPTX, replace_part(deck, name, lambda content: broken))
    assert parsed.text == "Cranes stop at 22 metres per second."
    assert any(each.kind == "chart" and each.page == 1 for each in parsed.unread)
    assert any(name in each.summary for each in parsed.unread)


def test_empty_values_of_a_chart_stay_empty(tmp_path):
    deck = deck_with(XL_CHART_TYPE.LINE, categories())
    data = replace_part(
        deck,
        "ppt/charts/" + chart_name(deck),
        lambda content: content.replace(b"<c:v>0.25</c:v>", b"<c:v/>"),
    )
    assert "22 metres" in parse_bytes(tmp_path, Kind.PPTX, data).text


def test_categories_of_several_levels_are_joined():
    chart = (
        '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart>'
        "<c:plotArea><c:barChart><c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache>"
        '<c:lvl><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:lvl>'
        '<c:lvl><c:pt idx="0"><c:v>2026</c:v></c:pt></c:lvl></c:multiLvlStrCache>'
        '</c:multiLvlStrRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>5</c:v></c:pt>'
        '<c:pt idx="1"><c:v>6</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart>'
        "</c:plotArea></c:chart></c:chartSpace>"
    )
    assert read_chart(chart.encode())[1] == [
        "|  | Series 1 |\n| --- | --- |\n| 2026 Q1 | 5 |\n| 2026 Q2 | 6 |"
    ]


def test_a_chart_of_office_2016_is_read():
    chart = (
        '<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex">'
        '<cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Fuel</cx:pt>'
        '</cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="General">'
        '<cx:pt idx="0">12</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart>'
        "<cx:plotArea><cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:v>Cost</cx:v>"
        '</cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea>'
        "</cx:chart></cx:chartSpace>"
    )
    assert read_chart(chart.encode())[1] == ["|  | Cost |\n| --- | --- |\n| Fuel | 12 |"]


def test_the_words_of_a_diagram_are_a_list():
    points = "".join(
        f'<dgm:pt modelId="{name}"><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>'
        for name, text in (("1", ""), ("2", "Report the spill"), ("3", "Close the valve"))
    )
    links = '<dgm:cxn modelId="8" srcId="1" destId="2"/><dgm:cxn modelId="9" srcId="2" destId="3"/>'
    data = (
        f'<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
        f'xmlns:a="{A}"><dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst>'
        f"</dgm:dataModel>"
    )
    assert read_diagram(data.encode()) == ["- Report the spill", "  - Close the valve"]


def slide_of_text(lines) -> Presentation:
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    frame = slide.shapes.add_textbox(*BOX).text_frame
    for index, (text, scheme, level) in enumerate(lines):
        paragraph = frame.paragraphs[0] if index == 0 else frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
        if scheme:
            properties = paragraph._p.get_or_add_pPr()
            etree.SubElement(properties, f"{{{A}}}buAutoNum", **scheme)
    return presentation


def test_numbers_of_slides_are_counted(tmp_path):
    period, letters = {"type": "arabicPeriod", "startAt": "3"}, {"type": "alphaLcParenR"}
    roman = {"type": "romanUcPeriod"}
    deck = slide_of_text(
        [("stop", period, 0), ("inner", letters, 1), ("deeper", letters, 1), ("tag", period, 0),
         ("plain", None, 0), ("again", period, 0), ("roman", roman, 0)]
    )  # fmt: skip
    assert parse_bytes(tmp_path, Kind.PPTX, save(deck)).text.split("\n") == [
        "3. stop", "  a) inner", "  b) deeper", "4. tag", "plain", "3. again", "I. roman",
    ]  # fmt: skip


def test_an_equation_on_a_slide_is_read(tmp_path):
    deck = slide_of_text([("Force: ", None, 0)])
    paragraph = deck.slides[0].shapes[0].text_frame.paragraphs[0]._p
    paragraph.append(
        parse_xml(
            '<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
            'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:oMath><m:f>'
            "<m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>"
            "</m:oMath></a14:m>"
        )
    )
    assert parse_bytes(tmp_path, Kind.PPTX, save(deck)).text == "Force: a/b"


def test_hidden_slides_and_shapes_are_left_out_unless_asked_for(tmp_path):
    presentation = Presentation()
    for text in ("shown", "secret"):
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        slide.shapes.add_textbox(*BOX).text_frame.text = text
    presentation.slides[1]._element.set("show", "0")
    covered = presentation.slides[0].shapes.add_textbox(*BOX)
    covered.text_frame.text = "covered"
    covered._element.nvSpPr.cNvPr.set("hidden", "1")
    data = save(presentation)
    parsed = parse_bytes(tmp_path, Kind.PPTX, data)
    assert parsed.text == "shown"
    assert [each.summary for each in parsed.unread] == [
        "1 hidden passage on slide 1: left out",
        "1 hidden slide (slide 2): left out",
    ]
    with include_hidden(True):
        parsed = parse_bytes(tmp_path, Kind.PPTX, data)
    assert (parsed.text, parsed.unread) == ("shown\n\ncovered\n\nsecret", [])


def test_a_picture_on_a_slide_is_recognised(tmp_path):
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    slide.shapes.add_picture(draw_notice("Muster point SHED 6"), 0, 0)
    parsed = parse_bytes(tmp_path, Kind.PPTX, save(presentation))
    assert "SHED" in parsed.text
    assert parsed.blocks[0].page == 1
