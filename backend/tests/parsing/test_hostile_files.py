"""Files made to harm: each ends in a document or in a failure that says what to do."""

import io
import struct
import zipfile
from collections.abc import Iterator
from time import perf_counter

import docx
import openpyxl
import pytest
from pptx import Presentation

from ragstudio.errors import EmptyFile, IngestionFailure, UnsupportedMediaType
from ragstudio.parsing.detection import detect_content_type
from ragstudio.parsing.sandbox import ParserPool
from tests.parsing.sample_files import make_zip, save
from tests.parsing.sample_packages import make_epub, make_mail, make_open_document

LIMIT_SECONDS = 60
EXTERNAL = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
INTERNAL = '<!DOCTYPE a [<!ENTITY y "lol"><!ENTITY x "&y;&y;&y;&y;&y;&y;&y;&y;">]>'


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    parsers = ParserPool(timeout_seconds=LIMIT_SECONDS, memory_mb=512)
    yield parsers
    parsers.close()


@pytest.fixture
def attempt(pool, tmp_path):
    def run(data: bytes, filename: str) -> tuple[str, str]:
        """The failure's code (or `refused` at the door, or `ready`) and text or message."""
        (tmp_path / "raw").write_bytes(data)
        try:
            detected = detect_content_type(io.BytesIO(data), filename)
        except (UnsupportedMediaType, EmptyFile) as refusal:
            assert refusal.hint
            return "refused", refusal.message
        try:
            document = pool.parse(tmp_path / "raw", filename, detected.content_type)
        except IngestionFailure as failure:
            assert failure.hint
            assert filename in failure.message
            return failure.failure_code, failure.message
        return "ready", document.text

    return run


