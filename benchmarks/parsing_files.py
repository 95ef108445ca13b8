"""The files parsing is measured on, written anew for each run."""

import csv
from pathlib import Path

from docx import Document
from fpdf import FPDF

PDF_PAGES = 200
WORD_PAGES = 100
CSV_ROWS = 100_000
PARAGRAPHS_A_PAGE = 8
SENTENCE = "A mooring line is inspected before each trial and renewed when a strand is broken. "


def write_pdf(path: Path) -> int:
    """A PDF of text, headings and a ruled table on every tenth page; returns its pages."""
    paper = FPDF()
    for number in range(1, PDF_PAGES + 1):
        paper.add_page()
        paper.set_font("Helvetica", style="B", size=16)
        paper.cell(0, 10, f"Chapter {number}", new_x="LMARGIN", new_y="NEXT")
        paper.set_font("Helvetica", size=11)
        for _ in range(PARAGRAPHS_A_PAGE):
            paper.multi_cell(0, 5, SENTENCE * 4, new_x="LMARGIN", new_y="NEXT")
            paper.ln(2)
        if number % 10 == 0:
            with paper.table() as table:
                for row in range(5):
                    cells = table.row()
                    for column in range(4):
                        cells.cell(f"{row}-{column}")
    paper.output(str(path))
    return paper.page_no()


def write_word(path: Path) -> int:
    """A DOCX of about as many pages as it returns, with a table in each chapter."""
    document = Document()
    for number in range(1, WORD_PAGES + 1):
        document.add_heading(f"Chapter {number}", 1)
        for _ in range(PARAGRAPHS_A_PAGE):
            document.add_paragraph(SENTENCE * 4)
        table = document.add_table(rows=3, cols=3)
        for position, cell in enumerate(cell for row in table.rows for cell in row.cells):
            cell.text = f"Cell {position}"
    document.save(str(path))
    return WORD_PAGES


def write_csv(path: Path) -> int:
    """A CSV of six columns; returns its rows."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["Number", "Vessel", "Berth", "Draught", "Line", "Remark"])
        for row in range(CSV_ROWS):
            writer.writerow(
                [row, f"Vessel {row % 997}", f"B{row % 40}", 2 + row % 9, "polyester", SENTENCE]
            )
    return CSV_ROWS
