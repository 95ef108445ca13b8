"""Values of spreadsheet cells as text."""

from datetime import date, datetime, time


def render_value(value: object, number_format: str = "") -> str:  # noqa: PLR0911
    """A cell's value as people see it, dates as ISO 8601; a format with `%` gives a percentage."""
    match value:
        case None:
            return ""
        case str() as text:
            return text
        case bool() as truth:
            return "TRUE" if truth else "FALSE"
        case int() | float() as number:
            return _render_number(number, number_format)
        case datetime() as moment:
            text = moment.isoformat(" ", "seconds")
            return text.removesuffix(" 00:00:00")
        case date() | time() as moment:
            return moment.isoformat()
        case other:
            return str(getattr(other, "text", other))


def _render_number(value: float, number_format: str) -> str:
    percent = "%" in number_format
    shown = round(value * 100, 10) if percent else value
    if isinstance(shown, float) and shown.is_integer() and abs(shown) < 1e15:
        shown = int(shown)
    return f"{shown}%" if percent else str(shown)
