"""ODS by lxml, row by row: each sheet a section, each row a record.

lxml rather than calamine, which reads neither formulas nor merged cells of this format.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO

from lxml import etree

from ragstudio.parsing.cell_values import render_value
from ragstudio.parsing.hidden_cells import HiddenCells
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.number_formats import MOST_DECIMALS
from ragstudio.parsing.open_document import (
    MAX_REPEATED,
    OFFICE,
    STYLE,
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
from ragstudio.parsing.unread import reads_hidden
from ragstudio.records import BlockType, ExtractedDocument, UnreadKind

_SHEET, _ROW = f"{TABLE}table", f"{TABLE}table-row"
_CELL, _COVERED = f"{TABLE}table-cell", f"{TABLE}covered-table-cell"
_STYLES = f"{OFFICE}automatic-styles"
_DIGITS = re.compile(r"\D")
MOST_COLUMNS = 16_384


@dataclass(slots=True)
class _Sheet:
    """What is known of a sheet while its rows are read."""

    name: str
    repetitions: Repetitions
    spanned: dict[int, tuple[int, str]] = field(default_factory=dict)
    unsaved: int = 0
    hidden: HiddenCells = field(default_factory=HiddenCells)
    comments: list[str] = field(default_factory=list)
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
        content, events=("start", "end"), tag=(_SHEET, _ROW, _STYLES),
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    repetitions = Repetitions()
    hidden_styles: set[str] = set()
    for event, element in events:
        if event == "end" and element.tag == _STYLES:
            hidden_styles = set(_list_hidden_styles(element))
        elif event == "start" and element.tag == _SHEET:
            sheet = _Sheet(str(element.get(f"{TABLE}name", "")), repetitions)
            rows = _read_rows(events, sheet, element)
            is_hidden = str(element.get(f"{TABLE}style-name", "")) in hidden_styles
            if is_hidden and not reads_hidden():
                for _ in rows:
                    pass
                builder.unread.add_hidden(UnreadKind.HIDDEN_SHEET, place=f"sheet {sheet.name!r}")
                continue
            filled = (row for row in sheet.hidden.leave_out(rows) if any(row))
            first = next(filled, None)
            if first is not None:
                builder.add_heading(sheet.name or "Sheet", 1)
                add_row_records(builder, chain([first], filled))
            if sheet.comments:
                builder.add(BlockType.TEXT, "\n".join(sheet.comments))
            sheet.hidden.note(builder, sheet.name)
            _warn(builder, sheet)


def _list_hidden_styles(styles: etree._Element) -> Iterator[str]:
    """The styles of sheets that are not displayed."""
    for style in styles.iterchildren(f"{STYLE}style"):
        for properties in style.iterchildren(f"{STYLE}table-properties"):
            if properties.get(f"{TABLE}display") == "false":
                yield str(style.get(f"{STYLE}name", ""))


def _find_hidden_columns(table: etree._Element) -> Iterator[int]:
    """Columns, from 1, that are hidden or filtered out; those declared before the first row."""
    number = 1
    for column in table.iter(f"{TABLE}table-column"):
        repeat = min(read_repeat(column, "number-columns-repeated"), MOST_COLUMNS)
        if column.get(f"{TABLE}visibility", "visible") != "visible":
            yield from range(number, number + repeat)
        number += repeat


def _read_rows(
    events: Iterator[tuple[str, etree._Element]], sheet: _Sheet, table: etree._Element
) -> Iterator[list[str]]:
    """The rows up to the end of the sheet; a row that is repeated comes as often."""
    depth = 1
    number = 0
    for event, element in events:
        if element.tag == _SHEET:
            depth += 1 if event == "start" else -1
            if depth == 0:
                return
        elif event == "end" and depth == 1:
            if number == 0:
                sheet.hidden.columns = set(_find_hidden_columns(table))
            row = _read_row(element, sheet)
            repeat = read_repeat(element, "number-rows-repeated")
            times = min(repeat, MAX_REPEATED) if any(row) else 1
            if element.get(f"{TABLE}visibility", "visible") != "visible":
                sheet.hidden.rows.update(range(number + 1, number + times + 1))
            number += times
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
            if not any(row):
                yield []
                continue
            sheet.shortened = sheet.shortened or repeat > MAX_REPEATED
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
        for comment in cell.iterchildren(f"{OFFICE}annotation"):
            words = " ".join(paragraph_text(each).strip() for each in comment.iter(f"{TEXT}p"))
            about = f" on {text!r}" if text else ""
            sheet.comments.append(f"Comment{about}: {words}")
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
        text = _choose_number(float(value), shown, kind == "percentage")
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


def _choose_number(number: float, shown: str, percent: bool) -> str:
    """What is shown, unless it rounds digits away that the cell stores."""
    text = render_value(number, "0%" if percent else "")
    stored = text.rstrip("%").replace(".", "").strip("-0")
    decimals = len(text.rstrip("%").partition(".")[2])
    whole = "/" in shown or stored in _DIGITS.sub("", shown) or decimals > MOST_DECIMALS
    return shown if shown and whole else text


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
