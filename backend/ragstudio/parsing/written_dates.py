"""Dates in the forms people write them."""

import re
from dataclasses import dataclass
from datetime import date

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH = r"(?P<month>[A-Za-z]{3,9})\.?"
_YEAR = r"(?P<year>\d{4})(?!\d)"
_ISO = re.compile(
    r"(?<!\d)(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?!\d)"
)
_DAY_FIRST = re.compile(rf"(?<!\d){_DAY}(?:\s+of)?[\s-]+{_MONTH},?[\s-]+{_YEAR}")
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+{_DAY},?\s+{_YEAR}")
_NUMBERS = re.compile(
    rf"(?<!\d)(?P<first>\d{{1,2}})(?P<mark>[/.-])(?P<second>\d{{1,2}})(?P=mark){_YEAR}"
)


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date found in text, or none; `ambiguous` when day and month could change places."""

    value: date | None
    ambiguous: bool = False


def read_date(text: str) -> WrittenDate:
    """The first date in a short text.

    Reads `2026-07-01`, `1 July 2026`, `1st of July 2026`, `Jul 1, 2026`, `1.7.2026` (day first,
    as written with dots), and `13/07/2026` or `07/13/2026`. `01/07/2026` may mean either of two
    days and has no value.
    """
    for pattern in (_ISO, _DAY_FIRST, _MONTH_FIRST):
        for match in pattern.finditer(text):
            month = _read_month(match["month"])
            value = _make_date(int(match["year"]), month, int(match["day"]))
            if value is not None:
                return WrittenDate(value)
    for match in _NUMBERS.finditer(text):
        year, first, second = int(match["year"]), int(match["first"]), int(match["second"])
        day_first, month_first = _make_date(year, second, first), _make_date(year, first, second)
        if match["mark"] == "." and day_first is not None:
            return WrittenDate(day_first)
        if day_first is not None and month_first is not None and day_first != month_first:
            return WrittenDate(None, ambiguous=True)
        if day_first is not None or month_first is not None:
            return WrittenDate(day_first or month_first)
    return WrittenDate(None)


def _read_month(text: str) -> int:
    """The month's number; 0 for a word that is not a month or the start of one."""
    if text.isdigit():
        return int(text)
    word = text.lower()
    word = "sep" if word == "sept" else word
    return next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(word)), 0)


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
