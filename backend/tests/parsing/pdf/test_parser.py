import re
from time import monotonic

import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from tests.parsing.sample_files import encrypt_pdf, make_pdf, outline, parse_bytes, sections_of
from tests.parsing.sample_pdfs import LEAVE, TRAVEL, Pdf, turn_pages, write_any_script

PRICES = [("Item", "Code", "Price")] + [
    (f"Item {number}", f"C-{number:03}", f"{3 * number}.00") for number in range(1, 45)
]
RATES = [("Grade", "Class", "Daily rate"), ("Junior", "Second", "20"), ("Senior", "First", "35")]
RATES_TABLE = (
    "| Grade | Class | Daily rate |\n| --- | --- | --- |\n| Junior | Second | 20 |\n"
    "| Senior | First | 35 |"
)
TOPICS = ["Leave", "Travel", "Security", "Equipment", "Training", "Health"]


def make_rates() -> Pdf:
    pdf = Pdf()
    pdf.add_page()
    pdf.heading("Rates", 16)
    pdf.paragraph(LEAVE)
    pdf.grid(RATES)
    pdf.paragraph(TRAVEL)
    return pdf


def test_paragraphs_and_tables_come_in_the_order_of_the_page(tmp_path):
    document = parse_bytes(tmp_path, Kind.PDF, make_rates().data())
    assert outline(document) == [
        ("heading", "Rates"), ("text", LEAVE), ("table", RATES_TABLE), ("text", TRAVEL),
    ]  # fmt: skip
    assert document.warnings == []


@pytest.mark.parametrize("repeat", [True, False])
def test_a_table_over_two_pages_is_one_with_one_header(tmp_path, repeat):
    pdf = Pdf(lambda _: "Handbook 2026", lambda number: f"Page {number}")
    pdf.add_page()
    pdf.paragraph(LEAVE)
    pdf.grid(PRICES, repeat=repeat)
    pdf.paragraph(TRAVEL)
    document = parse_bytes(tmp_path, Kind.PDF, pdf.data())
    lines = ["| " + " | ".join(row) + " |" for row in PRICES]
    lines.insert(1, "| --- | --- | --- |")
    assert outline(document) == [("text", LEAVE), ("table", "\n".join(lines)), ("text", TRAVEL)]
    assert [block.page for block in document.blocks] == [1, 1, 2]
    assert document.page_count == 2


def test_a_merged_cell_stands_wherever_it_reaches(tmp_path):
    pdf = Pdf()
    pdf.add_page()
    with pdf.table(num_heading_rows=2) as table:
        row = table.row()
        row.cell("Region", rowspan=2)
        row.cell("Sales", colspan=2)
        row = table.row()
        row.cell("2025")
        row.cell("2026")
        row = table.row()
        for cell in ("North", "10", "12, after a correction that was made late in the year"):
            row.cell(cell)
    assert parse_bytes(tmp_path, Kind.PDF, pdf.data()).text == (
        "| Region | Sales | Sales |\n| --- | --- | --- |\n| Region | 2025 | 2026 |\n"
        "| North | 10 | 12, after a correction that was made late in the year |"
    )


def test_columns_without_rules_are_a_table_where_they_leave_no_doubt(tmp_path):
    pdf = Pdf()
    pdf.add_page()
    for row in [*RATES, (), ("Owner:", "People team"), ("Status:", "Current")]:
        if not row:
            pdf.ln(6)
            pdf.paragraph(LEAVE)
        for cell in row:
            pdf.cell(50, 6, cell)
        pdf.ln(6)
    assert outline(parse_bytes(tmp_path, Kind.PDF, pdf.data())) == [
        ("table", RATES_TABLE), ("text", LEAVE), ("text", "Owner: People team\nStatus: Current"),
    ]  # fmt: skip


def test_a_frame_is_no_table(tmp_path):
    pdf = Pdf()
    pdf.add_page()
    pdf.multi_cell(0, 6, LEAVE, border=1, align="L", new_x="LMARGIN", new_y="NEXT")
    assert outline(parse_bytes(tmp_path, Kind.PDF, pdf.data())) == [("text", LEAVE)]


def test_columns_of_prose_are_read_one_after_the_other(tmp_path):
    pdf = Pdf()
    pdf.add_page()
    pdf.heading("Newsletter for everybody who works here", 16)
    top = pdf.get_y()
    pdf.paragraph(LEAVE, 85)
    pdf.paragraph(TRAVEL, 85)
    pdf.set_left_margin(110)
    pdf.set_xy(110, top)
    pdf.paragraph(TRAVEL, 85)
    pdf.paragraph(LEAVE, 85)
    assert outline(parse_bytes(tmp_path, Kind.PDF, pdf.data())) == [
        ("heading", "Newsletter for everybody who works here"),
        ("text", LEAVE), ("text", TRAVEL), ("text", TRAVEL), ("text", LEAVE),
    ]  # fmt: skip


