import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from tests.parsing.compound_file import make_compound_file
from tests.parsing.sample_files import outline, parse_bytes
from tests.parsing.sample_packages import make_outlook_mail


def test_subject_sender_body_and_attached_text(tmp_path):
    data = make_outlook_mail("Étude", "First.\r\n\r\nSecond.", ("notes.txt", b"attached words"))
    document = parse_bytes(tmp_path, Kind.MSG, data)
    assert outline(document) == [
        ("heading", "Étude"),
        ("text", 'Subject: Étude\nFrom: "Ada" <ada@example.org>'),
        ("text", "First."),
        ("text", "Second."),
        ("list", "Attachments:\n- notes.txt (application/octet-stream)"),
        ("heading", "Attachment: notes.txt"),
        ("text", "attached words"),
    ]


def test_a_container_without_message_has_no_text(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.MSG, make_compound_file({"__properties_version1.0": b"x"}))
    assert failure.value.failure_code == "no_extractable_text"
