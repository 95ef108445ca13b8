"""Whether a passage holds the values of a fact."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_UNITS = "one|two|three|four|five|six|seven|eight|nine"


def find_missing_values(fact: Sequence[str], passage: str) -> list[str]:
    """Those of the values that do not stand in the passage, in their order.

    Case, the amount of white space and the kind of dash do not matter. Values match whole words
    and whole numbers: 25 is not in 250, 1.25, 25.5, 25,000 or A25, and five is not in
    twenty-five. It is in the list 10,25,40. Thousands separators count: 1,250 is not 1250.
    """
    text = _normalise(passage)
    return [value for value in fact if not _pattern(_normalise(value)).search(text)]


def holds_fact(fact: Sequence[str], passage: str) -> bool:
    """Whether all values of the fact stand in the passage."""
    return not find_missing_values(fact, passage)


def _normalise(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.sub(r"[\u2010-\u2015\u2212]", "-", folded).split())


@lru_cache(maxsize=1024)
def _pattern(value: str) -> re.Pattern[str]:
    before = after = ""
    if re.match(r"\w", value):
        before = r"(?<!\w)(?<!\d\.)(?<!ty-)"
    if re.match(r"\d{3}(?!\d)", value):
        # After a comma, three digits are thousands (1,250); fewer are the next field of a list.
        before += r"(?<!\d,)"
    if re.search(r"\w$", value):
        after = rf"(?!\w)(?!\.\d)(?!,\d{{3}}(?!\d))(?!(?<=ty)-(?:{_UNITS})\b)"
    return re.compile(before + re.escape(value) + after)
