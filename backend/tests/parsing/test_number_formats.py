"""Numbers as a spreadsheet shows them."""

from datetime import timedelta

import pytest

from ragstudio.parsing.cell_values import hides_value, render_value


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (12, "General", "12"),
        (2.5, "General", "2.5"),
        (2.5, '0.0" days"', "2.5 days"),
        (12, '0"%"', "12%"),
        (12, "0\\%", "12%"),
        (0.4, "0%", "40%"),
        (0.157, "0.0%", "15.7%"),
        (0.157, "0%", "15.7%"),
        (0.5, "0.00%", "50.00%"),
        (1067, "00000", "01067"),
        (7, "000", "007"),
        (493012345, '"+"0', "+493012345"),
        (493012345, "+0", "+493012345"),
        (1234.5, "#,##0.00", "1,234.50"),
        (1234567, "#,##0", "1,234,567"),
        (0.5, "#,##0.00", "0.50"),
        (1234.5, "#,##0.00 [$€-407]", "1,234.50 €"),
        (1234.5, '#,##0.00 "€"', "1,234.50 €"),
        (1234.5, "[$$-409]#,##0.00", "$1,234.50"),
        (1234.5, '_-* #,##0.00 "kr"_-', "1,234.50 kr"),
        (-5, "0;[Red]-0", "-5"),
        (-5, "0.0;(0.0)", "(5.0)"),
        (0, '0;-0;"none"', "none"),
        (-5, "0.0", "-5.0"),
        (5, '0"‰"', "5‰"),
        (12_500_000, '0.0,,"M"', "12.5M (12500000)"),
        (12_500, "#,##0,", "12.5 (12500)"),
        (0.5, "# ?/?", "1/2"),
        (2.75, "# ??/??", "2 3/4"),
        (3, "# ?/?", "3"),
        (1.5, "?/?", "3/2"),
        (0.375, "# ?/8", "3/8"),
        (12345.0, "0.00E+00", "1.23E+04 (12345)"),
        (5551234, "000-0000", "555-1234"),
        (123456789, "000\\-00\\-0000", "123-45-6789"),
        (250, '[>=100]0" high";0" low"', "250 high"),
        (20, '[>=100]0" high";0" low"', "20 low"),
        (1, '"yes";;"no"', "yes"),
        (0, '"yes";;"no"', "no"),
        (timedelta(hours=49, minutes=5), "[h]:mm", "49:05"),
        (timedelta(minutes=90, seconds=7), "[mm]:ss", "90:07"),
        (49 / 24 + 5 / 1440, "[h]:mm", "49:05"),
        (0.333333333333, "0.00", "0.33"),
        (True, "0", "TRUE"),
        ("text", "@", "text"),
    ],
)
def test_a_value_is_shown_by_its_format(value: object, code: str, text: str) -> None:
    assert render_value(value, code) == text


@pytest.mark.parametrize(
    ("value", "code", "hidden"),
    [
        (5, ";;;", True),
        ("text", ";;;", True),
        (5, ";;", True),
        ("text", ";;", False),
        (-5, "0;", True),
        (5, "0;", False),
        (5, "General", False),
    ],
)
def test_a_format_without_places_hides_the_value(value: object, code: str, hidden: bool) -> None:
    assert hides_value(value, code) is hidden
    assert (render_value(value, code) == "") is hidden
