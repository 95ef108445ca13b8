"""PDFs as programs make them: headings, tables, columns, scans, made by code."""

import io
from collections.abc import Callable, Sequence

import pypdf
from fpdf import FPDF
from PIL import Image
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    StreamObject,
    TextStringObject,
)

LEAVE = (
    "Employees are entitled to twenty-five working days of annual leave, excluding public "
    "holidays, in every calendar year of employment. Requests are made two weeks ahead and the "
    "manager answers within three working days."
)
TRAVEL = (
    "Journeys of more than four hours are made by rail in first class where the fare is not "
    "higher than that of a flight. Receipts are kept for ten years and handed in with the claim "
    "before the end of the month."
)


class Pdf(FPDF):
    """A document in 11 point Helvetica with a header and a footer given by functions."""

    def __init__(
        self,
        head: Callable[[int], str] | None = None,
        foot: Callable[[int], str] | None = None,
    ) -> None:
        super().__init__()
        self.head, self.foot = head, foot
        self.set_font("Helvetica", size=11)

    def header(self) -> None:
        if self.head is not None:
            self.set_font("Helvetica", size=9)
            self.cell(0, 6, self.head(self.page_no()), new_x="LMARGIN", new_y="NEXT")
            self.ln(6)
            self.set_font("Helvetica", size=11)

    def footer(self) -> None:
        if self.foot is not None:
            self.set_y(-15)
            self.set_font("Helvetica", size=9)
            self.cell(0, 6, self.foot(self.page_no()), align="C")
            self.set_font("Helvetica", size=11)

    def paragraph(self, text: str, width: float = 0) -> None:
        self.multi_cell(width, 6, text, align="L", new_x="LMARGIN", new_y="NEXT")
        self.ln(3)

    def heading(self, text: str, size: float, style: str = "B", *, listed: int = 0) -> None:
        """A heading; `listed` puts it into the outline at this level."""
        if listed:
            self.start_section(text, level=listed - 1)
        self.set_font("Helvetica", style, size)
        self.multi_cell(0, size * 0.6, text, align="L", new_x="LMARGIN", new_y="NEXT")
        self.ln(2)
        self.set_font("Helvetica", size=11)

    def grid(self, rows: Sequence[Sequence[str]], *, repeat: bool = True) -> None:
        """A ruled table whose first row is its header."""
        with self.table(repeat_headings=1 if repeat else 0) as table:
            for cells in rows:
                row = table.row()
                for cell in cells:
                    row.cell(cell)
        self.ln(3)

    def data(self) -> bytes:
        return bytes(self.output())


def draw_scan(pdf: Pdf, picture: Image.Image) -> None:
    """A page that is nothing but a picture."""
    pdf.add_page()
    pdf.image(picture, x=10, y=20, w=190)


def write_any_script(lines: Sequence[str], data: bytes | None = None) -> bytes:
    """Lines in any script from left to right, as given, in a font that only names characters.

    They are laid over the first page of `data`, or on a page of their own.
    """
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(595, 842)
    ranges = "\n".join(f"<{high:02X}00> <{high:02X}FF> <{high:02X}00>" for high in range(100, 256))
    low = "\n".join(f"<{high:02X}00> <{high:02X}FF> <{high:02X}00>" for high in range(100))
    names = StreamObject()
    names.set_data(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Any def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"100 beginbfrange\n{low}\nendbfrange\n156 beginbfrange\n{ranges}\nendbfrange\n"
        "endcmap end end".encode()
    )
    inner = DictionaryObject({
        NameObject("/Type"): NameObject("/Font"),
        NameObject("/Subtype"): NameObject("/CIDFontType2"),
        NameObject("/BaseFont"): NameObject("/Any"),
        NameObject("/DW"): NumberObject(600),
        NameObject("/CIDSystemInfo"): DictionaryObject({
            NameObject("/Registry"): TextStringObject("Adobe"),
            NameObject("/Ordering"): TextStringObject("Identity"),
            NameObject("/Supplement"): NumberObject(0),
        }),
    })  # fmt: skip
    font = DictionaryObject({
        NameObject("/Type"): NameObject("/Font"),
        NameObject("/Subtype"): NameObject("/Type0"),
        NameObject("/BaseFont"): NameObject("/Any"),
        NameObject("/Encoding"): NameObject("/Identity-H"),
        NameObject("/DescendantFonts"): ArrayObject([writer._add_object(inner)]),
        NameObject("/ToUnicode"): writer._add_object(names),
    })  # fmt: skip
    page[NameObject("/Resources")] = DictionaryObject({
        NameObject("/Font"): DictionaryObject({NameObject("/Any"): writer._add_object(font)})
    })  # fmt: skip
    content = StreamObject()
    written = "".join(
        f"BT /Any 12 Tf 60 {760 - 18 * number} Td <{line.encode('utf-16-be').hex()}> Tj ET\n"
        for number, line in enumerate(lines)
    )
    content.set_data(written.encode())
    page[NameObject("/Contents")] = writer._add_object(content)
    if data is None:
        return save(writer)
    whole = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    whole.pages[0].merge_page(pypdf.PdfReader(io.BytesIO(save(writer))).pages[0])
    return save(whole)


def turn_pages(data: bytes, degrees: int) -> bytes:
    """The same pages, marked to be shown turned clockwise."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    for page in writer.pages:
        page[NameObject("/Rotate")] = NumberObject(degrees)
    return save(writer)


def save(writer: pypdf.PdfWriter) -> bytes:
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()
