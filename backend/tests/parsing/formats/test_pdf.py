import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.media_types import Kind
from tests.parsing.sample_files import encrypt_pdf, make_pdf, parse_bytes

LINE = "Employees are entitled to twenty-five working days of annual leave,"


def test_pages_are_numbered_and_wrapped_lines_joined(tmp_path):
    pages = [
        ["Leave policy", LINE, "excluding public holidays in every calendar year of em-",
         "ployment.", "- first item"],
        ["Second page"],
    ]  # fmt: skip
    document = parse_bytes(tmp_path, Kind.PDF, make_pdf(pages))
    assert document.text == (
        f"Leave policy\n{LINE} excluding public holidays in every calendar year of employment.\n"
        "- first item\n\nSecond page"
    )
    assert [block.page for block in document.blocks] == [1, 2]
    assert document.page_count == 2


def test_running_headers_footers_and_page_numbers_go(tmp_path):
    words = ["leave", "travel", "security", "equipment"]
    pages = [
        ["Handbook 2026", f"About {word}.", f"More on {word}.", f"Page {number} of 4"]
        for number, word in enumerate(words, start=1)
    ]
    document = parse_bytes(tmp_path, Kind.PDF, make_pdf(pages))
    assert document.text == "\n\n".join(f"About {word}.\nMore on {word}." for word in words)


def test_pages_without_text_are_named(tmp_path):
    document = parse_bytes(tmp_path, Kind.PDF, make_pdf([["one"], [], ["three"], [], []]))
    assert document.text == "one\n\nthree"
    assert "2, 4-5" in document.warnings[0]


def test_a_pdf_without_text_layer_fails(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.PDF, make_pdf([[], []]))
    assert failure.value.failure_code == "no_extractable_text"
    assert "OCR" in failure.value.hint


def test_a_user_password_is_asked_for_and_an_owner_password_is_not(tmp_path):
    data = make_pdf([["secret words"]])
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.PDF, encrypt_pdf(data, "user", "owner"))
    assert failure.value.failure_code == "password_required"
    owned = encrypt_pdf(data, "", "owner")
    assert parse_bytes(tmp_path, Kind.PDF, owned).text == "secret words"


def test_a_truncated_file_is_corrupt(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.PDF, b"%PDF-1.7\n1 0 obj\n<</Type/Cat")
    assert failure.value.failure_code == "corrupt_file"
