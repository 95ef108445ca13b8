"""Tables as files: a sheet with traps, an OpenDocument sheet, a CSV of an old program."""

from collections.abc import Callable
from pathlib import Path

from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl import Workbook

FIRST_ROW = 150


def write_dredging_log(path: Path) -> None:
    """Merged cells, rows that begin far down, an empty sheet and one of a header alone."""
    workbook = Workbook()
    log = workbook.active
    log.title = "Log"
    rows = [
        ("Basin", "Dredger", "Date", "Cubic metres", "Dumped at"),
        ("Inner basin", "Shoveler", "2026-03-02", 1180, "Field A"),
        (None, "Pochard", "2026-03-03", 940, "Field A"),
        (None, "Shoveler", "2026-03-04", 1315, "Field C"),
        ("North slip", "Pochard", "2026-03-05", 405, "Field B"),
        (None, "Pochard", "2026-03-06", 388, "Field B"),
    ]
    for offset, row in enumerate(rows):
        for column, value in enumerate(row, start=1):
            log.cell(FIRST_ROW + offset, column, value)
    log.merge_cells(start_row=151, end_row=153, start_column=1, end_column=1)
    log.merge_cells(start_row=154, end_row=155, start_column=1, end_column=1)
    log.cell(20_000, 1).number_format = "0.00"
    workbook.create_sheet("Empty")
    workbook.create_sheet("Planned").append(["Basin", "Dredger", "Date"])
    workbook.save(path)


def write_fender_stock(path: Path) -> None:
    """An OpenDocument sheet with repeated empty rows and repeated cells."""
    document = OpenDocumentSpreadsheet()
    table = Table(name="Fenders")
    for row in (
        ("Fender", "Diameter in millimetres", "In store", "Shelf"),
        ("Foam, small", "600", "24", "D-11"),
        ("Foam, large", "1500", "6", "D-14"),
    ):
        _add_row(table, row)
    table.addElement(TableRow(numberrowsrepeated=40))
    _add_row(table, ("Pneumatic", "2500", "3", "Yard 2, stand 9"))
    document.spreadsheet.addElement(table)
    document.save(str(path))


def _add_row(table: Table, values: tuple[str, ...]) -> None:
    row = TableRow()
    for value in values:
        cell = TableCell()
        cell.addElement(P(text=value))
        row.addElement(cell)
    table.addElement(row)


def write_supplier_ratings(path: Path) -> None:
    """Windows-1252, a `sep=` line, semicolons, decimal commas and a line break in quotes."""
    lines = [
        "sep=;",
        "Lieferant;Ort;Note;Bemerkung",
        'Seilerei Möwe;Lübeck;1,4;"Liefert Trossen; auch über Nacht"',
        'Kettenwerk Grün;Saßnitz;2,7;"Zweite Mahnung im März:\nVerzug von 16 Tagen"',
        "Fenderbau Käthe;Büsum;1,9;",
    ]
    path.write_bytes("\r\n".join(lines).encode("cp1252"))


FILES: dict[str, Callable[[Path], object]] = {
    "dredging-log.xlsx": write_dredging_log,
    "fender-stock.ods": write_fender_stock,
    "supplier-ratings.csv": write_supplier_ratings,
}
