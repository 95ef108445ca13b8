"""PDF with a text layer, by PDFium: the text of each page, its running lines dropped."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
from pypdfium2.raw import FPDF_ERR_PASSWORD

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.records import BlockType, ExtractedDocument

EDGE_LINES = 2
REPEATED_ON = 0.6
REPEATED_FROM_PAGES = 3
FULL_LINE = 0.7

# PDFium marks a hyphen that only divides a word over two lines by U+FFFE or U+0002.
_DIVIDED = re.compile("[\ufffe\u0002\u00ad]\n|(?<=[a-zà-ÿ])[-\u2010]\n(?=[a-zà-ÿ])")
_LINE_END = re.compile(r"\r\n?")
_DIGITS = re.compile(r"\d+")
_ITEM = re.compile(r"(?:[-*\u2022\u25cf\u25aa\u2013]|\(?\w{1,3}[.)])\s")


def parse(path: Path) -> ExtractedDocument:
    """One text block a page; lines that a paragraph wraps over are joined.

    Running headers, footers and page numbers are dropped. Pages without text are named in a
    warning. Raises `IngestionFailure`: `password_required`, `corrupt_file`,
    `no_extractable_text` when no page has any.
    """
    document = open_pdf(path)
    try:
        pages = [_read_lines(document, index) for index in range(len(document))]
    finally:
        document.close()
    builder = DocumentBuilder()
    running = _find_running_lines(pages)
    empty = []
    for number, lines in enumerate(pages, start=1):
        if not lines:
            empty.append(number)
        builder.add(BlockType.TEXT, _join_lines(_drop_running(lines, running)), number)
    if len(empty) == len(pages):
        raise IngestionFailure(
            "no_extractable_text",
            f"None of its {len(pages)} pages has a text layer; it is probably a scan.",
            hint="Run text recognition (OCR) on the PDF and upload the result.",
        )
    if empty:
        builder.warnings.append(f"Pages without text, not searchable: {_name_pages(empty)}.")
    return builder.build(page_count=len(pages))


def open_pdf(path: Path) -> pypdfium2.PdfDocument:
    """Open a file with PDFium. Raises `IngestionFailure`: `password_required`, `corrupt_file`.

    The bytes are read here: PDFium's binding resolves a path first, and a worker's copy of a
    file has no name to resolve to.
    """
    try:
        return pypdfium2.PdfDocument(path.read_bytes())
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


def _read_lines(document: pypdfium2.PdfDocument, index: int) -> list[str]:
    """The lines of a page; none for a page that cannot be loaded."""
    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return []
    text_page = page.get_textpage()
    text = _LINE_END.sub("\n", text_page.get_text_bounded())
    text_page.close()
    page.close()
    lines = (line.strip() for line in _DIVIDED.sub("", text).split("\n"))
    return [line for line in lines if line]


def _edges(lines: Sequence[str]) -> set[str]:
    """The first and last lines of a page with their numbers made alike."""
    edge = [*lines[:EDGE_LINES], *lines[-EDGE_LINES:]]
    return {_DIGITS.sub("#", line) for line in edge}


def _find_running_lines(pages: Sequence[Sequence[str]]) -> set[str]:
    """Lines that stand at the edge of most pages, such as a title or `Page 3 of 9`."""
    filled = [lines for lines in pages if lines]
    if len(filled) < REPEATED_FROM_PAGES:
        return set()
    counts = Counter(line for lines in filled for line in _edges(lines))
    return {line for line, count in counts.items() if count >= REPEATED_ON * len(filled)}


def _drop_running(lines: Sequence[str], running: set[str]) -> list[str]:
    last = len(lines) - EDGE_LINES
    return [
        line
        for index, line in enumerate(lines)
        if EDGE_LINES <= index < last or _DIGITS.sub("#", line) not in running
    ]


def _join_lines(lines: Sequence[str]) -> str:
    """Lines put together again where the first is full and the second goes on with it."""
    width = max((len(line) for line in lines), default=0)
    joined: list[str] = []
    previous = ""
    for line in lines:
        full = len(previous) >= max(40, FULL_LINE * width)
        if full and not _ITEM.match(line) and previous[-1] not in ":;":
            joined[-1] += " " + line
        else:
            joined.append(line)
        previous = line
    return "\n".join(joined)


def _name_pages(pages: Sequence[int]) -> str:
    """Page numbers in ranges: `2, 4-7`."""
    ranges: list[list[int]] = []
    for page in pages:
        if ranges and page == ranges[-1][1] + 1:
            ranges[-1][1] = page
        else:
            ranges.append([page, page])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)