def test_columns_written_line_by_line_across_are_told_apart(tmp_path):
    left = re.findall(r".{20,34}(?:\s|$)", LEAVE)
    right = re.findall(r".{20,34}(?:\s|$)", TRAVEL)
    pdf = Pdf()
    pdf.add_page()
    for one, other in zip(left, right, strict=False):
        pdf.cell(80, 6, one)
        pdf.cell(80, 6, other, new_x="LMARGIN", new_y="NEXT")
    text = " ".join(parse_bytes(tmp_path, Kind.PDF, pdf.data()).text.split())
    assert text.startswith(LEAVE[:150])
    assert TRAVEL[:120] in text


def test_headings_follow_the_outline(tmp_path):
    pdf = Pdf()
    for topic in TOPICS[:2]:
        pdf.add_page()
        pdf.heading(f"{topic} rules", 16, listed=1)
        pdf.paragraph(LEAVE)
        pdf.heading(f"About {topic.lower()}", 11, listed=2)
        pdf.paragraph(TRAVEL)
    document = parse_bytes(tmp_path, Kind.PDF, pdf.data())
    assert sections_of(document) == [
        ("1", "Leave rules"), ("1.1", "Leave rules > About leave"),
        ("2", "Travel rules"), ("2.1", "Travel rules > About travel"),
    ]  # fmt: skip
    assert [block.page for block in document.blocks] == [1, 1, 1, 1, 2, 2, 2, 2]


def test_headings_without_an_outline_are_told_by_their_type(tmp_path):
    pdf = Pdf()
    pdf.add_page()
    pdf.heading("Handbook of the company, which is long enough for a second line of it", 20)
    pdf.heading("Leave", 14)
    pdf.paragraph(LEAVE)
    pdf.heading("Carry-over", 11)
    pdf.paragraph(TRAVEL)
    pdf.heading("Travel", 14)
    pdf.paragraph(TRAVEL)
    title = "Handbook of the company, which is long enough for a second line of it"
    assert sections_of(parse_bytes(tmp_path, Kind.PDF, pdf.data())) == [
        ("1", title), ("1.1", f"{title} > Leave"), ("1.1.1", f"{title} > Leave > Carry-over"),
        ("1.2", f"{title} > Travel"),
    ]  # fmt: skip


def test_running_lines_go_and_what_only_repeats_stays(tmp_path):
    pdf = Pdf(lambda number: "Handbook" if number % 2 else "Acme", lambda number: f"- {number} -")
    for topic in TOPICS:
        pdf.add_page()
        pdf.heading(f"{topic} rules", 16)
        pdf.paragraph(LEAVE)
    document = parse_bytes(tmp_path, Kind.PDF, pdf.data())
    assert outline(document) == [
        block for topic in TOPICS for block in (("heading", f"{topic} rules"), ("text", LEAVE))
    ]


def test_a_page_number_goes_with_the_name_of_the_chapter_beside_it(tmp_path):
    pdf = Pdf(lambda number: f"{TOPICS[number // 2]} rules {number + 4}")
    for topic in TOPICS[:4]:
        pdf.add_page()
        pdf.paragraph(f"{topic}. {LEAVE}")
    document = parse_bytes(tmp_path, Kind.PDF, pdf.data())
    assert document.text == "\n\n".join(f"{topic}. {LEAVE}" for topic in TOPICS[:4])


def test_what_every_page_of_a_form_says_is_kept(tmp_path):
    pdf = Pdf()
    for name in ("Ada", "Grace", "Edsger"):
        pdf.add_page()
        pdf.heading("Payslip", 16)
        pdf.paragraph(f"{LEAVE}\n{name}")
    text = parse_bytes(tmp_path, Kind.PDF, pdf.data()).text
    assert (text.count("Payslip"), text.count(LEAVE)) == (1, 3)


def test_two_pages_lose_a_footer_that_counts_them(tmp_path):
    pdf = Pdf(foot=lambda number: f"Page {number} of 2")
    for text in (LEAVE, TRAVEL):
        pdf.add_page()
        pdf.paragraph(text)
    assert parse_bytes(tmp_path, Kind.PDF, pdf.data()).text == f"{LEAVE}\n\n{TRAVEL}"


