"""What a calibration found, with the whole curve."""

from collections.abc import Sequence
from typing import Self

import numpy as np
from pydantic import BaseModel, ConfigDict

from ragstudio.evaluation.bootstrap import Interval
from ragstudio.evaluation.calibration.curve import (
    bootstrap_balanced_accuracy,
    bootstrap_threshold,
    decide_leaving_one_out,
    list_thresholds,
    recommend_threshold,
)
from ragstudio.evaluation.calibration.questions import LabelledQuestions
from ragstudio.evaluation.confusion import Sample, measure_decisions
from ragstudio.evaluation.estimates import estimate_ratio


class ReportModel(BaseModel):
    """Base of the report's parts."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ThresholdFigures(ReportModel):
    """The counts and rates (0 to 1) of one threshold, or of held-out decisions (`threshold` None).

    `precision`, `recall` and `f_measure` are those of answering; the `refusal_` ones of refusing,
    with 95 % bootstrap intervals [low, high], None where the figure is undefined.
    """

    threshold: float | None
    rightly_answered: int
    wrongly_answered: int
    wrongly_refused: int
    rightly_refused: int
    correct: int
    precision: float
    recall: float
    f_measure: float
    refusal_precision: float
    refusal_recall: float
    refusal_f_measure: float
    accuracy: float
    balanced_accuracy: float
    refusal_precision_interval: tuple[float, float] | None = None
    refusal_recall_interval: tuple[float, float] | None = None
    refusal_f_measure_interval: tuple[float, float] | None = None

    @classmethod
    def measure(
        cls, threshold: float | None, samples: Sequence[Sample], answered: Sequence[bool]
    ) -> Self:
        """The counts of given decisions with every rate they give, and the intervals."""
        confusion = measure_decisions(samples, answered)
        names = [
            name
            for name in cls.model_fields
            if name != "threshold" and not name.endswith("_interval")
        ]
        return cls(
            threshold=threshold,
            **{name: getattr(confusion, name) for name in names},
            **_estimate_refusing(samples, answered),
        )


class JudgedQuestion(ReportModel):
    """One question's top score, and what it got when it was held out."""

    id: str
    answerable: bool
    answered_correctly: bool
    top_score: float
    answered_when_held_out: bool


class CalibrationReport(ReportModel):
    """The recommended threshold of one reranker, what it costs, and the whole curve.

    `held_out` is measured leaving one question out, so that no question is judged by a threshold
    it helped to choose; `fitted` is the recommended threshold on the questions that chose it.
    Intervals are 95 % percentile intervals, [low, high].
    """

    reranker: str
    questions: str
    answerable: int
    unanswerable: int
    threshold: float
    threshold_interval: tuple[float, float]
    fitted: ThresholdFigures
    held_out: ThresholdFigures
    held_out_balanced_accuracy_interval: tuple[float, float]
    curve: tuple[ThresholdFigures, ...]
    cases: tuple[JudgedQuestion, ...]


def report_calibration(
    reranker: str, questions: LabelledQuestions, samples: Sequence[Sample]
) -> CalibrationReport:
    """The report on samples in the order of the questions."""
    threshold = recommend_threshold(samples)
    held_out = decide_leaving_one_out(samples)
    return CalibrationReport(
        reranker=reranker,
        questions=questions.name,
        answerable=sum(sample.answerable for sample in samples),
        unanswerable=sum(not sample.answerable for sample in samples),
        threshold=threshold,
        threshold_interval=_bounds(bootstrap_threshold(samples)),
        fitted=_measure_at(threshold, samples),
        held_out=ThresholdFigures.measure(None, samples, held_out),
        held_out_balanced_accuracy_interval=_bounds(bootstrap_balanced_accuracy(samples, held_out)),
        curve=tuple(_measure_at(point, samples) for point in list_thresholds(samples)),
        cases=tuple(
            JudgedQuestion(
                id=case.id,
                answerable=sample.answerable,
                answered_correctly=sample.answered_correctly,
                top_score=sample.top_score,
                answered_when_held_out=answered,
            )
            for case, sample, answered in zip(questions.cases, samples, held_out, strict=True)
        ),
    )


def _measure_at(threshold: float, samples: Sequence[Sample]) -> ThresholdFigures:
    answered = [sample.top_score >= threshold for sample in samples]
    return ThresholdFigures.measure(threshold, samples, answered)


def _estimate_refusing(
    samples: Sequence[Sample], answered: Sequence[bool]
) -> dict[str, tuple[float, float] | None]:
    refusable = np.array([not sample.answerable for sample in samples], dtype=float)
    refused = np.array([not is_answered for is_answered in answered], dtype=float)
    hits = refusable * refused
    estimates = {
        "refusal_precision_interval": estimate_ratio(hits, refused),
        "refusal_recall_interval": estimate_ratio(hits, refusable),
        "refusal_f_measure_interval": estimate_ratio(2 * hits, refusable + refused),
    }
    return {
        name: (estimate.low, estimate.high) if estimate else None
        for name, estimate in estimates.items()
    }


def _bounds(interval: Interval) -> tuple[float, float]:
    return interval.low, interval.high
