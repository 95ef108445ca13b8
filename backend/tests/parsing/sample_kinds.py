"""A small valid file of every kind that is made without drawing, rich in what its format offers."""

import docx
import openpyxl
from pptx import Presentation
from pptx.util import Cm

from ragstudio.formats import Kind
from tests.parsing.sample_files import make_pdf, save
from tests.parsing.sample_packages import (
    make_epub,
    make_legacy_workbook,
    make_mail,
    make_open_document,
    make_outlook_mail,
    odf_cell,
    odf_row,
)

_HTML = (
    "<html><body><h1>Leave</h1><p>Text <b>bold</b><ul><li>a<ul><li>b</li></ul></li></ul>"
    "<table><tr><th rowspan=2>a<th>b</tr><tr><td colspan=2>c</td></tr></table>"
    "<dl><dt>Status<dd>Draft</dl><pre>code</pre></body></html>"
)
_RTF = (
    rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 A;}}\pard\outlinelevel0 Leave\par "
    rb"\'cf\u1055? {\deleted x}\trowd\cellx1\pard\intbl a\cell b\cell\row\pard c{\footnote n}\par}"
)
_RST = (
    "Title\n=====\n\n:Status: Draft\n\n* a\n\n  * b\n\n+---+---+\n| a | b |\n+---+---+\n\n"
    "[1]_\n\n.. [1] n\n"
)
_TABLE = odf_row(odf_cell("a"), odf_cell("b")) + odf_row(
    odf_cell("1", 'table:number-rows-spanned="2" office:value-type="float" office:value="1"'),
    odf_cell("2", 'table:number-columns-repeated="3"'),
)


def make_samples() -> dict[Kind, bytes]:
    """One file a kind; pictures have tests of their own."""
    return {
        Kind.TEXT: "Owner: Ada\n\nWörter 休暇\n".encode(),
        Kind.MARKDOWN: b"---\nowner: Ada\n---\n# A\n\n~~~\n# b\n\n| a | b |\n|---|---|\n| 1 |\n",
        Kind.CODE: b"def f():\n    return 1\n\n\nclass A:\n    x = 2\n",
        Kind.JSON: b'{"a": [1, {"b": "caf\\u00e9"}], "c": null}',
        Kind.JSON_LINES: b'{"a": 1}\n{"a": {"b": [1, 2]}}\n',
        Kind.XML: b'<?xml version="1.0"?><a x="1"><b>t</b><c>m <i>n</i></c></a>',
        Kind.YAML: b"a: 1\nb:\n  - c\n",
        Kind.HTML: _HTML.encode(),
        Kind.CSV: b'sep=;\na;"b ""c"""\n1;"x\ny"\n',
        Kind.TSV: b"a\tb\n1\t2\n",
        Kind.XLSX: _workbook(),
        Kind.DOCX: _document(),
        Kind.PPTX: _slides(),
        Kind.ODT: make_open_document(
            f'<text:h text:outline-level="1">A</text:h><table:table>{_TABLE}</table:table>'
            "<text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>"
        ),
        Kind.ODS: make_open_document(
            f'<table:table table:name="S">{_TABLE}</table:table>', "spreadsheet"
        ),
        Kind.RTF: _RTF,
        Kind.EPUB: make_epub({"a.xhtml": "<h1>A</h1><p>b</p>", "b.xhtml": "<p>c</p>"}),
        Kind.RST: _RST.encode(),
        Kind.EML: _mail(),
        Kind.MSG: make_outlook_mail("Leave", "Body", ("a.txt", b"words")),
        Kind.XLS: make_legacy_workbook([["a", "b"], ["x", 2.0]]),
        Kind.PDF: make_pdf([["one line", "another"], ["page two"]]),
    }


def _workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in (["a", "b"], [1, "=A2"], ["x", 2.5]):
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    return save(book)


def _document() -> bytes:
    document = docx.Document()
    document.add_heading("Leave", 1)
    document.add_paragraph("item", style="List Bullet")
    table = document.add_table(2, 2)
    table.cell(0, 0).merge(table.cell(1, 0)).text = "x"
    document.sections[0].header.paragraphs[0].text = "Status: Draft"
    return save(document)


def _slides() -> bytes:
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "Leave"
    slide.shapes.add_table(2, 2, 0, 0, Cm(9), Cm(3)).table.cell(0, 0).text = "x"
    slide.notes_slide.notes_text_frame.text = "note"
    return save(presentation)


def _mail() -> bytes:
    mail = make_mail("Leave", "words", "<p>x</p>")
    mail.add_attachment("notes", filename="n.txt")
    mail.add_attachment(make_mail("Inner", "deep"))
    return mail.as_bytes()
