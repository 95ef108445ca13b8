import math

import pytest

from ragstudio.inference.weights import OFFLINE_RERANKER
from ragstudio.retrieval.evidence import (
    FEATURES,
    EvidenceModel,
    JudgedPassage,
    find_missing_terms,
    measure_evidence,
    model_for,
)
from ragstudio.retrieval.response import EvidenceBand


def build_passage(content: str, order: float, evidence: float) -> JudgedPassage:
    return JudgedPassage(content, "travel.md\nHotels", order, evidence, 2, None)


def test_features_are_measured_on_the_leading_passages() -> None:
    passages = [
        build_passage("The hotel cap in Porto is EUR 90.", 3.0, -1.0),
        build_passage("Valencia has a meal allowance.", 1.0, 2.0),
    ]
    values = measure_evidence("What is the hotel cap in Valencia?", passages)
    found = dict(zip(FEATURES, values, strict=True))
    assert found["best_evidence"] == 2.0
    assert found["second_evidence"] == -1.0
    assert found["order_margin"] == 2.0
    assert found["plain_words_missing"] == 0.0
    assert found["branch_agreement"] == 0.5
    assert found["words_in_leader"] == 1.0
    assert found["strict_missing_in_leader"] == 1.0
    assert found["strict_missing_together"] == 0.0
    assert found["strict_nowhere"] == 0.0


def test_nothing_cannot_be_weighed() -> None:
    with pytest.raises(ValueError, match="without passages"):
        measure_evidence("What is it?", [])


def test_the_probability_is_the_sigmoid_of_what_is_shown() -> None:
    size = len(FEATURES)
    model = EvidenceModel([1.0] * size, [2.0] * size, [0.5] * size, -0.25, 0.2, 0.6)
    values = [float(place % 3) for place in range(size)]
    evidence = model.weigh(values)
    logit = evidence.bias + math.fsum(f.contribution for f in evidence.features)
    assert evidence.probability == pytest.approx(1 / (1 + math.exp(-logit)))
    assert [feature.value for feature in evidence.features] == values
    assert evidence.features[0].contribution == 0.5 * (0.0 - 1.0) / 2.0


@pytest.mark.parametrize(
    ("probability", "band"),
    [(0.19, EvidenceBand.NONE), (0.2, EvidenceBand.WEAK), (0.6, EvidenceBand.FOUND)],
)
def test_a_band_begins_at_its_limit(probability: float, band: EvidenceBand) -> None:
    assert EvidenceModel([], [], [], 0.0, 0.2, 0.6).choose_band(probability) is band


def test_missing_terms_are_those_no_passage_holds_with_its_heading() -> None:
    passages = [("travel.md\nPorto", "The cap is EUR 90."), ("b.md\n", "SEC-104 of 2024")]
    question = "Is the cap in Porto or Valencia EUR 90 by SEC-104 of 2026?"
    assert find_missing_terms(question, passages) == ["Valencia", "2026"]
    assert find_missing_terms(question, []) == []


def test_the_offline_reranker_has_a_model_and_a_stranger_has_none() -> None:
    model = model_for(OFFLINE_RERANKER)
    assert model is not None
    assert 0 < model.weak_from <= model.found_from < 1
    assert model_for("someone/else") is None
