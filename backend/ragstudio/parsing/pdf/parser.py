"""PDF: text and tables by PDFium, ruled lines by pdfplumber, scans by text recognition."""

import logging
from pathlib import Path

import pypdfium2
from pypdfium2.raw import FORMTYPE_NONE, FPDF_ERR_PASSWORD

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.pdf.assembly import Assembly, read_regions, text_runs
from ragstudio.parsing.pdf.headings import Headings, find_body_size, read_outline
from ragstudio.parsing.pdf.pages import read_pages
from ragstudio.parsing.pdf.running_lines import drop_running_lines
from ragstudio.parsing.recognized_pages import RecognizedPages, name_pages
from ragstudio.records import ExtractedDocument

# Its warnings would go to standard error, past the log.
logging.getLogger("pypdfium2").setLevel(logging.CRITICAL)


def parse(path: Path) -> ExtractedDocument:
    """Headings, paragraphs, lists and tables in the pages' reading order, each with its page.

    Running headers, footers and page numbers are dropped; a table that goes on over a page is
    one. Pages without usable text are read by text recognition, and warnings say which. Raises
    `IngestionFailure`: `password_required`, `corrupt_file`, `no_extractable_text` when no page
    has any.
    """
    document = open_pdf(path)
    recognized = RecognizedPages()
    builder = DocumentBuilder()
    try:
        pages = list(read_pages(document, recognized, builder.unread))
        outline = read_outline(document)
        properties = _read_properties(document)
    finally:
        document.close()
    if len(recognized.damaged) == len(pages):
        raise IngestionFailure(
            "corrupt_file",
            f"None of the PDF's {len(pages)} pages can be loaded.",
            hint="Open it in the program that made it, export it again and upload that.",
        )
    body_size, body_bold = find_body_size(page.rows for page in pages if not page.scanned)
    drop_running_lines(pages, body_size)
    headings = Headings(body_size, body_bold, outline)
    regions = [read_regions(page) for page in pages]
    for page, parts in zip(pages, regions, strict=True):
        for run in (run for region in parts for run in text_runs(region) if not page.scanned):
            headings.note(run, page.number)
    builder.properties = properties
    assembly = Assembly(builder, headings)
    for page, parts in zip(pages, regions, strict=True):
        assembly.add_page(page, parts)
    assembly.finish()
    extracted = builder.build(page_count=len(pages))
    if not extracted.blocks:
        raise _no_text(len(pages), recognized)
    extracted.warnings += recognized.describe(len(pages))
    return extracted


def open_pdf(path: Path) -> pypdfium2.PdfDocument:
    """Open a file with PDFium. Raises `IngestionFailure`: `password_required`, `corrupt_file`.

    The bytes are read here: PDFium's binding resolves a path first, and a worker's copy of a
    file has no name to resolve to.
    """
    try:
        document = pypdfium2.PdfDocument(path.read_bytes())
        if document.get_formtype() != FORMTYPE_NONE:
            document.init_forms()
        return document
    except pypdfium2.PdfiumError as error:
        raise describe_failure(error) from error


def describe_failure(error: pypdfium2.PdfiumError) -> IngestionFailure:
    """Why PDFium cannot open a file."""
    if error.err_code == FPDF_ERR_PASSWORD:
        return IngestionFailure(
            "password_required",
            "The PDF is encrypted and needs a password to open.",
            hint="Save a copy without a password and upload that.",
        )
    return IngestionFailure(
        "corrupt_file",
        "The PDF cannot be opened: it is damaged or incomplete.",
        hint="Open it in a PDF viewer, save or print it as a new PDF and upload that.",
    )


def _read_properties(document: pypdfium2.PdfDocument) -> dict[str, str]:
    """The document's properties that are not empty; dates of the file say nothing of its rules."""
    try:
        values = document.get_metadata_dict(skip_empty=True)
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        return {}
    return {
        name: str(values[name])
        for name in ("Title", "Author", "Subject", "Keywords")
        if values.get(name)
    }


def _no_text(count: int, recognized: RecognizedPages) -> IngestionFailure:
    if recognized.unread:
        return IngestionFailure(
            "no_extractable_text",
            "No text was recognised before the time for it was used up; not read: "
            f"{name_pages(recognized.unread)}.",
            hint="Split the file, or raise PARSE_TIMEOUT_SECONDS and retry the document.",
        )
    pages = "Its only page has no" if count == 1 else f"None of its {count} pages has"
    return IngestionFailure(
        "no_extractable_text",
        f"{pages} text, written or recognised in a picture of the page.",
        hint="Scan it again, sharper and upright, with at least 200 dots per inch.",
    )
