import pytest

from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.row_records import add_row_records
from tests.parsing.sample_files import outline


def records(*rows: list[str]) -> list[tuple[str, str]]:
    builder = DocumentBuilder()
    add_row_records(builder, rows)
    return outline(builder.build())


def test_every_column_name_stands_beside_its_value():
    assert records(["City", "Cap", "Meals"], ["Valencia", "145", ""]) == [
        ("row", "City: Valencia\nCap: 145\nMeals:")
    ]


def test_titles_above_the_header_are_text():
    rows = (["Travel rates 2026", "", ""], ["", "", ""], ["City", "Cap", "Meals"], ["A", "1", "2"])
    assert records(*rows) == [("text", "Travel rates 2026"), ("row", "City: A\nCap: 1\nMeals: 2")]


def test_a_table_without_header_calls_its_columns_by_place():
    assert records(["Paris", "240"], ["London", "225"]) == [
        ("row", "Column 1: Paris\nColumn 2: 240"),
        ("row", "Column 1: London\nColumn 2: 225"),
    ]


def test_years_can_be_column_names():
    assert records(["City", "2025", "2026"], ["Paris", "1", "2"]) == [
        ("row", "City: Paris\n2025: 1\n2026: 2")
    ]


def test_missing_and_repeated_names_and_surplus_cells():
    assert records(["City", "Rate", "Rate", ""], ["x", "a", "b", "c", "d"]) == [
        ("row", "City: x\nRate: a\nRate (2): b\nColumn 4: c\nColumn 5: d")
    ]


def test_empty_rows_are_skipped_and_a_header_alone_is_text():
    assert records(["a", "b"], ["", ""], ["x", "y"]) == [("row", "a: x\nb: y")]
    assert records(["a", "b"]) == [("text", "Columns: a, b")]
    assert records() == []
    assert records(["", ""]) == []


@pytest.mark.parametrize("value", ["145", "1,250.50", "EUR 65", "€65", "25%", "2026-01-01", "-3"])
def test_what_counts_as_a_number_marks_data(value):
    assert records(["x", value], ["y", value])[0] == ("row", f"Column 1: x\nColumn 2: {value}")


@pytest.mark.parametrize(
    "header",
    [
        ["Model", "38", "39", "40"],
        ["", "38", "12", "40"],
        ["Model", "5%", "10%", "3%"],
        ["Model", "1", "2", "2024"],
        ["Model", "2026-01", "2026-02", "2026-03"],
        ["Model", "2023", "2025", "2024"],
    ],
)
def test_numbers_can_name_columns(header):
    rows = [header, ["Gannet", "5", "7", "2"], ["Tern", "9", "1", "4"], ["Auk", "3", "3", "3"]]
    found = records(*rows)
    assert len(found) == 3
    assert f"{header[1]}: 5" in found[0][1]


def test_rows_of_numbers_without_names_stay_data():
    assert len(records(["Paris", "240", "95"], ["Rome", "180", "60"])) == 2
    assert len(records(["1", "2", "3"], ["4", "6", "5"])) == 2
    assert len(records(["Paris", "1", "2", "3"], ["Rome", "4", "5", "6"])) == 2
