"""ODS by lxml, row by row: each sheet a section, each row a record.

lxml rather than calamine, which reads neither formulas nor merged cells of this format.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO

from lxml import etree

from ragstudio.parsing.cell_values import render_value
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.open_document import (
    MAX_REPEATED,
    OFFICE,
    TABLE,
    TEXT,
    Repetitions,
    open_package,
    paragraph_text,
    read_properties,
    read_repeat,
)
from ragstudio.parsing.row_records import add_row_records
from ragstudio.parsing.safe_xml import describe_syntax_error
from ragstudio.records import ExtractedDocument

_SHEET, _ROW = f"{TABLE}table", f"{TABLE}table-row"
_CELL, _COVERED = f"{TABLE}table-cell", f"{TABLE}covered-table-cell"
_NUMBERS = {"float", "currency"}


@dataclass(slots=True)
class _Sheet:
    """What is known of a sheet while its rows are read."""

    name: str
    repetitions: Repetitions
    spanned: dict[int, tuple[int, str]] = field(default_factory=dict)
    unsaved: int = 0
    shortened: bool = False


def parse(path: Path) -> ExtractedDocument:
    """Row blocks of `Column: value` lines under a heading with the sheet's name.

    Merged cells are filled across and down. A formula gives its stored value or, where there is
    none, its own text and a warning. Raises `IngestionFailure`: `archive_too_large`,
    `corrupt_file`, `nesting_too_deep`, `password_required`.
    """
    builder = DocumentBuilder()
    with path.open("rb") as stream, open_package(stream) as package:
        builder.properties = read_properties(package)
        with package.open("content.xml") as content:
            try:
                _add_sheets(builder, content)
            except etree.XMLSyntaxError as error:
                raise describe_syntax_error(error) from error
    return builder.build()


def _add_sheets(builder: DocumentBuilder, content: IO[bytes]) -> None:
    events = etree.iterparse(
        content, events=("start", "end"), tag=(_SHEET, _ROW),
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    repetitions = Repetitions()
    for event, element in events:
        if event == "start" and element.tag == _SHEET:
            sheet = _Sheet(str(element.get(f"{TABLE}name", "")), repetitions)
            filled = (row for row in _read_rows(events, sheet) if any(row))
            first = next(filled, None)
            if first is None:
                continue
            builder.add_heading(sheet.name or "Sheet", 1)
            add_row_records(builder, chain([first], filled))
            _warn(builder, sheet)


def _read_rows(events: Iterator[tuple[str, etree._Element]], sheet: _Sheet) -> Iterator[list[str]]:
    """The rows up to the end of the sheet; a row that is repeated comes as often."""
    depth = 1
    for event, element in events:
        if element.tag == _SHEET:
            depth += 1 if event == "start" else -1
            if depth == 0:
                return
        elif event == "end" and depth == 1:
            row = _read_row(element, sheet)
            repeat = read_repeat(element, "number-rows-repeated")
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
            if not any(row):
                yield []
                continue
            sheet.shortened = sheet.shortened or repeat > MAX_REPEATED
            times = min(repeat, MAX_REPEATED)
            sheet.repetitions.add(row, times - 1)
            yield from [row] * times


def _read_row(element: etree._Element, sheet: _Sheet) -> list[str]:
    row: list[str] = []
    own = False
    for cell in element.iterchildren(_CELL, _COVERED):
        repeat = min(read_repeat(cell, "number-columns-repeated"), MAX_REPEATED)
        if cell.tag == _COVERED:
            for column in range(len(row), len(row) + repeat):
                left, text = sheet.spanned.get(column, (0, ""))
                sheet.spanned[column] = (left - 1, text)
                row.append(text if left > 0 else "")
                sheet.repetitions.add(row[-1:], 1)
            continue
        text = _read_cell(cell, sheet)
        own = own or bool(text)
        down = read_repeat(cell, "number-rows-spanned")
        across = min(read_repeat(cell, "number-columns-spanned"), MAX_REPEATED)
        if down > 1 or across > 1:
            for place in range(len(row), len(row) + across):
                sheet.spanned[place] = (down - (place == len(row)), text)
        sheet.repetitions.add([text], repeat - 1)
        row += [text] * repeat
    while row and not row[-1]:
        row.pop()
    return row if own else []


def _read_cell(cell: etree._Element, sheet: _Sheet) -> str:
    kind = cell.get(f"{OFFICE}value-type", "")
    value = str(cell.get(f"{OFFICE}value", ""))
    shown = "\n".join(paragraph_text(each) for each in cell.iterchildren(f"{TEXT}p")).strip()
    text = shown
    if kind in {"float", "currency", "percentage"} and _is_number(value):
        text = render_value(float(value), "%" if kind == "percentage" else "")
        # A currency's sign stands in what is shown alone.
        text = shown if kind == "currency" and shown else text
    elif kind == "date":
        text = str(cell.get(f"{OFFICE}date-value", shown)).replace("T", " ")
        text = text.removesuffix(" 00:00:00")
    elif kind == "boolean":
        text = str(cell.get(f"{OFFICE}boolean-value", shown)).upper()
    formula = str(cell.get(f"{TABLE}formula", ""))
    if not text and formula:
        sheet.unsaved += 1
        text = formula[formula.find("=") :]
    return text


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


def _warn(builder: DocumentBuilder, sheet: _Sheet) -> None:
    if sheet.unsaved:
        builder.warnings.append(
            f"Sheet {sheet.name!r}: {sheet.unsaved} formulas have no stored value; "
            "their formula text was taken. Open and save the workbook to store the values."
        )
    if sheet.shortened:
        builder.warnings.append(
            f"Sheet {sheet.name!r}: a row that repeats more than {MAX_REPEATED} times was "
            f"taken {MAX_REPEATED} times."
        )
