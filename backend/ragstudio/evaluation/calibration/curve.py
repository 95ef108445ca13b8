"""Choosing the score below which a question is refused, from labelled questions.

Pure functions on samples of (top score, answerable, answered correctly).
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from ragstudio.evaluation.bootstrap import Interval, bootstrap
from ragstudio.evaluation.confusion import Confusion, Sample, measure_decisions
from ragstudio.retrieval.rerank import sigmoid

_LARGEST_LOGIT = 700.0


def measure_threshold(samples: Sequence[Sample], threshold: float) -> Confusion:
    """What happens if every question whose top score is below `threshold` is refused."""
    return measure_decisions(samples, [sample.top_score >= threshold for sample in samples])


def list_thresholds(samples: Sequence[Sample]) -> list[float]:
    """Every threshold that treats the samples differently, ascending, from 0 (refuse nothing).

    Each lies in the middle, by logit, between two neighbouring scores: halfway by score would lie
    next to the higher one, for scores crowd at 0.
    """
    scores = sorted({sample.top_score for sample in samples})
    return sorted({0.0, *(_halve(low, high) for low, high in pairwise(scores)), 1.0})


def _halve(low: float, high: float) -> float:
    """The score halfway by logit; `high`, which tells both apart too, where none lies between."""
    middle = sigmoid((_logit(low) + _logit(high)) / 2)
    return middle if low < middle <= high else high


def recommend_threshold(samples: Sequence[Sample]) -> float:
    """The threshold of the best balanced accuracy; among equals, the middle one.

    Raises `ValueError` unless there are answerable and unanswerable samples.
    """
    labels = {sample.answerable for sample in samples}
    if labels != {True, False}:
        raise ValueError("calibration needs answerable and unanswerable questions")
    thresholds = list_thresholds(samples)
    rates = [measure_threshold(samples, threshold).balanced_accuracy for threshold in thresholds]
    best = [
        threshold for threshold, rate in zip(thresholds, rates, strict=True) if rate == max(rates)
    ]
    return best[(len(best) - 1) // 2]


def decide_leaving_one_out(samples: Sequence[Sample]) -> list[bool]:
    """Whether each sample is answered under the threshold that all the others recommend.

    Source: Stone, "Cross-Validatory Choice and Assessment of Statistical Predictions", 1974.
    Raises `ValueError` unless at least two samples of each label are there.
    """
    decisions = []
    for place, sample in enumerate(samples):
        others = [*samples[:place], *samples[place + 1 :]]
        decisions.append(sample.top_score >= recommend_threshold(others))
    return decisions


def bootstrap_threshold(samples: Sequence[Sample], resamples: int = 500) -> Interval:
    """95 % interval of the recommended threshold over resampled questions."""
    return bootstrap(
        _stratify(samples),
        lambda places: recommend_threshold([samples[place] for place in places]),
        resamples=resamples,
    )


def bootstrap_balanced_accuracy(
    samples: Sequence[Sample], answered: Sequence[bool], resamples: int = 2000
) -> Interval:
    """95 % interval of the balanced accuracy of given decisions over resampled questions."""
    return bootstrap(
        _stratify(samples),
        lambda places: (
            measure_decisions(
                [samples[place] for place in places], [answered[place] for place in places]
            ).balanced_accuracy
        ),
        resamples=resamples,
    )


def _stratify(samples: Sequence[Sample]) -> list[list[int]]:
    """Places of the answerable and of the unanswerable samples."""
    return [
        [place for place, sample in enumerate(samples) if sample.answerable is label]
        for label in (True, False)
    ]


def _logit(score: float) -> float:
    if score <= 0.0:
        return -_LARGEST_LOGIT
    if score >= 1.0:
        return _LARGEST_LOGIT
    return math.log(score) - math.log1p(-score)
