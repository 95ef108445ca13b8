"""What a question names, and which of it a passage holds.

Names, numbers and identifiers must stand in a passage as they are: another name or year is another
question. Ordinary words match by their stem, or a stem that begins alike, for people reword.
Acronyms and the names of days and months are ordinary: what they stand for is as often written out.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ragstudio.search.analysis import build_analysers, normalise_text

# A word, or an identifier or a number made of several parts: SEC-104, 2.1.3, i_max, 1,250, 10:30.
_TOKEN = re.compile(r"[^\W_]+(?:[-./_:@#+&,][^\W_]+|_)*")
_PART = re.compile(r"[^\W\d_]+|\d+")
_PLAIN_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WITH_UNIT = re.compile(
    r"(\d+(?:[.,]\d+)*)(?:st|nd|rd|th|am|pm|kg|g|km|m|cm|mm|ml|l|h|s|ms|px|x|k)"
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\"“(]\s*|\s[-–—]\s+)$")
_NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
         "nineteen", "twenty"]
    )
}  # fmt: skip
# Written with a capital wherever they stand, and names of nothing.
_NO_NAMES = frozenset(["i", "mr", "mrs", "ms", "dr", "ok", "faq", "a", "q"])
# Days, months and seasons are written with a capital and in many other ways.
_TIMES = frozenset(
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january",
     "february", "march", "april", "may", "june", "july", "august", "september", "october",
     "november", "december", "christmas", "easter"]
)  # fmt: skip
# Words that ask, and say nothing of what is asked about.
_ASKING = frozenset(
    ["long", "high", "much", "mani", "often", "quick", "quickli", "fast", "soon", "far", "big",
     "larg", "old", "pleas", "tell", "know", "need", "get", "got", "happen", "give", "take", "come",
     "go", "make", "want", "let", "use", "thing", "someth", "anyth", "someon", "anyon", "still",
     "ever", "onli", "even", "like", "say", "said", "actual", "exact", "possibl", "abl", "mean",
     "us"]
)  # fmt: skip
# As many letters of two stems must agree, and such a share of the longer.
_COMMON_LETTERS = 5
_COMMON_SHARE = 0.6
LEAST_LOWER_CASE = 2


class TermKind(StrEnum):
    """How strictly a term must stand in a passage: a word by its stem, all others as they are."""

    NAME = "name"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Term:
    """A term as the question writes it, its kind, and the form that is compared."""

    text: str
    kind: TermKind
    key: str

    @property
    def is_strict(self) -> bool:
        """Whether a passage without it speaks of something else."""
        return self.kind is not TermKind.WORD


class TermText:
    """A text that can be asked which terms it holds."""

    def __init__(self, text: str) -> None:
        self._text = normalise_text(text)

    def holds(self, term: Term) -> bool:
        """Whether the term stands in the text."""
        if term.kind is TermKind.NUMBER:
            return term.key in self._numbers
        if term.kind is TermKind.IDENTIFIER:
            return _identifier_pattern(term.key).search(self._text) is not None
        if term.key in self._stems or term.key in self._numbers:
            return True
        return term.kind is TermKind.WORD and any(_is_akin(term.key, stem) for stem in self._stems)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(build_analysers()["words"].analyze(self._text.replace("_", " ")))

    @cached_property
    def _numbers(self) -> frozenset[str]:
        text = _THOUSANDS.sub("", self._text.casefold())
        whole = {_normalise_number(found) for found in _PLAIN_NUMBER.findall(text)}
        parts = {_normalise_number(found) for found in re.findall(r"\d+", text)}
        words = {
            _NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", text) if word in _NUMBER_WORDS
        }
        return frozenset(whole | parts | words)


def read_terms(question: str) -> list[Term]:
    """The distinct terms of a question, in their order; words that only ask are left out.

    A word with a capital is a name, unless a sentence begins with it or nearly all have one.
    """
    text = normalise_text(question)
    tokens = list(_TOKEN.finditer(text))
    # Where nearly all is written in capitals, a capital says nothing.
    has_names = sum(match[0][0].islower() for match in tokens) >= LEAST_LOWER_CASE
    terms: dict[str, Term] = {}
    for match in tokens:
        starts = _SENTENCE_START.search(text[: match.start()]) is not None
        token = match[0] if has_names else match[0].casefold()
        for term in _read_token(token, may_be_name=not starts):
            terms.setdefault(term.key, term)
    return list(terms.values())


def find_missing(terms: Iterable[Term], texts: Sequence[TermText]) -> list[Term]:
    """The terms that none of the texts holds."""
    return [term for term in terms if not any(text.holds(term) for text in texts)]


def _read_token(token: str, *, may_be_name: bool) -> list[Term]:
    token = token.rstrip("_")
    if (unit := _WITH_UNIT.fullmatch(token.casefold())) is not None:
        token = unit[1]
    if _PLAIN_NUMBER.fullmatch(token):
        return [Term(token, TermKind.NUMBER, _normalise_number(token))]
    if any(sign.isdigit() for sign in token) or "_" in token:
        return [Term(token, TermKind.IDENTIFIER, token.casefold())]
    return [
        term for part in _PART.findall(token) for term in _read_word(part, may_be_name=may_be_name)
    ]


def _read_word(word: str, *, may_be_name: bool) -> list[Term]:
    if word.casefold() in _NO_NAMES:
        return []
    stems = build_analysers()["words"].analyze(word)
    is_acronym = word.rstrip("s").isupper() and len(word) > 1
    is_capital = any(sign.isupper() for sign in (word if may_be_name else word[1:]))
    if is_capital and not is_acronym and word.casefold() not in _TIMES:
        return [Term(word, TermKind.NAME, stem) for stem in stems]
    return [Term(word, TermKind.WORD, stem) for stem in stems if stem not in _ASKING]


def _normalise_number(written: str) -> str:
    number = _THOUSANDS.sub("", written).replace(",", ".")
    if number.isdigit():
        return number.lstrip("0") or "0"
    if re.fullmatch(r"\d+\.\d+", number):
        return number.rstrip("0").rstrip(".")
    return number


def _identifier_pattern(key: str) -> re.Pattern[str]:
    parts = [re.escape(part) for part in _PART.findall(key)]
    return re.compile(r"(?<![^\W_])" + r"[\W_]?".join(parts) + r"(?![^\W_])", re.IGNORECASE)


def _is_akin(one: str, other: str) -> bool:
    common = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        common += 1
    return common >= _COMMON_LETTERS and common >= _COMMON_SHARE * max(len(one), len(other))
