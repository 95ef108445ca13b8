"""Numbers of lists and headings, as office programs and browsers count them."""

from collections.abc import Callable

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MOST_ROMAN = 3999
_LETTERS = 26


def write_roman(number: int) -> str:
    """`xiv` for 14; digits outside 1 to 3999."""
    if not 0 < number <= _MOST_ROMAN:
        return str(number)
    text = ""
    for value, sign in _ROMAN:
        times, number = divmod(number, value)
        text += sign * times
    return text


def write_letters(number: int) -> str:
    """`a` to `z`, then `aa`, `ab`, as browsers count; digits below 1."""
    if number < 1:
        return str(number)
    text = ""
    while number:
        number, place = divmod(number - 1, _LETTERS)
        text = chr(ord("a") + place) + text
    return text


def repeat_letters(number: int) -> str:
    """`a` to `z`, then `aa`, `bb`, as Word counts; digits below 1."""
    if number < 1:
        return str(number)
    times, place = divmod(number - 1, _LETTERS)
    return chr(ord("a") + place) * min(times + 1, 100)


def write_ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"


# ST_NumberFormat of ISO/IEC 29500-1, 17.18.59; what is missing counts in digits.
WORD_FORMATS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda number: f"{number:02d}",
    "upperRoman": lambda number: write_roman(number).upper(),
    "lowerRoman": write_roman,
    "upperLetter": lambda number: repeat_letters(number).upper(),
    "lowerLetter": repeat_letters,
    "ordinal": write_ordinal,
    "numberInDash": lambda number: f"- {number} -",
    "none": lambda number: "",
}
# By the `type` of HTML lists and `style:num-format` of OpenDocument.
PLAIN_FORMATS: dict[str, Callable[[int], str]] = {
    "1": str,
    "a": write_letters,
    "A": lambda number: write_letters(number).upper(),
    "i": write_roman,
    "I": lambda number: write_roman(number).upper(),
}
