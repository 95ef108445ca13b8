import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from ragstudio.parsing.pdf.pages import is_garbage
from ragstudio.parsing.time_budget import limit_time
from ragstudio.records import UnreadKind
from tests.parsing.sample_files import make_pdf, outline, parse_bytes
from tests.parsing.sample_pdfs import LEAVE, Pdf, draw_scan, write_any_script
from tests.parsing.sample_pictures import draw_text

NOTICE = draw_text(["Lost badges are reported at once."])
POSTER = draw_text(["Lost badges are reported at once.", *[""] * 20])
READ = "Lost badges are reported at once."
HOW = (
    "Read by text recognition (OCR){}: letters may be mistaken. "
    "Compare important passages with the original."
)


def test_only_pages_without_text_are_read_by_recognition(tmp_path):
    pdf = Pdf()
    pdf.add_page()
    pdf.paragraph(LEAVE)
    draw_scan(pdf, NOTICE)
    pdf.add_page()
    document = parse_bytes(tmp_path, Kind.PDF, pdf.data())
    assert outline(document) == [("text", LEAVE), ("text", READ)]
    assert [block.page for block in document.blocks] == [1, 2]
    assert document.warnings == [
        HOW.format(" on page 2"), "Without text, not searchable: page 3.",
    ]  # fmt: skip


def test_a_text_layer_of_nonsense_gives_way_to_recognition(tmp_path):
    pdf = Pdf()
    draw_scan(pdf, NOTICE)
    data = write_any_script(["\ue001\ue002\ue003\ue004 \ue010\ue011\ue012\ue013" * 6], pdf.data())
    document = parse_bytes(tmp_path, Kind.PDF, data)
    assert document.text == READ
    assert document.warnings == [HOW.format("")]


def test_a_stamp_on_a_scan_does_not_keep_the_scan_from_being_read(tmp_path):
    pdf = Pdf()
    draw_scan(pdf, POSTER)
    document = parse_bytes(tmp_path, Kind.PDF, write_any_script(["Copy 1"], pdf.data()))
    assert READ in document.text
    assert document.warnings == [HOW.format("")]


def test_scans_that_time_does_not_allow_are_named(tmp_path):
    pdf = Pdf()
    for _ in range(3):
        draw_scan(pdf, NOTICE)
    with limit_time(0.001):
        document = parse_bytes(tmp_path, Kind.PDF, pdf.data())
    assert document.text == READ
    assert document.warnings[1].startswith("Scanned and not read")
    assert "pages 2-3" in document.warnings[1]


def test_pages_without_text_are_named(tmp_path):
    document = parse_bytes(tmp_path, Kind.PDF, make_pdf([["one"], [], ["three"], [], []]))
    assert document.text == "one\n\nthree"
    assert document.warnings == ["Without text, not searchable: pages 2, 4-5."]


def test_a_pdf_without_any_text_fails_with_advice(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.PDF, make_pdf([[], []]))
    assert failure.value.failure_code == "no_extractable_text"
    assert "dots per inch" in failure.value.hint


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain words", False),
        ("Größe, 年次有給休暇, סיווג", False),
        ("\uf0b7 one item of a list with a symbol in front", False),
        ("\ue001\ue002\ue003 ab", True),
        ("\ufffd\ufffd\ufffd\ufffd ab", True),
        ("\x01\x04\x05\x06 ab", True),
    ],
)
def test_text_is_garbage_where_characters_mean_nothing(text, expected):
    assert is_garbage(text) is expected


@pytest.mark.parametrize("dropped", ["\0", "\ufffe", "\u0002", "\u0094"])
def test_a_glyph_mapped_to_a_control_character_is_kept_as_unknown_and_listed(tmp_path, dropped):
    lines = [f"The of{dropped}cer \U0001d49c is of the {dropped}eet.", "The second line is whole."]
    document = parse_bytes(tmp_path, Kind.PDF, write_any_script(lines))
    assert "The of\ufffdcer \U0001d49c is of the \ufffdeet." in document.text
    assert "The second line is whole." in document.text
    assert [(gap.kind, gap.count, gap.page) for gap in document.unread] == [
        (UnreadKind.CHARACTERS, 2, 1)
    ]
