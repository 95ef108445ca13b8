import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from tests.parsing.sample_files import outline, parse_bytes, sections_of
from tests.parsing.sample_packages import make_mail

HEADER = (
    "Subject: Leave\nFrom: Ada Lovelace <ada@example.org>\nTo: Team <team@example.org>\n"
    "Date: 2026-07-01 09:30+02:00"
)


def test_the_text_part_is_preferred_to_the_html_part(tmp_path):
    mail = make_mail("Leave", "First.\n\nSecond.", "<p>markup</p>")
    document = parse_bytes(tmp_path, Kind.EML, mail.as_bytes())
    assert outline(document) == [
        ("heading", "Leave"), ("text", HEADER), ("text", "First."), ("text", "Second."),
    ]  # fmt: skip


def test_an_html_body_keeps_its_tables(tmp_path):
    table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    document = parse_bytes(tmp_path, Kind.EML, make_mail("Leave", html=table).as_bytes())
    assert outline(document)[-1] == ("table", "| a | b |\n| --- | --- |\n| 1 | 2 |")


def test_attachments_are_named_and_text_is_read(tmp_path):
    mail = make_mail("Leave", "See below.")
    mail.add_attachment(b"%PDF-", maintype="application", subtype="pdf", filename="plan.pdf")
    mail.add_attachment("the notes", filename="notes.txt")
    mail.add_attachment(make_mail("Inner", "deep words"))
    document = parse_bytes(tmp_path, Kind.EML, mail.as_bytes())
    assert [path for _, path in sections_of(document)] == [
        "Leave", "Leave > Attachment: notes.txt", "Leave > Inner",
    ]  # fmt: skip
    assert "- plan.pdf (application/pdf)\n- notes.txt (text/plain)" in document.text
    assert document.text.endswith("deep words")
    assert "plan.pdf" in document.warnings[0]
    assert "notes.txt" not in document.warnings[0]


@pytest.mark.parametrize(
    ("headers", "body", "words"),
    [
        (
            b"Content-Type: text/plain; charset=shift_jis",
            "休暇の規定".encode("cp932"),
            "休暇の規定",
        ),
        (b"Content-Type: text/plain; charset=us-ascii", "café déjà".encode(), "café déjà"),
        (b"Content-Type: text/plain; charset=utf-8", "café déjà vu à".encode("cp1252"), "café"),
        (b"X-None: 1", "кофе".encode(), "кофе"),
    ],
)
def test_bodies_are_decoded_as_declared_or_by_their_bytes(tmp_path, headers, body, words):
    document = parse_bytes(tmp_path, Kind.EML, b"Subject: a\n" + headers + b"\n\n" + body)
    assert words in document.text


def test_encoded_words_and_damaged_dates_are_read_as_people_see_them(tmp_path):
    data = b"Subject: =?utf-8?b?w4lwcm91dsOp?=\nDate: the other day\nFrom: x\n\nbody"
    document = parse_bytes(tmp_path, Kind.EML, data)
    assert document.text.startswith("Éprouvé")
    assert "Date: the other day" in document.text


def test_ten_thousand_nested_parts_end_in_a_failure(tmp_path):
    head = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number)
        for number in range(10_000)
    )
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.EML, b"Subject: x\n" + head)
    assert failure.value.failure_code == "nesting_too_deep"


def test_more_parts_than_a_mail_has_end_in_a_failure(tmp_path):
    parts = b"--b\n\nword\n" * 2_500
    data = b"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n" + parts + b"--b--\n"
    with pytest.raises(IngestionFailure, match=r"2,000 parts"):
        parse_bytes(tmp_path, Kind.EML, data)
