import pytest

from ragstudio.formats import Kind
from ragstudio.parsing.formats.delimited import sniff_delimiter
from tests.parsing.sample_files import parse_bytes, rows_of

ROWS = ["City: Valencia\nCap: 145\nNote: sea", "City: Paris\nCap: 240\nNote:"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("opening", ["", "sep={}\n", '"sep={}"\n', "\n\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_every_delimiter_in_every_dress(tmp_path, delimiter, opening, encoding):
    table = "City,Cap,Note\r\nValencia,145,sea\r\nParis,240,\r\n".replace(",", delimiter)
    data = (opening.format(delimiter) + table).encode(encoding)
    assert rows_of(parse_bytes(tmp_path, Kind.CSV, data)) == ROWS


def test_quoted_line_breaks_delimiters_and_quotes_are_kept(tmp_path):
    source = 'City,Note\nParis,"two\nlines, and a ""quote"""\nLondon,x\n'
    assert rows_of(parse_bytes(tmp_path, Kind.CSV, source)) == [
        'City: Paris\nNote: two\nlines, and a "quote"',
        "City: London\nNote: x",
    ]


def test_commas_in_values_do_not_hide_the_semicolon():
    text = "Name;Amount\nA, B, C;1,5\nD;2,25\nE, F;3,0\n"
    assert sniff_delimiter(text) == ";"
    assert sniff_delimiter("just one column\nof, words\n") == ","


def test_a_late_row_has_its_column_names(tmp_path):
    lines = [f"Country {n},Support,{n},30" for n in range(3000)]
    rows = rows_of(
        parse_bytes(tmp_path, Kind.CSV, "\n".join(["Country,Group,Days,Notice", *lines]))
    )
    assert rows[-1] == "Country: Country 2999\nGroup: Support\nDays: 2999\nNotice: 30"


def test_a_field_of_megabytes_is_read(tmp_path):
    document = parse_bytes(tmp_path, Kind.CSV, "a,b\n1," + "x" * 2_000_000 + "\n")
    assert len(rows_of(document)[0]) > 2_000_000


def test_an_unclosed_quote_is_read(tmp_path):
    assert rows_of(parse_bytes(tmp_path, Kind.CSV, 'a,b\n1,"open\n2,3\n')) == ["a: 1\nb: open\n2,3"]


def test_rows_longer_and_shorter_than_the_header_keep_every_value(tmp_path):
    document = parse_bytes(tmp_path, Kind.CSV, "Name|Note\nAda|x|extra\nCy\n")
    assert rows_of(document) == ["Name: Ada\nNote: x\nColumn 3: extra", "Name: Cy\nNote:"]


def test_a_header_alone_names_its_columns(tmp_path):
    assert parse_bytes(tmp_path, Kind.CSV, "sep=;\nName;Note\n").text == "Columns: Name, Note"
