from datetime import date

import pytest

from ragstudio.parsing.written_dates import read_date


@pytest.mark.parametrize(
    "text",
    [
        "2026-07-01", "2026/07/01", "1 July 2026", "01 July 2026", "1st July 2026",
        "1st of July, 2026", "July 1, 2026", "July 1st 2026", "Jul 1, 2026", "1-Jul-2026",
        "1 Jul. 2026", "Wednesday, 1 July 2026", "from 1 July 2026 on", "1.7.2026", "01.07.2026",
        "2026-07-01T00:00:00Z", "2026-07-01 00:00:00",
    ],
)  # fmt: skip
def test_common_forms_are_read(text):
    assert read_date(text).value == date(2026, 7, 1)


@pytest.mark.parametrize("text", ["13/07/2026", "07/13/2026", "13-07-2026"])
def test_numbers_that_can_only_be_one_day_are_read(text):
    assert read_date(text).value == date(2026, 7, 13)


def test_a_day_that_may_be_a_month_has_no_value():
    assert read_date("01/07/2026").value is None
    assert read_date("01/07/2026").ambiguous
    assert read_date("07/07/2026").value == date(2026, 7, 7)


@pytest.mark.parametrize(
    "text", ["soon", "", "31 February 2026", "2026-13-45", "1 Foo 2026", "July 2026"]
)
def test_what_is_no_date_has_no_value(text):
    assert read_date(text).value is None
    assert not read_date(text).ambiguous
