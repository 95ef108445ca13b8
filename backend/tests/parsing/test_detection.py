import io

import docx
import openpyxl
import pytest
from pptx import Presentation

from ragstudio.errors import EmptyFile, UnsupportedMediaType
from ragstudio.formats import FORMATS, Kind
from ragstudio.parsing.detection import detect_content_type
from tests.parsing.compound_file import make_compound_file
from tests.parsing.sample_files import make_pdf, make_zip, save
from tests.parsing.sample_packages import (
    make_epub,
    make_legacy_workbook,
    make_mail,
    make_open_document,
    make_outlook_mail,
)

HTML = b"<!DOCTYPE html>\n<html><body><p>x</p></body></html>"
XML = b'<?xml version="1.0"?>\n<catalog/>'


def detect(data: bytes, filename: str):
    stream = io.BytesIO(data)
    detected = detect_content_type(stream, filename)
    assert stream.tell() == 0
    return detected


@pytest.mark.parametrize(
    ("filename", "data", "kind"),
    [
        ("notes.txt", b"words", Kind.TEXT),
        ("notes.md", b"# words", Kind.MARKDOWN),
        ("rates.csv", b"a,b\n1,2\n", Kind.CSV),
        ("rates.tsv", b"a\tb\n", Kind.TSV),
        ("data.json", b'{"a": 1}', Kind.JSON),
        ("data.jsonl", b'{"a": 1}\n', Kind.JSON_LINES),
        ("data.yml", b"a: 1\n", Kind.YAML),
        ("page.html", HTML, Kind.HTML),
        ("data.xml", XML, Kind.XML),
        ("UPPER.CSV", b"a,b\n", Kind.CSV),
        ("folder/notes.md", b"text", Kind.MARKDOWN),
        ("report.pdf", make_pdf([["text"]]), Kind.PDF),
        ("report.docx", save(docx.Document()), Kind.DOCX),
        ("report.xlsx", save(openpyxl.Workbook()), Kind.XLSX),
        ("report.pptx", save(Presentation()), Kind.PPTX),
        ("letter.odt", make_open_document("<text:p>x</text:p>"), Kind.ODT),
        ("rates.ods", make_open_document("", "spreadsheet"), Kind.ODS),
        ("rates.xls", make_legacy_workbook([["a"]]), Kind.XLS),
        ("book.epub", make_epub({"a.xhtml": "x"}), Kind.EPUB),
        ("letter.rtf", b"{\\rtf1 text}", Kind.RTF),
        ("guide.rst", b"Title\n=====\n", Kind.RST),
        ("note.eml", make_mail("x", "y").as_bytes(), Kind.EML),
        ("note.msg", make_outlook_mail("x", "y", ("a.txt", b"z")), Kind.MSG),
        ("drawing.svg", b"<svg><text>x</text></svg>", Kind.XML),
    ],
)
def test_bytes_and_name_that_agree_give_no_warning(filename, data, kind):
    detected = detect(data, filename)
    assert (detected.kind, detected.content_type) == (kind, FORMATS[kind].content_type)
    assert detected.warning is None


def test_source_code_names_its_language():
    detected = detect(b"import os\n", "tool.py")
    assert (detected.kind, detected.content_type) == (Kind.CODE, "text/x-python")


@pytest.mark.parametrize(
    ("filename", "data", "kind"),
    [
        ("report.docx", make_pdf([["text"]]), Kind.PDF),
        ("report.pdf", save(docx.Document()), Kind.DOCX),
        ("a.pdf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0" * 20, Kind.PNG),
        ("report.xlsx", b"a,b\n1,2\n", Kind.TEXT),
        ("export.xls", HTML, Kind.HTML),
        ("rates.csv", HTML, Kind.HTML),
        ("data.json", b"not json at all", Kind.TEXT),
        ("picture.png", b"just words", Kind.TEXT),
        ("note.eml", b"just words", Kind.TEXT),
        ("letter.doc", b"{\\rtf1 text}", Kind.RTF),
        ("letter.docx", make_open_document(""), Kind.ODT),
        ("letter.odt", save(docx.Document()), Kind.DOCX),
        ("book.txt", make_epub({"a.xhtml": "x"}), Kind.EPUB),
    ],
)
def test_bytes_win_over_the_name_and_a_warning_says_so(filename, data, kind):
    detected = detect(data, filename)
    assert detected.kind is kind
    assert detected.warning is not None
    assert f".{filename.rpartition('.')[2]}" in detected.warning


