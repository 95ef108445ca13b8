"""Every format becomes searchable through the whole lifecycle, not only through its parser.

The worker's copy of a file has no name in any directory, which a parser that resolves paths or
looks at suffixes does not survive.
"""

import io
from collections.abc import Callable

import docx
import openpyxl
import pptx
import pytest

from ragstudio.records import DocumentStatus
from ragstudio.search.base import SearchFilter
from tests.lifecycle.conftest import Lifecycle
from tests.parsing.sample_files import make_pdf
from tests.parsing.sample_packages import (
    make_epub,
    make_legacy_workbook,
    make_mail,
    make_open_document,
    make_outlook_mail,
    odf_cell,
    odf_row,
)

WORD = "quokkaberry"
SENTENCE = f"The {WORD} is picked in autumn."


def _save(build: Callable[[io.BytesIO], None]) -> bytes:
    buffer = io.BytesIO()
    build(buffer)
    return buffer.getvalue()


def _docx() -> bytes:
    document = docx.Document()
    document.add_paragraph(SENTENCE)
    return _save(document.save)


def _pptx() -> bytes:
    slides = pptx.Presentation()
    slides.slides.add_slide(slides.slide_layouts[0]).shapes.title.text = SENTENCE
    return _save(slides.save)


def _xlsx() -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["berry", "season"])
    book.active.append([WORD, "autumn"])
    return _save(book.save)


FILES: dict[str, bytes] = {
    "a.txt": SENTENCE.encode(),
    "a.md": f"# Berries\n\n{SENTENCE}".encode(),
    "a.py": f'"""{SENTENCE}"""\n'.encode(),
    "a.json": f'{{"berry": "{WORD}"}}'.encode(),
    "a.jsonl": f'{{"berry": "{WORD}"}}\n{{"berry": "none"}}\n'.encode(),
    "a.xml": f"<berries><berry>{WORD}</berry></berries>".encode(),
    "a.yaml": f"berry: {WORD}\nseason: autumn\n".encode(),
    "a.html": f"<html><body><h1>Berries</h1><p>{SENTENCE}</p></body></html>".encode(),
    "a.csv": f"berry,season\n{WORD},autumn\n".encode(),
    "a.tsv": f"berry\tseason\n{WORD}\tautumn\n".encode(),
    "a.xlsx": _xlsx(),
    "a.docx": _docx(),
    "a.pptx": _pptx(),
    "a.pdf": make_pdf([[SENTENCE]]),
    "a.odt": make_open_document(f"<text:p>{SENTENCE}</text:p>"),
    "a.ods": make_open_document(
        f"<table:table>{odf_row(odf_cell('berry'))}{odf_row(odf_cell(WORD))}</table:table>",
        "spreadsheet",
    ),
    "a.xls": make_legacy_workbook([["berry"], [WORD]]),
    "a.rtf": f"{{\\rtf1 {SENTENCE}\\par}}".encode(),
    "a.rst": f"Berries\n=======\n\n{SENTENCE}\n".encode(),
    "a.epub": make_epub({"a.xhtml": f"<p>{SENTENCE}</p>"}),
    "a.eml": make_mail("Berries", SENTENCE).as_bytes(),
    "a.msg": make_outlook_mail("Berries", SENTENCE, ("a.bin", b"\0")),
}


def test_every_format_becomes_searchable(lifecycle: Lifecycle) -> None:
    documents = {name: lifecycle.upload(content, name).id for name, content in FILES.items()}
    while lifecycle.worker.work_once():
        pass
    ended = {name: lifecycle.settle(document_id) for name, document_id in documents.items()}
    assert {name: (d.status, d.error) for name, d in ended.items()} == dict.fromkeys(
        FILES, (DocumentStatus.READY, None)
    )
    lifecycle.engine.catch_up()
    found = {c.document_id for c in lifecycle.engine.search_text(WORD, 100, SearchFilter())}
    assert found == set(documents.values())


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"%PDF-1.7\ntorn", "torn.pdf", "corrupt_file"),
        (b'{"a": ', "torn.json", "corrupt_file"),
        (b"<a><b></a>", "torn.xml", "corrupt_file"),
    ],
)
def test_a_damaged_file_fails_with_its_reason(
    lifecycle: Lifecycle, content: bytes, name: str, code: str
) -> None:
    document = lifecycle.ingest(content, name)
    assert document.status is DocumentStatus.FAILED
    assert document.error is not None
    assert document.error.code == code
