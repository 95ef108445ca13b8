"""What a search concludes, and the sentence that says why."""

from dataclasses import dataclass

from ragstudio.retrieval.response import Decision
from ragstudio.retrieval.threshold import Threshold, ThresholdOrigin

_ORIGIN_WORDS = {
    ThresholdOrigin.REQUEST: "set in the request",
    ThresholdOrigin.SETTING: "set by MINIMUM_SCORE",
    ThresholdOrigin.APPLIED: "calibrated in this studio and applied",
    ThresholdOrigin.RERANKER: "calibrated for this reranker",
}


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The decision and its message."""

    decision: Decision
    message: str


@dataclass(frozen=True, slots=True)
class BestPassage:
    """Where the best candidate stands and its reranker score, None if nothing was reranked."""

    filename: str
    section: str | None
    score: float | None

    @property
    def place(self) -> str:
        """The passage's file and heading path, for a sentence."""
        return f"{self.filename}, {self.section}" if self.section else self.filename


def conclude_without_candidates(searchable: int, matching: int) -> Conclusion:
    """No branch found anything: say whether the corpus, the filter or the question is the cause.

    `searchable` counts all chunks that may be found, `matching` those that pass the filter.
    """
    if searchable == 0:
        message = "There is nothing to search yet: no document is ready."
    elif matching == 0:
        message = f"None of the {searchable} searchable passages passes the filters."
    else:
        message = f"None of the {matching} passages that pass the filters matches the question."
    return Conclusion(Decision.ABSTAIN, message)


def conclude_by_similarity(returned: int, best: BestPassage) -> Conclusion:
    """Vector mode: whatever is nearest is the answer."""
    return Conclusion(
        Decision.ANSWER,
        f"{_count(returned)} nearest by cosine, the first from {best.place}. "
        "This mode never abstains, so the nearest may still be off topic.",
    )


def conclude_by_threshold(
    returned: int, accepted: int, threshold: Threshold, best: BestPassage
) -> Conclusion:
    """Hybrid mode: answer if the best candidate reaches the threshold, else abstain.

    Without a reranker score or a threshold there is nothing to abstain on, so it answers.
    """
    if best.score is None:
        return Conclusion(
            Decision.ANSWER,
            f"{_count(returned)} in fused order, the first from {best.place}. No reranker "
            "scored them, so nothing was refused.",
        )
    if threshold.value is None:
        return Conclusion(
            Decision.ANSWER,
            f"{_count(returned)}, the best from {best.place} with a reranker score of "
            f"{_number(best.score)}. No minimum score applies, so nothing was refused.",
        )
    minimum = f"the minimum score of {_number(threshold.value)} ({_ORIGIN_WORDS[threshold.origin]})"
    if accepted == 0:
        return Conclusion(
            Decision.ABSTAIN,
            f"No passage reaches {minimum}. The nearest miss is {best.place} with a reranker "
            f"score of {_number(best.score)}.",
        )
    shown = "" if returned == accepted else f"; the first {returned} are returned"
    verb = "reaches" if accepted == 1 else "reach"
    return Conclusion(
        Decision.ANSWER,
        f"{_count(accepted)} {verb} {minimum}{shown}. The best is {best.place} with a reranker "
        f"score of {_number(best.score)}.",
    )


def _count(passages: int) -> str:
    return "1 passage" if passages == 1 else f"{passages} passages"


def _number(score: float) -> str:
    # Six digits, so that a near miss does not read as equal to the threshold.
    return f"{score:.6g}"
