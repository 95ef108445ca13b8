"""Pages: a table over two pages, two columns, a scan, a photographed notice, a locked file."""

from collections.abc import Callable
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import TableHeadingsDisplay
from PIL import Image, ImageDraw, ImageFont

CLASSES = 70


class _Paper(FPDF):
    """Pages with a running header and footer."""

    running = ""

    def header(self) -> None:
        self.set_font("Helvetica", size=8)
        self.cell(0, 6, self.running, new_x="LMARGIN", new_y="NEXT")

    def footer(self) -> None:
        self.set_y(-15)
        self.set_font("Helvetica", size=8)
        self.cell(0, 6, f"Page {self.page_no()} of {{nb}}", align="C")


def write_berth_tariff(path: Path) -> None:
    """A ruled table over two pages whose header stands on the first alone."""
    paper = _Paper()
    paper.running = "Larkenfell - Berth tariff of the Stennick test yard"
    paper.add_page()
    _write_heading(paper, "Berth tariff 2026")
    paper.set_font("Helvetica", size=11)
    paper.multi_cell(
        0,
        6,
        "The tariff applies to vessels that take part in trials. A vessel that stays after its\n"
        "trial pays the double rate from the third day. The harbour mas-\n"
        "ter may waive the rate in bad weather.",
        new_x="LMARGIN",
        new_y="NEXT",
    )
    paper.ln(4)
    with paper.table(
        col_widths=(30, 40, 40, 60), repeat_headings=TableHeadingsDisplay.NONE
    ) as table:
        header = table.row()
        for name in ("Vessel class", "EUR a day", "EUR a month", "Tugs required"):
            header.cell(name)
        for number in range(1, CLASSES + 1):
            row = table.row()
            for value in (
                f"K{number}",
                f"{120 + 37 * number:,}",
                f"{2400 + 740 * number:,}",
                f"{1 + number % 4} of {'Merganser' if number % 3 else 'Goosander'} class",
            ):
                row.cell(value)
    paper.output(str(path))


def write_bulletin(path: Path) -> None:
    """Two columns of prose side by side."""
    paper = FPDF()
    paper.add_page()
    _write_heading(paper, "Yard bulletin, spring 2026")
    left = (
        "The ferry simulator moves to hall C on 9 March. Until then its trials are run at night, "
        "when the basin is free. Crews book a night trial with the planner three days ahead and "
        "bring their own interpreter."
    )
    right = (
        "Swans nest at the north slip again. The path behind the slip is closed to people and "
        "dogs until the young have left, which the warden expects in the second half of June. "
        "Feeding them is not allowed."
    )
    paper.set_font("Helvetica", size=11)
    top = paper.get_y()
    for text, x in ((left, 10), (right, 110)):
        paper.set_xy(x, top)
        paper.multi_cell(88, 6, text)
    paper.output(str(path))


def write_crane_inspection(path: Path) -> None:
    """A cover with a text layer, then a scan without one."""
    paper = FPDF()
    paper.add_page()
    _write_heading(paper, "Crane inspection report")
    paper.set_font("Helvetica", size=11)
    paper.multi_cell(0, 6, "The findings were written by hand on paper and scanned.")
    paper.add_page()
    scan = draw_page(
        [
            "Crane 7, inspected on 14 May 2026",
            "",
            "The hoist brake is worn.",
            "Crane 7 may lift 38 tonnes at most",
            "until the brake is replaced.",
        ]
    )
    paper.image(scan, x=10, y=10, w=190)
    paper.output(str(path))


def write_tide_gauge_notice(path: Path) -> None:
    """A notice as a picture."""
    draw_page(
        [
            "NOTICE TO ALL CREWS",
            "",
            "The tide gauge at pier 4 reads",
            "12 centimetres too high.",
            "Use the gauge at pier 6.",
        ]
    ).save(path)


def write_diving_orders(path: Path) -> None:
    """Readable by everyone; the owner's password only forbids printing."""
    paper = FPDF()
    paper.add_page()
    _write_heading(paper, "Diving orders")
    paper.set_font("Helvetica", size=11)
    paper.multi_cell(0, 6, "Divers stay within 18 metres of the surface and work in threes.")
    paper.set_encryption(owner_password="harbour-master", permissions=0)  # noqa: S106
    paper.output(str(path))


def draw_page(lines: list[str]) -> Image.Image:
    """Black text on white, as a scanner gives it at 150 dots an inch."""
    image = Image.new("L", (1240, 900), 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=48)
    for number, line in enumerate(lines):
        draw.text((90, 90 + 80 * number), line, font=font, fill=20)
    return image


def _write_heading(paper: FPDF, title: str) -> None:
    paper.set_font("Helvetica", style="B", size=18)
    paper.cell(0, 12, title, new_x="LMARGIN", new_y="NEXT")


FILES: dict[str, Callable[[Path], object]] = {
    "berth-tariff.pdf": write_berth_tariff,
    "yard-bulletin.pdf": write_bulletin,
    "crane-inspection.pdf": write_crane_inspection,
    "tide-gauge-notice.png": write_tide_gauge_notice,
    "diving-orders.pdf": write_diving_orders,
}
