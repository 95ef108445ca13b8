"""What tells two readings of a question apart: the features the learned judgement goes by."""

from dataclasses import dataclass

from ragstudio.retrieval.clarify.readings import Reading
from ragstudio.retrieval.clarify.words import (
    asks_for_one_value,
    asks_to_choose,
    read_question_words,
    read_words,
)

FEATURES = (
    "gap",
    "first_logit",
    "second_logit",
    "cosine_gap",
    "first_coverage",
    "second_coverage",
    "both_cover_all",
    "only_in_first",
    "only_in_second",
    "question_words",
    "first_name_said",
    "second_name_said",
    "first_name_coverage",
    "second_name_coverage",
    "first_name_cosine",
    "second_name_cosine",
    "first_margin",
    "second_margin",
    "lesser_margin",
    "first_lift",
    "second_lift",
    "first_refined_logit",
    "second_refined_logit",
    "same_document",
    "both_fields",
    "one_value",
    "chooses",
)
# Logits beyond this say no more than this.
_LARGEST = 8.0


@dataclass(frozen=True, slots=True)
class ReadingPair:
    """The best reading of a question and another, each under its name.

    `plain` are their logits for the question; `by_first` and `by_second` for the question refined
    by the first's and by the second's name; `cosines` and `name_cosines` those of their texts and
    names with the question, -1 to 1. All in the order first, second.
    """

    question: str
    first: Reading
    second: Reading
    names: tuple[str, str]
    plain: tuple[float, float]
    by_first: tuple[float, float]
    by_second: tuple[float, float]
    cosines: tuple[float, float]
    name_cosines: tuple[float, float]


def measure_pair(pair: ReadingPair) -> list[float]:
    """The values of `FEATURES`: logits and their differences within -8 and 8, shares from 0 to 1,
    cosines, counts of words, and 0 or 1."""
    asked, said = read_question_words(pair.question), read_words(pair.question)
    first = read_words(f"{pair.first.text}\n{pair.first.context}")
    second = read_words(f"{pair.second.text}\n{pair.second.context}")
    first_name, second_name = (read_words(name) for name in pair.names)
    first_margin = pair.by_first[0] - pair.by_first[1]
    second_margin = pair.by_second[1] - pair.by_second[0]
    return [
        _bound(pair.plain[0] - pair.plain[1]),
        _bound(pair.plain[0]),
        _bound(pair.plain[1]),
        pair.cosines[0] - pair.cosines[1],
        _share(asked & first, asked),
        _share(asked & second, asked),
        float(asked <= first & second),
        float(len(asked & first - second)),
        float(len(asked & second - first)),
        float(len(asked)),
        _share((first_name - second_name) & said, first_name - second_name),
        _share((second_name - first_name) & said, second_name - first_name),
        _share(asked & first_name, asked),
        _share(asked & second_name, asked),
        *pair.name_cosines,
        _bound(first_margin),
        _bound(second_margin),
        _bound(min(first_margin, second_margin)),
        _bound(pair.by_first[0] - pair.plain[0]),
        _bound(pair.by_second[1] - pair.plain[1]),
        _bound(pair.by_first[0]),
        _bound(pair.by_second[1]),
        float(pair.first.document_id == pair.second.document_id),
        float(pair.first.is_field and pair.second.is_field),
        float(asks_for_one_value(pair.question)),
        float(asks_to_choose(pair.question)),
    ]


def _bound(logit: float) -> float:
    return max(-_LARGEST, min(_LARGEST, logit))


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part) / len(whole) if whole else 0.0