def test_chapters_numbered_at_the_top_of_each_page_are_kept(tmp_path):
    pdf = Pdf()
    for number, topic in enumerate(TOPICS, start=1):
        pdf.add_page()
        pdf.heading(f"Chapter {number}", 16)
        pdf.paragraph(f"{topic}. {LEAVE}")
    headings = [text for kind, text in outline(parse_bytes(tmp_path, Kind.PDF, pdf.data()))
                if kind == "heading"]  # fmt: skip
    assert headings == [f"Chapter {number}" for number in range(1, 7)]


def test_divided_words_are_joined_and_lists_kept(tmp_path):
    line = "Employees are entitled to twenty-five working days of annual leave, exclud-"
    pages = [[line, "ing public holidays.", "\u2022 the badge", "\u2022 a pen", "1. Come in"]]
    assert outline(parse_bytes(tmp_path, Kind.PDF, make_pdf(pages))) == [
        ("text", line[:-1] + "ing public holidays."), ("list", "- the badge\n- a pen\n1. Come in"),
    ]  # fmt: skip


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_turned_pages_read_as_they_are_shown(tmp_path, degrees):
    document = parse_bytes(tmp_path, Kind.PDF, turn_pages(make_rates().data(), degrees))
    assert [kind for kind, _ in outline(document)] == ["heading", "text", "table", "text"]
    assert document.text == f"Rates\n\n{LEAVE}\n\n{RATES_TABLE}\n\n{TRAVEL}"


def test_text_that_lies_on_its_side_is_read_line_by_line(tmp_path):
    pdf = Pdf()
    pdf.add_page()
    with pdf.rotation(90, x=100, y=150):
        pdf.set_xy(20, 100)
        pdf.paragraph(LEAVE)
    assert parse_bytes(tmp_path, Kind.PDF, pdf.data()).text == LEAVE


def test_right_to_left_and_chinese_script_stay_in_logical_order(tmp_path):
    hebrew, arabic = "מדיניות חופשה 25 ימים", "سياسة الإجازات السنوية"
    shown = ["ימים"[::-1] + " 25 " + "מדיניות חופשה"[::-1], arabic[::-1]]
    wrapped = [
        "従業員は年間二十五日の有給休暇を取得する権利があります。申請は二週間前までに行うこ",
        "ととし上司は三営業日以内に回答する。",
    ]
    document = parse_bytes(tmp_path, Kind.PDF, write_any_script([*shown, *wrapped]))
    assert document.text.split("\n") == [hebrew, arabic, "".join(wrapped)]


def test_properties_are_source_metadata_where_the_text_says_nothing_else(tmp_path):
    pdf = make_rates()
    pdf.set_author("Ada Lovelace")
    document = parse_bytes(tmp_path, Kind.PDF, pdf.data())
    assert document.source.owner == "Ada Lovelace"
    assert document.source_origins["owner"] == "document property 'Author'"


def test_a_user_password_is_asked_for_and_an_owner_password_is_not(tmp_path):
    data = make_pdf([["secret words"]])
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.PDF, encrypt_pdf(data, "user", "owner"))
    assert failure.value.failure_code == "password_required"
    owned = encrypt_pdf(data, "", "owner")
    assert parse_bytes(tmp_path, Kind.PDF, owned).text == "secret words"


CATALOG = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages"
TRAILER = b">>endobj\ntrailer<</Root 1 0 R/Size 4>>\n"


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n1 0 obj\n<</Type/Cat",
        make_pdf([["words"]])[:-300],
        CATALOG + b"/Kids[2 0 R]/Count 5" + TRAILER,
        CATALOG + b"/Kids[]/Count 0" + TRAILER,
    ],
    ids=["beginning", "truncated", "pages that hold themselves", "no pages"],
)
def test_a_damaged_file_is_corrupt(tmp_path, data):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.PDF, data)
    assert failure.value.failure_code == "corrupt_file"


def test_a_page_of_squared_paper_does_not_hold_the_parser(tmp_path):
    pdf = Pdf()
    pdf.add_page()
    pdf.paragraph(LEAVE)
    for number in range(150):
        pdf.line(10, 60 + number, 160, 60 + number)
        pdf.line(10 + number, 60, 10 + number, 209)
    began = monotonic()
    assert parse_bytes(tmp_path, Kind.PDF, pdf.data()).text == LEAVE
    assert monotonic() - began < 10


def test_a_cross_reference_that_leads_to_itself_does_not_hold_the_parser(tmp_path):
    data = make_rates().data()
    at = data[data.rindex(b"startxref") + 9 :].split()[0]
    began = monotonic()
    looped = data.replace(b"trailer\n<<", b"trailer\n<</Prev " + at)
    assert LEAVE in parse_bytes(tmp_path, Kind.PDF, looped).text
    assert monotonic() - began < 10