@pytest.mark.parametrize(
    ("filename", "data", "kind"),
    [
        ("noname", b"words and words", Kind.TEXT),
        ("noname", b"# One\n\ntext\n\n## Two\n", Kind.MARKDOWN),
        ("noname", b'{"a": [1, 2]}', Kind.JSON),
        ("noname", b'{"a": 1}\n{"a": 2}\n', Kind.JSON_LINES),
        ("noname", HTML, Kind.HTML),
        ("noname", XML, Kind.XML),
        ("noname", b"%PDF-1.7\n", Kind.PDF),
        ("noname", b"Received: a\n by b\nFrom: a\nTo: b\nSubject: c\nDate: d\n\nx", Kind.EML),
        ("noname", b"To: do\nFrom: here\n", Kind.TEXT),
        ("noname", b"\xff\xd8\xff\xe0\0\x10JFIF\0", Kind.JPEG),
        ("noname", b"II*\0\x08\0\0\0", Kind.TIFF),
        ("noname", b"MM\0*\0\0\0\x08", Kind.TIFF),
        ("noname", b"RIFF\x24\0\0\0WEBPVP8 ", Kind.WEBP),
        ("noname", b"BM\x36\0\0\0\0\0\0\0\x36\0\0\0", Kind.BMP),
        ("noname", b"GIF89a\x01\0\x01\0", Kind.GIF),
    ],
)
def test_a_name_that_says_nothing_leaves_it_to_the_bytes(filename, data, kind):
    detected = detect(data, filename)
    assert (detected.kind, detected.warning) == (kind, None)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932"]
)
def test_text_is_text_in_every_encoding(encoding):
    text = "従業員は年間25日の有給休暇を取得する権利があります。\n申請は二週間前までに行うこと。\n"
    data = text.encode(encoding)
    assert detect(data, "leave.txt").kind is Kind.TEXT


@pytest.mark.parametrize(
    ("filename", "data", "named", "advice"),
    [
        ("a.txt", b"MZ\x90\0\x03" + b"\0" * 100, "Windows", "Upload"),
        ("a.mp4", b"\0\0\0\x18ftypmp42" + b"\0" * 30, "video/mp4", "Transcribe"),
        ("a.zip", make_zip({"a.txt": b"text"}), "zip archive", "Unpack"),
        ("a.docx", b"PK\x03\x04" + b"\0" * 40, "truncated", "save it again"),
        ("a.docx", save(docx.Document())[:3000], "truncated", "save it again"),
        ("a.odp", make_zip({"mimetype": b"application/vnd.oasis.opendocument.presentation"}),
         "OpenDocument", "PPTX"),
        ("a.doc", make_compound_file({"WordDocument": b"x"}), "Word 97-2003", "DOCX"),
        ("a.ppt", make_compound_file({"PowerPoint Document": b"x"}), "PowerPoint", "PPTX"),
        ("a.docx", make_compound_file({"EncryptedPackage": b"x"}), "password", "password"),
        ("a.ps", b"%!PS-Adobe-3.0", "PostScript", "PDF"),
        ("a.txt", b"some text\0and more", "unknown", "Upload"),
        ("a.txt", b"words " * 20_000 + b"\0", "unknown", "Upload"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "OLE", "save it again"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_what_can_be_done(filename, data, named, advice):
    with pytest.raises(UnsupportedMediaType) as failure:
        detect(data, filename)
    assert named in failure.value.message
    assert filename in failure.value.message
    assert advice in failure.value.hint


def test_zero_bytes_are_an_empty_file():
    with pytest.raises(EmptyFile, match=r"a\.txt"):
        detect(b"", "a.txt")
