"""Numbers as a spreadsheet shows them, by its format codes (ISO/IEC 29500-1, 18.8.31).

Ours rather than a library: the maintained ones know few formats or need the whole workbook.
"""

import re
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from functools import lru_cache

MOST_DECIMALS = 6
MOST_DENOMINATOR = 1_000_000
SECONDS_OF_DAY = 86_400

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<general>General|Standard)|(?P<exponent>[Ee][+-])|(?P<ampm>AM/PM|A/P)"
    r"|(?P<number>[0#?.,]+(?:\s*/\s*[0-9#?]+)?|/\s*[0-9#?]+)|(?P<date>[ymdhsYMDHSbBeg]+)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_ELAPSED = re.compile(r"h+|m+|s+", re.IGNORECASE)
_CURRENCY = re.compile(r"\$([^-]*)(?:-.*)?")


@dataclass(slots=True)
class _Section:
    """One of the parts between semicolons: what is written before, for and after the number."""

    tokens: list[tuple[str, str]] = field(default_factory=list)
    condition: tuple[str, float] | None = None
    has_number: bool = False
    percent: int = 0
    elapsed: bool = False
    is_date: bool = False


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """A format code, read once."""

    sections: tuple[_Section, ...]

    def hides(self, value: float | str | bool) -> bool:
        """Whether the format shows nothing of a value, as `;;;` does."""
        if isinstance(value, str):
            return len(self.sections) > 3 and not self.sections[3].tokens
        return len(self.sections) > 1 and not self._choose(float(value))[0].tokens

    @property
    def is_elapsed(self) -> bool:
        """Whether it counts hours, minutes or seconds beyond a day, as `[h]:mm` does."""
        return self.sections[0].elapsed

    def show(self, value: float) -> str:
        """The number as the format shows it.

        Digits the format rounds away are kept where there are up to six of them, and so is a
        number that it scales by thousands: what stands in the cell must be found.
        """
        section, signed = self._choose(value)
        number = abs(value)
        if section.elapsed:
            return ("-" if value < 0 else "") + _show_elapsed(section, number)
        if not section.tokens and len(self.sections) > 1:
            return ""
        if section.is_date or not section.tokens:
            return show_plain(value)
        number = number * 100**section.percent
        body, scaled = _show_section(section, number)
        if signed and value < 0 and any(char.isdigit() and char != "0" for char in body):
            body = f"-{body}"
        return f"{body} ({show_plain(value)})" if scaled else body

    def _choose(self, value: float) -> tuple[_Section, bool]:
        """The section for a number, and whether its sign is to be written."""
        numeric = self.sections[:3]
        if any(section.condition for section in numeric):
            for section in numeric:
                if section.condition is None or _holds(section.condition, value):
                    return section, True
            return numeric[-1], True
        if value < 0 and len(numeric) > 1:
            return numeric[1], False
        if value == 0 and len(numeric) > 2:
            return numeric[2], False
        return numeric[0], True


@lru_cache(maxsize=4096)
def read_format(code: str) -> NumberFormat:
    """A format code; codes that make no sense are read as far as they do."""
    sections = [_Section()]
    for match in _TOKEN.finditer(code):
        kind, text = str(match.lastgroup), match[match.lastgroup or 0] or ""
        section = sections[-1]
        if kind == "other" and text == ";":
            sections.append(_Section())
        elif kind == "bracket":
            _read_bracket(section, text)
        elif kind == "other" and text == "%":
            section.percent += 1
            section.tokens.append(("literal", "%"))
        elif kind in {"quoted", "escaped", "other"}:
            section.tokens.append(("literal", text))
        elif kind == "space":
            section.tokens.append(("literal", " "))
        elif kind in {"number", "general"}:
            section.has_number = True
            section.tokens.append((kind, text))
        elif kind == "exponent":
            section.tokens.append((kind, text))
        elif kind in {"date", "ampm"}:
            section.is_date = True
            section.tokens.append((kind, text))
    return NumberFormat(tuple(sections))


def _read_bracket(section: _Section, text: str) -> None:
    condition, currency = _CONDITION.fullmatch(text), _CURRENCY.fullmatch(text)
    if condition:
        section.condition = (condition[1], float(condition[2]))
    elif currency:
        section.tokens.append(("literal", currency[1]))
    elif _ELAPSED.fullmatch(text):
        section.elapsed = True
        section.tokens.append(("elapsed", text.lower()))


def _holds(condition: tuple[str, float], value: float) -> bool:
    sign, limit = condition
    return {
        "<": value < limit, ">": value > limit, "=": value == limit, "<=": value <= limit,
        ">=": value >= limit, "<>": value != limit,
    }[sign]  # fmt: skip


