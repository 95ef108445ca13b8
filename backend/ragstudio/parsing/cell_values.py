"""Values of spreadsheet cells as text."""

from datetime import date, datetime, time, timedelta

from ragstudio.parsing.number_formats import read_format, show_plain, to_days

_PLAIN = {"", "General", "@", "0"}


def render_value(value: object, number_format: str = "") -> str:  # noqa: PLR0911
    """A cell's value as its format shows it; dates as ISO 8601.

    A value that the format shows nothing of, as `;;;` does, is an empty text.
    """
    match value:
        case None:
            return ""
        case str() as text:
            return "" if hides_value(text, number_format) else text
        case bool() as truth:
            return "TRUE" if truth else "FALSE"
        case int() | float() as number:
            if number_format in _PLAIN:
                return show_plain(number)
            return read_format(number_format).show(number)
        case datetime() as moment:
            return moment.isoformat(" ", "seconds").removesuffix(" 00:00:00")
        case date() | time() as moment:
            return moment.isoformat()
        case timedelta() as span:
            shape = read_format(number_format)
            return (shape if shape.is_elapsed else read_format("[h]:mm:ss")).show(to_days(span))
        case other:
            return str(getattr(other, "text", other))


def hides_value(value: object, number_format: str) -> bool:
    """Whether a cell's format shows nothing of its value."""
    if ";" not in number_format or not isinstance(value, str | int | float):
        return False
    return read_format(number_format).hides(value)
