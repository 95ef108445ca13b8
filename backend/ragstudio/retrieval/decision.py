"""What a search concludes, the sentence that says why, and what to know before trusting it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ragstudio.records import Chunk, SourceStatus, Unread
from ragstudio.retrieval.request import SearchMode, SearchRequest
from ragstudio.retrieval.rerank import RerankedCandidate
from ragstudio.retrieval.response import Decision, Evidence, EvidenceBand, RerankerIdentity
from ragstudio.search.base import SearchFilter


class ThresholdOrigin(StrEnum):
    """Who set the threshold."""

    REQUEST = "request"
    SETTING = "setting"
    APPLIED = "applied"
    RERANKER = "reranker"
    NONE = "none"


_MOST_GAPS = 3

_ORIGIN_WORDS = {
    ThresholdOrigin.REQUEST: "set in the request",
    ThresholdOrigin.SETTING: "set by MINIMUM_SCORE",
    ThresholdOrigin.APPLIED: "calibrated in this studio and applied",
    ThresholdOrigin.RERANKER: "calibrated for this reranker",
}


@dataclass(frozen=True, slots=True)
class Threshold:
    """A minimum reranker score, 0 to 1; `value` is None only where nobody set one."""

    value: float | None
    origin: ThresholdOrigin

    def __post_init__(self) -> None:
        if (self.value is None) != (self.origin is ThresholdOrigin.NONE):
            raise ValueError("a threshold has an origin exactly if it has a value")
        if self.value is not None and not 0.0 <= self.value <= 1.0:
            raise ValueError(f"a threshold lies between 0 and 1, not at {self.value}")


def choose_threshold(
    requested: float | None,
    configured: float | None,
    calibrated: float | None,
    applied: float | None = None,
) -> Threshold:
    """The request's own, else the setting, else the reranker's, else none.

    Of the reranker's, the one that was calibrated and applied in this studio goes before the one
    it is shipped with.
    """
    for value, origin in (
        (requested, ThresholdOrigin.REQUEST),
        (configured, ThresholdOrigin.SETTING),
        (applied, ThresholdOrigin.APPLIED),
        (calibrated, ThresholdOrigin.RERANKER),
    ):
        if value is not None:
            return Threshold(value, origin)
    return Threshold(None, ThresholdOrigin.NONE)


def count_accepted(
    reranked: Sequence[RerankedCandidate], threshold: Threshold, evidence: Evidence | None = None
) -> int:
    """How many of the candidates, best first, may be returned.

    A threshold accepts those that score at least as much; without one the evidence accepts all or,
    where there is none, nothing; without either all are accepted.
    """
    if threshold.value is not None:
        return sum(candidate.score >= threshold.value for candidate in reranked)
    if evidence is not None and evidence.band is EvidenceBand.NONE:
        return 0
    return len(reranked)


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


def has_words(question: str) -> bool:
    """Whether a question has a letter or a digit, in any script."""
    return any(sign.isalnum() for sign in question)


def conclude_without_words() -> Conclusion:
    """A question of signs alone asks nothing."""
    return Conclusion(
        Decision.ABSTAIN,
        "The question has no word and no number, so there is nothing to look for.",
    )


def conclude_by_similarity(returned: int, best: BestPassage) -> Conclusion:
    """Vector mode: whatever is nearest is the answer."""
    return Conclusion(
        Decision.ANSWER,
        f"Nearest, not judged: {_count(returned)} by cosine, the first from {best.place}. "
        "This mode never abstains, so the nearest may still be off topic.",
    )


def conclude_by_evidence(
    returned: int, evidence: Evidence, missing: Sequence[str], best: BestPassage
) -> Conclusion:
    """Hybrid mode where no minimum score is set: the band decides, and only `none` abstains."""
    probability = f"probability {_number(evidence.probability, digits=2)}"
    absent = f" {_list_missing(missing)}" if missing else ""
    if evidence.band is EvidenceBand.NONE:
        return Conclusion(
            Decision.ABSTAIN,
            f"No evidence ({probability}; below {_number(evidence.weak_from)} nothing is "
            f"returned).{absent} The nearest miss is {best.place}.",
        )
    if evidence.band is EvidenceBand.WEAK:
        return Conclusion(
            Decision.ANSWER,
            f"Weak evidence ({probability}): {_count(returned)}, the best from {best.place}, may "
            f"not answer the question; read before you rely on it.{absent}",
        )
    return Conclusion(
        Decision.ANSWER,
        f"Evidence found ({probability}): {_count(returned)}, the best from {best.place}.{absent}",
    )


def conclude_by_threshold(
    returned: int,
    accepted: int,
    threshold: Threshold,
    best: BestPassage,
    missing: Sequence[str] = (),
) -> Conclusion:
    """Hybrid mode: answer if the best candidate reaches the threshold, else abstain.

    Without a reranker score or a threshold there is nothing to abstain on, so it answers.
    """
    absent = f" {_list_missing(missing)}" if missing else ""
    if best.score is None:
        return Conclusion(
            Decision.ANSWER,
            f"{_count(returned)} in fused order, the first from {best.place}. No reranker "
            f"scored them, so nothing was refused.{absent}",
        )
    if threshold.value is None:
        return Conclusion(
            Decision.ANSWER,
            f"{_count(returned)}, the best from {best.place} with a reranker score of "
            f"{_number(best.score)}. No minimum score applies, so nothing was refused.{absent}",
        )
    minimum = f"the minimum score of {_number(threshold.value)} ({_ORIGIN_WORDS[threshold.origin]})"
    if accepted == 0:
        return Conclusion(
            Decision.ABSTAIN,
            f"No passage reaches {minimum}. The nearest miss is {best.place} with a reranker "
            f"score of {_number(best.score)}.{absent}",
        )
    shown = "" if returned == accepted else f"; the first {returned} are returned"
    verb = "reaches" if accepted == 1 else "reach"
    return Conclusion(
        Decision.ANSWER,
        f"{_count(accepted)} {verb} {minimum}{shown}. The best is {best.place} with a reranker "
        f"score of {_number(best.score)}.{absent}",
    )


def warn_about_request(
    request: SearchRequest, where: SearchFilter, unready: Sequence[str]
) -> list[str]:
    """Parts of the request that have no effect or exclude one another."""
    warnings = []
    if request.mode is SearchMode.VECTOR and request.minimum_score is not None:
        warnings.append("minimum_score has no effect in vector mode, which never abstains.")
    asked = where.source_status
    if where.in_force_on and asked and SourceStatus.CURRENT not in asked:
        warnings.append(
            f"filters.source_status leaves out current sources, but only those in force on "
            f"{where.in_force_on} are searched; set include_superseded to search every version."
        )
    if unready:
        warnings.append(
            f"{len(unready)} of the documents in filters.document_ids cannot be found because "
            f"they are not ready: {', '.join(sorted(unready))}."
        )
    return warnings


def warn_about_question_length(tokens: int, window_tokens: int) -> list[str]:
    """The part of a question beyond the embedder's window does not shape its vector."""
    if tokens <= window_tokens:
        return []
    return [f"The question has {tokens} tokens; only the first {window_tokens} shaped its vector."]


