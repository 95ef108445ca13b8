import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ragstudio.evaluation.bootstrap import bootstrap
from ragstudio.evaluation.calibration.curve import (
    bootstrap_balanced_accuracy,
    bootstrap_threshold,
    decide_leaving_one_out,
    list_thresholds,
    measure_threshold,
    recommend_threshold,
)
from ragstudio.evaluation.confusion import Confusion, Sample, measure_decisions
from ragstudio.retrieval.rerank import sigmoid


def yes(score: float, correct: bool = True) -> Sample:
    return Sample(score, answerable=True, answered_correctly=correct)


def no(score: float) -> Sample:
    return Sample(score, answerable=False, answered_correctly=False)


def test_rates_of_a_confusion_by_hand() -> None:
    confusion = Confusion(
        rightly_answered=6, wrongly_answered=2, wrongly_refused=4, rightly_refused=8, correct=5
    )
    assert confusion.precision == 0.75
    assert confusion.recall == 0.6
    assert confusion.f_measure == pytest.approx(2 / 3)
    assert confusion.refusal_precision == pytest.approx(2 / 3)
    assert confusion.refusal_recall == 0.8
    assert confusion.refusal_f_measure == pytest.approx(8 / 11)
    assert confusion.accuracy == 0.7
    assert confusion.balanced_accuracy == pytest.approx(0.7)


def test_rates_without_a_denominator_are_zero() -> None:
    confusion = Confusion(0, 0, 0, 0)
    assert confusion.precision == confusion.f_measure == confusion.accuracy == 0.0


def test_a_score_equal_to_the_threshold_is_answered() -> None:
    samples = [yes(0.5), yes(0.4, correct=False), no(0.5), no(0.1)]
    assert measure_threshold(samples, 0.5) == Confusion(1, 1, 1, 1, correct=1)
    assert measure_threshold(samples, 0.0) == Confusion(2, 2, 0, 0, correct=1)


def test_thresholds_lie_between_the_scores_by_logit() -> None:
    samples = [yes(sigmoid(2.0)), no(sigmoid(-4.0)), no(sigmoid(-4.0))]
    assert list_thresholds(samples) == pytest.approx([0.0, sigmoid(-1.0), 1.0])
    assert list_thresholds([yes(1.0), no(0.0)]) == pytest.approx([0.0, 0.5, 1.0])


def test_separable_samples_are_separated() -> None:
    samples = [no(sigmoid(x)) for x in (-6.0, -5.0)] + [yes(sigmoid(x)) for x in (1.0, 3.0)]
    assert recommend_threshold(samples) == pytest.approx(sigmoid(-2.0))


def test_balanced_accuracy_decides_between_overlapping_samples() -> None:
    # Refusing below 0.3 treats 3 of 3 and 2 of 3 rightly; any other cut is worse.
    samples = [no(0.1), no(0.2), yes(0.4), yes(0.6), no(0.7), yes(0.9)]
    threshold = recommend_threshold(samples)
    assert 0.2 < threshold < 0.4
    assert measure_threshold(samples, threshold).balanced_accuracy == pytest.approx(5 / 6)


def test_the_larger_label_does_not_win_by_its_number() -> None:
    samples = [yes(0.6)] * 50 + [no(0.3)] * 2
    assert 0.3 < recommend_threshold(samples) < 0.6


def test_leaving_one_out_judges_a_question_by_the_others() -> None:
    # Fitted on all, the threshold separates perfectly; held out, the two next to it are misjudged.
    samples = [no(0.1), no(0.49), yes(0.51), yes(0.9)]
    assert measure_threshold(samples, recommend_threshold(samples)).balanced_accuracy == 1.0
    answered = decide_leaving_one_out(samples)
    assert answered == [False, True, False, True]
    assert measure_decisions(samples, answered) == Confusion(1, 1, 1, 1, correct=1)


def test_calibration_needs_both_labels() -> None:
    with pytest.raises(ValueError, match="answerable and unanswerable"):
        recommend_threshold([yes(0.5), yes(0.6)])
    with pytest.raises(ValueError, match="answerable and unanswerable"):
        decide_leaving_one_out([yes(0.5), yes(0.6), no(0.1)])


def test_intervals_hold_the_estimate_and_repeat() -> None:
    samples = [no(x / 100) for x in range(1, 40, 2)] + [yes(x / 100) for x in range(30, 100, 4)]
    threshold = recommend_threshold(samples)
    interval = bootstrap_threshold(samples, resamples=100)
    assert interval.low <= threshold <= interval.high
    assert interval.low < interval.high
    assert interval == bootstrap_threshold(samples, resamples=100)
    answered = [sample.top_score >= threshold for sample in samples]
    accuracy = bootstrap_balanced_accuracy(samples, answered, resamples=200)
    assert accuracy.low <= measure_decisions(samples, answered).balanced_accuracy <= accuracy.high


def test_bootstrap_keeps_the_size_of_each_stratum() -> None:
    seen = []

    def estimate(places: object) -> float:
        assert isinstance(places, list)
        seen.append((sum(place < 3 for place in places), sum(place >= 3 for place in places)))
        return 0.0

    bootstrap([[0, 1, 2], [3, 4]], estimate, resamples=20)
    assert seen == [(3, 2)] * 20
    with pytest.raises(ValueError, match="stratum"):
        bootstrap([[0], []], estimate, resamples=1)


def test_bootstrap_of_a_mean_matches_the_normal_approximation() -> None:
    values = [0.0, 1.0] * 50
    interval = bootstrap(
        [list(range(100))],
        lambda places: sum(values[place] for place in places) / len(places),
        resamples=4000,
    )
    # Standard error 0.05, so 1.96 of it on either side of 0.5.
    assert (interval.low, interval.high) == pytest.approx((0.402, 0.598), abs=0.015)


def test_scores_outside_zero_to_one_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        yes(1.2)


samples_strategy = st.lists(
    st.builds(
        lambda score, answerable: Sample(score, answerable, answerable),
        st.floats(0, 1),
        st.booleans(),
    ),
    min_size=2,
    max_size=20,
).filter(lambda samples: len({sample.answerable for sample in samples}) == 2)


@given(samples_strategy)
@example([Sample(1.0000000000000002e-12, True, True), Sample(1e-12, False, False)])
@example([Sample(1.0, True, True), Sample(1 - 2**-53, False, False)])
@example([Sample(5e-324, True, True), Sample(0.0, False, False)])
def test_no_threshold_does_better_than_the_recommended(samples: list[Sample]) -> None:
    best = measure_threshold(samples, recommend_threshold(samples)).balanced_accuracy
    for score in {sample.top_score for sample in samples}:
        assert measure_threshold(samples, score).balanced_accuracy <= best + 1e-12