def show_plain(value: float) -> str:
    """A number without a format: whole where it is whole."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(round(value, 10)) if abs(value) >= 1e-6 else str(value)


def _show_section(section: _Section, number: float) -> tuple[str, bool]:
    """The section's text for a number, and whether it was scaled down by thousands."""
    places = [place for place, (kind, _) in enumerate(section.tokens) if kind == "number"]
    exponent = next((p for p, (kind, _) in enumerate(section.tokens) if kind == "exponent"), None)
    if exponent is not None and places:
        return _show_exponent(section, number, exponent), True
    pattern = "".join(section.tokens[place][1] for place in places)
    if "/" in pattern:
        return _show_fraction(section, number, pattern), False
    shown, scaled = _show_digits(pattern, number) if places else ("", False)
    apart = len(places) > 1 and _is_split(section, places)
    parts = _spread(pattern, shown, [section.tokens[place][1] for place in places], apart)
    text = ""
    for place, (kind, value) in enumerate(section.tokens):
        if kind == "number":
            text += parts[places.index(place)]
        elif kind == "general":
            text += show_plain(number)
        else:
            text += value
    return " ".join(text.split()), scaled


def _is_split(section: _Section, places: list[int]) -> bool:
    return any(kind == "literal" for kind, _ in section.tokens[places[0] : places[-1]])


def _spread(pattern: str, shown: str, pieces: list[str], apart: bool) -> list[str]:
    """The digits over several groups of places, as in `000-0000`; else all in the first."""
    if not apart or "." in pattern or "," in pattern:
        return [shown, *("" for _ in pieces[1:])]
    parts: list[str] = []
    rest = shown
    for piece in reversed(pieces[1:]):
        width = len(piece)
        parts.append(rest[-width:] if width < len(rest) else rest)
        rest = rest[:-width] if width < len(rest) else ""
    return [rest, *reversed(parts)]


def _show_digits(pattern: str, number: float) -> tuple[str, bool]:
    whole, dot, decimals = pattern.partition(".")
    scale = len(pattern) - len(pattern.rstrip(","))
    decimals = decimals.rstrip(",")
    whole = whole.rstrip(",") if not dot else whole
    grouped = "," in whole.strip(",")
    number /= 1000**scale
    asked = sum(decimals.count(sign) for sign in "0#?")
    least = max((place + 1 for place, sign in enumerate(decimals) if sign == "0"), default=0)
    stored = _count_decimals(number)
    kept = max(asked, stored) if stored <= MOST_DECIMALS else asked
    if not scale and stored > MOST_DECIMALS:
        kept = asked
    text = f"{number:.{min(kept, 15)}f}"
    digits, _, rest = text.partition(".")
    while len(rest) > least and rest.endswith("0"):
        rest = rest[:-1]
    width = sum(whole.count(sign) for sign in "0")
    digits = digits.zfill(width) if width else ("" if digits == "0" and rest else digits)
    digits = digits or ("" if whole else "0")
    if grouped:
        digits = f"{int(digits or 0):,}".rjust(0) if not digits.startswith("0") else digits
    return digits + (f".{rest}" if rest else ""), scale > 0


def _count_decimals(number: float) -> int:
    text = f"{number:.10f}".rstrip("0")
    return len(text.partition(".")[2])


def _show_exponent(section: _Section, number: float, place: int) -> str:
    before = "".join(text for kind, text in section.tokens[:place] if kind == "number")
    decimals = len(before.partition(".")[2])
    return f"{number:.{decimals}E}"


def _show_fraction(section: _Section, number: float, pattern: str) -> str:
    whole_pattern, _, below = pattern.rpartition("/")
    below = below.strip()
    whole_pattern = re.sub(r"\s+", " ", whole_pattern)
    mixed = sum(kind == "number" for kind, _ in section.tokens) > 1
    whole = int(number) if mixed else 0
    rest = number - whole
    if below.isdigit() and int(below) > 0:
        part, bottom = round(rest * int(below)), int(below)
    else:
        limit = min(10 ** max(1, len(below)) - 1, MOST_DENOMINATOR)
        fraction = Fraction(rest).limit_denominator(limit)
        part, bottom = fraction.numerator, fraction.denominator
    if mixed and part == bottom:
        whole, part = whole + 1, 0
    literals = "".join(text for kind, text in section.tokens if kind == "literal" and text.strip())
    shown = f"{part}/{bottom}" if part or not mixed else ""
    return " ".join(filter(None, (str(whole) if whole or not shown else "", shown))) + literals


def _show_elapsed(section: _Section, days: float) -> str:
    """`49:05` for `[h]:mm`; the largest unit goes beyond its clock."""
    fraction = any(kind == "number" for kind, _ in section.tokens)
    total = days * SECONDS_OF_DAY if fraction else round(days * SECONDS_OF_DAY)
    whole = int(total)
    text, seen = "", ""
    for kind, value in section.tokens:
        if kind == "elapsed":
            seen = value[0]
            count = {"h": whole // 3600, "m": whole // 60, "s": whole}[seen]
            text += str(count).zfill(len(value))
        elif kind == "date":
            unit = value[0].lower()
            count = {"h": whole // 3600 % 24, "m": whole // 60 % 60, "s": whole % 60}.get(unit, 0)
            text += str(count).zfill(len(value))
        elif kind == "number":
            text += f"{total - whole:.{max(1, len(value) - 1)}f}"[1:]
        elif kind == "literal":
            text += value
    return text


def to_days(value: timedelta) -> float:
    """A duration as a spreadsheet stores it."""
    return value.total_seconds() / SECONDS_OF_DAY