def warn_about_reranking(
    reranker: RerankerIdentity | None, threshold: Threshold, *, has_model: bool
) -> list[str]:
    """Hybrid mode without a reranker, or with one that nothing was calibrated for.

    `has_model` says whether an evidence model was fitted for the reranker.
    """
    if reranker is None:
        return [
            "No reranker is loaded: results stand in fused order and no question is refused, "
            "however far the passages are from it."
        ]
    if threshold.value is None and not has_model:
        return [
            f"No threshold is calibrated for the reranker {reranker.name}: no question is refused. "
            "Set MINIMUM_SCORE or minimum_score."
        ]
    return []


def warn_about_cut_passages(cut: int, reranked: int) -> list[str]:
    """Passages longer than the reranker's window were judged by their beginning alone."""
    if cut == 0:
        return []
    return [
        f"The reranker read {_count(cut)} of {reranked} in part: the end lies beyond its window "
        "and did not count."
    ]


def _list_missing(missing: Sequence[str]) -> str:
    return f"No passage holds {', '.join(missing)}."


def _count(passages: int) -> str:
    return "1 passage" if passages == 1 else f"{passages} passages"


def _number(score: float, digits: int = 6) -> str:
    # Six digits, so that a near miss does not read as equal to the threshold.
    return f"{score:.{digits}g}"


def warn_about_unread(best: Chunk, unread: Sequence[Unread]) -> list[str]:
    """Content beside the best passage that was not read, and so may hold the answer.

    Beside it is: on the same page or slide, in the same section or sheet, or, where the place is
    not known, anywhere in the document.
    """
    beside = [each for each in unread if _is_beside(best, each)]
    if not beside:
        return []
    gaps = "; ".join(each.summary for each in beside[:_MOST_GAPS])
    more = f"; and {len(beside) - _MOST_GAPS} more" if len(beside) > _MOST_GAPS else ""
    return [f"Not everything near the best passage was read in {best.filename}: {gaps}{more}."]


def _is_beside(best: Chunk, unread: Unread) -> bool:
    if unread.page is not None:
        return unread.page == best.page
    if unread.section is not None:
        return best.section is not None and (
            best.section == unread.section or best.section.startswith(f"{unread.section} > ")
        )
    return unread.place is None
