"""A sentence is marked for what no cited passage holds."""

from collections.abc import Sequence

import pytest

from ragstudio.retrieval.generation.citations import check_answer, split_sentences

PASSAGES = [
    "The hotel cap per night in Valencia is EUR 145.",
    "Meals are paid up to EUR 60 per day. Policy TRV-12 applies, says Marta Ruiz.",
]


class Scorer:
    """Supports what shares its first word with a passage."""

    threshold = 0.5

    def score(self, sentence: str, passages: Sequence[str]) -> list[float]:
        return [0.9 if sentence.split(maxsplit=1)[0] in passage else 0.1 for passage in passages]


@pytest.mark.parametrize(
    ("answer", "sentences"),
    [
        ("The cap is EUR 145 [1]. It rose [2].", ["The cap is EUR 145 [1].", "It rose [2]."]),
        ("The cap is EUR 145. [1] It rose.", ["The cap is EUR 145. [1]", "It rose."]),
        ("The cap.[1][2]\n\n- Meals: 60 [2]", ["The cap.[1][2]", "- Meals: 60 [2]"]),
        ("", []),
        ("[1]", ["[1]"]),
    ],
)
def test_citations_go_with_the_sentence_they_follow(answer: str, sentences: list[str]) -> None:
    assert split_sentences(answer) == sentences


@pytest.mark.parametrize(
    ("sentence", "citations", "unknown", "missing"),
    [
        ("The cap in Valencia is EUR 145 [1].", [1], [], []),
        ("The cap in Valencia is EUR 154 [1].", [1], [], ["154"]),
        ("The cap in Madrid is EUR 145 [1].", [1], [], ["Madrid"]),
        ("Meals cost at most EUR 60 [1].", [1], [], ["60"]),
        ("Meals cost at most EUR 60 [1, 2].", [1, 2], [], []),
        ("The policy TRV-13 applies [2].", [2], [], ["TRV-13"]),
        ("Meals cost at most EUR 60 [3].", [], [3], ["60"]),
        ("Meals cost at most EUR 60 [0][2].", [2], [0], []),
        ("Meals cost at most EUR 60.", [], [], ["60"]),
        ("The passages do not say.", [], [], []),
    ],
)
def test_what_no_cited_passage_holds_is_named(
    sentence: str, citations: list[int], unknown: list[int], missing: list[str]
) -> None:
    [checked] = check_answer(sentence, PASSAGES, None)
    assert (checked.citations, checked.unknown_citations) == (citations, unknown)
    assert checked.missing_terms == missing
    assert checked.support is None and checked.is_supported is None


def test_numbers_of_a_list_are_not_claims() -> None:
    [first, second] = check_answer("1. The cap is 145 [1].\n2. Meals are paid [2].", PASSAGES, None)
    assert (first.missing_terms, second.missing_terms) == ([], [])


def test_support_is_the_best_cited_passage_against_the_threshold() -> None:
    good, bad, uncited = check_answer(
        "Meals are paid [1][2]. Bicycles are paid [1]. Meals are good.", PASSAGES, Scorer()
    )
    assert (good.support, good.is_supported) == (0.9, True)
    assert (bad.support, bad.is_supported) == (0.1, False)
    assert (uncited.support, uncited.is_supported) == (None, None)
