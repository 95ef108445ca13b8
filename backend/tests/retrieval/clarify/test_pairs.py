"""The features of two readings, worked out by hand."""

import pytest

from ragstudio.retrieval.clarify.pairs import FEATURES, ReadingPair, measure_pair
from ragstudio.retrieval.clarify.readings import Reading


def _read(label: str, body: str, document_id: str = "a") -> Reading:
    return Reading("chunk", document_id, label, "Guide", f"{label}\n{body}", label, is_field=False)


def test_features_are_those_worked_out_by_hand() -> None:
    pair = ReadingPair(
        question="How long is the locker rented?",
        first=_read("Locker", "A locker is rented for a year."),
        second=_read("Bicycle cellar", "A place is rented for a month.", "b"),
        names=("Locker", "Bicycle cellar"),
        plain=(5.0, -1.0),
        by_first=(6.0, -4.0),
        by_second=(1.0, 3.0),
        cosines=(0.7, 0.4),
        name_cosines=(0.6, 0.1),
    )
    assert dict(zip(FEATURES, measure_pair(pair), strict=True)) == pytest.approx(
        {
            "gap": 6.0,
            "first_logit": 5.0,
            "second_logit": -1.0,
            "cosine_gap": 0.3,
            "first_coverage": 1.0,
            "second_coverage": 0.5,
            "both_cover_all": 0.0,
            "only_in_first": 1.0,
            "only_in_second": 0.0,
            "question_words": 2.0,
            "first_name_said": 1.0,
            "second_name_said": 0.0,
            "first_name_coverage": 0.5,
            "second_name_coverage": 0.0,
            "first_name_cosine": 0.6,
            "second_name_cosine": 0.1,
            "first_margin": 8.0,
            "second_margin": 2.0,
            "lesser_margin": 2.0,
            "first_lift": 1.0,
            "second_lift": 4.0,
            "first_refined_logit": 6.0,
            "second_refined_logit": 3.0,
            "same_document": 0.0,
            "both_fields": 0.0,
            "one_value": 1.0,
            "chooses": 0.0,
        }
    )