def office_part(sample: bytes, part: str, change: bytes, to: bytes) -> bytes:
    """An Office file with one part changed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(sample)) as source, zipfile.ZipFile(stream, "w") as target:
        for entry in source.infolist():
            data = source.read(entry)
            target.writestr(entry, data.replace(change, to, 1) if entry.filename == part else data)
    return stream.getvalue()


def docx_sample() -> bytes:
    document = docx.Document()
    document.add_paragraph("PLACE")
    return save(document)


def with_entity(prologue: str) -> dict[str, bytes]:
    """One file of every XML-based format that uses the entity `x` of a prologue."""
    head = b"<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n"
    book = openpyxl.Workbook()
    book.active["A1"] = "PLACE"
    presentation = Presentation()
    presentation.slides.add_slide(presentation.slide_layouts[0]).shapes.title.text = "PLACE"

    def use_entity(sample: bytes, part: str) -> bytes:
        used = office_part(sample, part, b"PLACE", b"kept &x;")
        # Some writers begin with a declaration, some with the root.
        place = head if part.startswith(("word", "ppt")) else b""
        return office_part(used, part, place, place + prologue.encode())

    return {
        "a.docx": use_entity(docx_sample(), "word/document.xml"),
        "a.xlsx": use_entity(save(book), "xl/worksheets/sheet1.xml"),
        "a.pptx": use_entity(save(presentation), "ppt/slides/slide1.xml"),
        "a.odt": make_open_document("<text:p>&x;</text:p>", prologue=prologue),
        "a.ods": make_open_document("&x;", "spreadsheet", prologue=prologue),
        "a.epub": make_epub({"a.xhtml": "<p>kept</p>"}, author="&x;"),
        "a.xml": f"<?xml version='1.0'?>{prologue}<a>&x;</a>".encode(),
        "a.svg": f"<?xml version='1.0'?>{prologue}<svg><text>&x;</text></svg>".encode(),
        "a.html": f"{prologue}<html><body><p>kept &x;</p></body></html>".encode(),
    }


@pytest.mark.parametrize("filename", sorted(with_entity("")))
@pytest.mark.parametrize("prologue", [EXTERNAL, INTERNAL], ids=["external", "internal"])
def test_xml_entities_are_never_resolved(attempt, filename, prologue):
    code, text = attempt(with_entity(prologue)[filename], filename)
    assert code in {"corrupt_file", "no_extractable_text", "ready"}
    assert "root:" not in text
    assert "lol" not in text


def test_a_zip_with_false_sizes_is_not_unpacked_beyond_them(attempt):
    data = bytearray(make_zip({"mimetype": b"application/vnd.oasis.opendocument.text",
                               "content.xml": b"<a>" + b" " * 50_000_000 + b"</a>"}))  # fmt: skip
    entry = data.rindex(b"PK\x01\x02", 0, data.rindex(b"content.xml"))
    data[entry + 24 : entry + 28] = struct.pack("<I", 100)
    assert attempt(bytes(data), "bomb.odt")[0] == "corrupt_file"


def test_a_zip_bomb_is_refused_by_what_it_unpacks_to(attempt):
    entries = {"content.xml": b"<a/>", "mimetype": b"application/vnd.oasis.opendocument.text",
               "big": bytes(150 << 20)}  # fmt: skip
    assert attempt(make_zip(entries), "bomb.odt")[0] == "archive_too_large"


def test_an_archive_in_an_archive_is_named_and_not_opened(attempt):
    inner = make_zip({"deep.zip": make_zip({"big": bytes(1 << 20)})})
    code, message = attempt(make_zip({"inner.zip": inner}), "bomb.docx")
    assert code == "refused"
    assert "zip archive" in message


@pytest.mark.parametrize(
    ("filename", "data", "code"),
    [
        ("deep.json", b"[" * 100_000 + b"]" * 100_000, "nesting_too_deep"),
        ("deep.jsonl", b"[" * 100_000 + b"]" * 100_000, "nesting_too_deep"),
        ("deep.html", b"<div>" * 100_000 + b"x", "nesting_too_deep"),
        ("deep.xml", b"<a>" * 100_000, "nesting_too_deep"),
        ("deep.md", b">" * 20_000 + b"x", "ready"),
        ("quote.csv", b'a,b\n1,"' + b"x,\n" * 500_000, "ready"),
        ("line.txt", b"x" * 50_000_000, "ready"),
        ("span.html", b"<table>" + b"<tr><td colspan=1000 rowspan=1000>x</td><td>y</td></tr>" * 60
         + b"</table>", "ready"),
        ("half.docx", docx_sample()[:2000], "refused"),
        ("zero.docx", b"", "refused"),
        ("nul.txt", b"some words\0and more", "refused"),
        ("nul.csv", b"a,b\n" * 50_000 + b"\0", "refused"),
        ("junk.txt", bytes(range(1, 256)) * 40, "refused"),
        ("junk.docx", b"PK\x03\x04" + b"\xff" * 5000, "refused"),
        ("half.rtf", b"{\\rtf1\\ansi {\\b some words", "corrupt_file"),
    ],
)  # fmt: skip
def test_each_ends_in_the_right_way(attempt, filename, data, code):
    started = perf_counter()
    assert attempt(data, filename)[0] == code
    assert perf_counter() - started < LIMIT_SECONDS


@pytest.mark.parametrize("cut", [0.3, 0.7, 0.98])
def test_truncated_files_of_every_container_are_refused_or_fail(attempt, cut):
    presentation = Presentation()
    presentation.slides.add_slide(presentation.slide_layouts[0])
    book = openpyxl.Workbook()
    book.active["A1"] = "x"
    samples = {
        "a.docx": docx_sample(), "a.pptx": save(presentation), "a.xlsx": save(book),
        "a.odt": make_open_document("<text:p>x</text:p>"), "a.epub": make_epub({"a.xhtml": "x"}),
    }  # fmt: skip
    for filename, data in samples.items():
        assert attempt(data[: int(len(data) * cut)], filename)[0] == "refused", filename


def test_a_renamed_file_is_read_as_what_it_is(attempt):
    assert attempt(docx_sample(), "a.pdf") == ("ready", "PLACE")
    assert attempt(make_mail("Leave", "words").as_bytes(), "a.eml")[0] == "ready"


def test_a_failure_of_one_file_leaves_the_next_unharmed(attempt):
    assert attempt(b"<div>" * 100_000, "deep.html")[0] == "nesting_too_deep"
    assert attempt(b"words", "next.txt") == ("ready", "words")


@pytest.mark.parametrize("kind", ["spreadsheet", "text"])
def test_cells_that_repeat_without_end_are_refused(attempt, kind):
    table = (
        '<table:table><table:table-row table:number-rows-repeated="1048576">'
        '<table:table-cell table:number-columns-repeated="16384" office:value-type="string">'
        "<text:p>x</text:p></table:table-cell></table:table-row></table:table>"
    )
    code, message = attempt(make_open_document(table, kind), "bomb.ods")
    assert code == "archive_too_large"
    assert "repeated cells" in message
