"""CSV and TSV: one record a row, the delimiter sniffed."""

import csv
import io
import re
from itertools import islice
from pathlib import Path

from ragstudio.parsing.decoding import read_text
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.row_records import add_row_records
from ragstudio.records import ExtractedDocument

DELIMITERS = ",;\t|"
SNIFFED_CHARACTERS = 1 << 16
SNIFFED_ROWS = 100
MAX_FIELD_CHARACTERS = 1 << 30

_SEPARATOR_LINE = re.compile(r"\A\"?sep=(.)\"?[ \t]*(?:\n|\Z)", re.IGNORECASE)


def parse(path: Path) -> ExtractedDocument:
    """Row blocks of `Column: value` lines; a `sep=` line names the delimiter and is dropped.

    Raises `IngestionFailure` `unknown_encoding`.
    """
    source = read_text(path, lines_matter=True)
    builder = DocumentBuilder(source.warnings)
    text = source.text
    named = _SEPARATOR_LINE.match(text)
    delimiter = named.group(1) if named else sniff_delimiter(text)
    stream = io.StringIO(text[named.end() :] if named else text, newline="")
    # The limit is the process's: other readers of CSV keep theirs.
    usual = csv.field_size_limit(MAX_FIELD_CHARACTERS)
    try:
        add_row_records(builder, csv.reader(stream, delimiter=delimiter, skipinitialspace=True))
    finally:
        csv.field_size_limit(usual)
    return builder.build()


def sniff_delimiter(text: str) -> str:
    """The delimiter that cuts the first rows into the most even columns; a comma if none does.

    `csv.Sniffer` judges by letter frequencies and takes commas inside values for delimiters;
    this reads the rows with each candidate, quotes respected, and compares their widths.
    """
    head = text[:SNIFFED_CHARACTERS]
    scores = {delimiter: _score(head, delimiter) for delimiter in DELIMITERS}
    return max(DELIMITERS, key=lambda delimiter: scores[delimiter])


def _score(head: str, delimiter: str) -> float:
    """Share of rows with the usual width, more for more columns; 0 for a single column."""
    rows = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        widths = [len(row) for row in islice(rows, SNIFFED_ROWS) if row]
    except csv.Error:
        return 0.0
    several = [width for width in widths if width > 1]
    if not several:
        return 0.0
    usual = max(set(several), key=several.count)
    return widths.count(usual) / len(widths) + min(usual, 20) / 100
