"""What a decision rule does to labelled questions: counts and rates."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """One labelled question: its best reranker score (0 to 1) with nothing refused.

    `answered_correctly` says whether the results then held the expected fact; it is False for
    what nothing answers.
    """

    top_score: float
    answerable: bool
    answered_correctly: bool

    def __post_init__(self) -> None:
        if not 0.0 <= self.top_score <= 1.0:
            raise ValueError(f"a reranker score lies between 0 and 1, not at {self.top_score}")


@dataclass(frozen=True, slots=True)
class Confusion:
    """What a threshold does to labelled questions, as counts and rates (0 to 1).

    `correct` of the rightly answered had the expected fact among the results. A rate whose
    denominator is empty is 0.
    """

    rightly_answered: int
    wrongly_answered: int
    wrongly_refused: int
    rightly_refused: int
    correct: int = 0

    @property
    def precision(self) -> float:
        """Of the questions answered, the share that can be answered."""
        return _divide(self.rightly_answered, self.rightly_answered + self.wrongly_answered)

    @property
    def recall(self) -> float:
        """Of the questions that can be answered, the share answered."""
        return _divide(self.rightly_answered, self.rightly_answered + self.wrongly_refused)

    @property
    def f_measure(self) -> float:
        """Harmonic mean of precision and recall of answering (F1, van Rijsbergen 1979)."""
        return _harmonic_mean(self.precision, self.recall)

    @property
    def refusal_precision(self) -> float:
        """Of the questions refused, the share that cannot be answered."""
        return _divide(self.rightly_refused, self.rightly_refused + self.wrongly_refused)

    @property
    def refusal_recall(self) -> float:
        """Of the questions that cannot be answered, the share refused."""
        return _divide(self.rightly_refused, self.rightly_refused + self.wrongly_answered)

    @property
    def refusal_f_measure(self) -> float:
        """Harmonic mean of precision and recall of refusing."""
        return _harmonic_mean(self.refusal_precision, self.refusal_recall)

    @property
    def accuracy(self) -> float:
        """Share of all questions treated rightly."""
        right = self.rightly_answered + self.rightly_refused
        return _divide(right, right + self.wrongly_answered + self.wrongly_refused)

    @property
    def balanced_accuracy(self) -> float:
        """Mean of the shares treated rightly among the answerable and among the others."""
        return (self.recall + self.refusal_recall) / 2


def measure_decisions(samples: Sequence[Sample], answered: Sequence[bool]) -> Confusion:
    """The counts that given decisions make."""
    if len(samples) != len(answered):
        raise ValueError(f"{len(samples)} samples but {len(answered)} decisions")
    pairs = list(zip(samples, answered, strict=True))
    return Confusion(
        rightly_answered=sum(sample.answerable and is_answered for sample, is_answered in pairs),
        wrongly_answered=sum(
            not sample.answerable and is_answered for sample, is_answered in pairs
        ),
        wrongly_refused=sum(sample.answerable and not is_answered for sample, is_answered in pairs),
        rightly_refused=sum(
            not sample.answerable and not is_answered for sample, is_answered in pairs
        ),
        correct=sum(sample.answered_correctly and is_answered for sample, is_answered in pairs),
    )


def _divide(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _harmonic_mean(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0
