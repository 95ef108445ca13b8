"""Office documents and a book: nested tables, tracked changes, notes, chapters."""

from collections.abc import Callable
from pathlib import Path

from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from ebooklib import epub
from odf.opendocument import OpenDocumentText
from odf.text import H, P
from pptx import Presentation
from pptx.util import Inches


def write_shift_handover(path: Path) -> None:
    """A nested table, a table in the footer, a tracked insertion, deletion and a comment."""
    document = Document()
    document.core_properties.author = "Yard Lead"
    document.core_properties.title = "Shift handover"
    document.add_heading("Shift handover on the test yard", 1)
    document.add_heading("Keys", 2)
    paragraph = document.add_paragraph("The key of the winch house hangs in ")
    paragraph._p.append(_change("del", "delText", "cabinet 2"))
    paragraph._p.append(_change("ins", "t", "cabinet 9"))
    paragraph.add_run(" since the office was moved.")
    document.add_heading("Open work", 2)
    table = document.add_table(rows=3, cols=3)
    for cell, text in zip(
        [cell for row in table.rows for cell in row.cells],
        ["Machine", "Fault", "Parts", "Winch 5", "Slipping clutch", "", "Winch 6", "None", "None"],
        strict=True,
    ):
        cell.text = text
    parts = table.cell(1, 2).add_table(rows=2, cols=2)
    for cell, text in zip(
        [cell for row in parts.rows for cell in row.cells],
        ["Part", "Order number", "Clutch plate", "CP-3306"],
        strict=True,
    ):
        cell.text = text
    document.add_paragraph("Work that is not in the table is done.")
    footer = document.sections[0].footer.add_table(2, 2, Inches(5))
    for cell, text in zip(
        [cell for row in footer.rows for cell in row.cells],
        ["Duty engineer", "Pager", "Weekend", "0715"],
        strict=True,
    ):
        cell.text = text
    document.save(str(path))


def _change(kind: str, element: str, text: str) -> object:
    return parse_xml(
        f'<w:{kind} {nsdecls("w")} w:id="1" w:author="Yard Lead" w:date="2026-02-02T08:00:00Z">'
        f'<w:r><w:{element} xml:space="preserve">{text}</w:{element}></w:r></w:{kind}>'
    )


def write_quay_training(path: Path) -> None:
    """Slides whose facts stand in a table and in the speaker's notes."""
    slides = Presentation()
    first = slides.slides.add_slide(slides.slide_layouts[1])
    first.shapes.title.text = "Line handling"
    first.placeholders[1].text = "Stand clear of the bight\nNever step over a line under load"
    first.notes_slide.notes_text_frame.text = (
        "Say it aloud: the snap-back zone of a polyester line reaches 22 metres."
    )
    second = slides.slides.add_slide(slides.slide_layouts[5])
    second.shapes.title.text = "Certificates"
    table = second.shapes.add_table(3, 2, Inches(1), Inches(2), Inches(6), Inches(2)).table
    for row, values in enumerate(
        [("Certificate", "Valid for"), ("Line handler", "30 months"), ("Winch driver", "18 months")]
    ):
        for column, value in enumerate(values):
            table.cell(row, column).text = value
    slides.save(str(path))


def write_visitor_rules(path: Path) -> None:
    """An OpenDocument text with headings."""
    document = OpenDocumentText()
    for level, heading, text in (
        (1, "Visitors on the test yard", "Visitors are led by an employee at all times."),
        (2, "Clothing", "Helmets and orange vests are lent at the gate against a signature."),
        (2, "Photographs", "Photographs need a permit of the Yard Lead, form YL-52."),
    ):
        document.text.addElement(H(outlinelevel=level, text=heading))
        document.text.addElement(P(text=text))
    document.save(str(path))


def write_mooring_manual(path: Path) -> None:
    """A book of two chapters, whose order the spine gives."""
    book = epub.EpubBook()
    book.set_identifier("mooring-manual")
    book.set_title("Mooring manual")
    book.set_language("en")
    chapters = []
    for number, (title, text) in enumerate(
        (
            ("Lines", "A mooring line is renewed after 60 moorings or two years."),
            ("Bollards", "A bollard of the east quay holds 45 tonnes, one of the west quay 30."),
        ),
        start=1,
    ):
        chapter = epub.EpubHtml(title=title, file_name=f"chapter-{number}.xhtml", lang="en")
        chapter.content = f"<h1>{title}</h1><p>{text}</p>"
        book.add_item(chapter)
        chapters.append(chapter)
    book.toc = chapters
    book.spine = ["nav", *chapters]
    book.add_item(epub.EpubNcx())
    book.add_item(epub.EpubNav())
    epub.write_epub(str(path), book)


FILES: dict[str, Callable[[Path], object]] = {
    "shift-handover.docx": write_shift_handover,
    "quay-training.pptx": write_quay_training,
    "visitor-rules.odt": write_visitor_rules,
    "mooring-manual.epub": write_mooring_manual,
}
