"""From text to index terms: English words, identifiers kept whole, single East Asian characters.

Three analysers, each for a field of its own:

* words: runs of letters and digits, lower-cased, accents folded, without stop words, stemmed
  (Snowball English): `SEC-104` gives `sec` and `104`.
* identifiers: what carries an inner sign (`SEC-104`, `2.1.3`, `file_name.txt`, `1,000`), letters
  mixed with digits (`P1`), or is an acronym in capitals (`IT`), whole, lower-cased, not stemmed. A
  query asks for an acronym here only if it is a stop word there.
* characters: scripts written without spaces, one character a term; a query asks for neighbouring
  pairs, as Lucene's CJK analyser does.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

import tantivy

from ragstudio.unicode_text import remove_invisible

# Thai and Lao; Myanmar; Hangul letters; Khmer; Kana and iteration marks; Hangul compatibility
# letters; Han; Hangul syllables; Han compatibility and the supplementary Han planes.
_UNSPACED_RANGES = (
    (0x0E01, 0x0EFF),
    (0x1000, 0x109F),
    (0x1100, 0x11FF),
    (0x1780, 0x17FF),
    (0x3005, 0x3007),
    (0x3041, 0x30FF),
    (0x3131, 0x318F),
    (0x3400, 0x9FFF),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFD),
)
CHARACTER_PATTERN = "[" + "".join(f"{chr(low)}-{chr(high)}" for low, high in _UNSPACED_RANGES) + "]"
IDENTIFIER_PATTERN = (
    r"\p{N}+(?:,\p{N}{3})+(?:\.\p{N}+)?|"
    r"[\p{L}\p{N}]+(?:[-._/:@#+&][\p{L}\p{N}]+)+"
    r"|\p{L}+\p{N}[\p{L}\p{N}]*|\p{N}+\p{L}[\p{L}\p{N}]*"
    r"|\p{Lu}{2,}"
)
LONGEST_WORD = 80
LONGEST_IDENTIFIER = 200

# Lucene's English list, which tantivy calls "english".
LUCENE_STOP_WORDS = re.findall(
    r"\w+",
    "a an and are as at be but by for if in into is it no not of on or such that the their then "
    "there these they this to was will with",
)

# Beyond Lucene's English list: the words questions are made of. None is a month, a quantity or a
# word that says when something holds.
QUESTION_WORDS = re.findall(
    r"\w+",
    "how what when where which who whom whose why do does did doing done can could should would "
    "shall must might have has had having am been being were i me my mine we our ours you your "
    "yours he him his she her hers them its about so also just than these those from",
)

_DASHES = re.compile(r"(?<=\w)[\u2010-\u2013\u2212](?=\w)")
_CLITICS = re.compile(r"(?<=\w)['\u2019](?:s|t|re|ve|ll|d|m)\b", re.IGNORECASE)
_UNSPACED_RUN = re.compile(f"{CHARACTER_PATTERN}+")


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """The distinct terms of a query, sorted; `character_pairs` has two characters, or one."""

    words: tuple[str, ...]
    identifiers: tuple[str, ...]
    character_pairs: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.words or self.identifiers or self.character_pairs)


def normalise_text(text: str) -> str:
    """One spelling for what looks the same (NFKC, dashes, no invisible signs), without clitics."""
    if not text.isascii():
        text = _DASHES.sub("-", unicodedata.normalize("NFKC", remove_invisible(text)))
    return _CLITICS.sub("", text) if "'" in text or "\u2019" in text else text


def split_fields(text: str) -> dict[str, str]:
    """What each field is to analyse of a normalised text; fields without anything are left out.

    Leaves out what cannot give a term there, which makes indexing three times as fast.
    """
    fields = {"words": text}
    marked = [word for word in text.split() if not (word.isalpha() and _is_plain(word))]
    if marked:
        fields["identifiers"] = " ".join(marked)
    if not text.isascii() and _UNSPACED_RUN.search(text):
        fields["characters"] = text
    return fields


def analyse_query(query: str) -> QueryTerms:
    """The terms of a user's query. No character has a meaning as an operator."""
    text = normalise_text(query)
    analysers = build_analysers()
    words = analysers["words"].analyze(text)
    identifiers = {
        term
        for term in analysers["identifiers"].analyze(split_fields(text).get("identifiers", ""))
        if not term.isalpha() or not analysers["words"].analyze(term)
    }
    return QueryTerms(
        words=tuple(sorted(set(words))),
        identifiers=tuple(sorted(identifiers)),
        character_pairs=tuple(sorted(set(_pair_characters(text)))),
    )


@cache
def build_analysers() -> dict[str, tantivy.TextAnalyzer]:
    """The analyser of each text field, by the field's name."""
    builder, tokenizer, filters = tantivy.TextAnalyzerBuilder, tantivy.Tokenizer, tantivy.Filter
    return {
        "words": builder(tokenizer.simple())
        .filter(filters.remove_long(LONGEST_WORD))
        .filter(filters.lowercase())
        .filter(filters.ascii_fold())
        .filter(filters.stopword("english"))
        .filter(filters.custom_stopword(QUESTION_WORDS))
        .filter(filters.stemmer("english"))
        .build(),
        "identifiers": builder(tokenizer.regex(IDENTIFIER_PATTERN))
        .filter(filters.remove_long(LONGEST_IDENTIFIER))
        .filter(filters.lowercase())
        .filter(filters.ascii_fold())
        .build(),
        "characters": builder(tokenizer.regex(CHARACTER_PATTERN)).build(),
    }


def _is_plain(word: str) -> bool:
    return word.islower() or word.istitle()


def _pair_characters(text: str) -> list[str]:
    pairs = []
    for run in _UNSPACED_RUN.findall(text):
        pairs.extend([run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)])
    return pairs
