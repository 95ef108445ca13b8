"""Answering and refusing as a confusion matrix of its own."""

from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel, ConfigDict

from ragstudio.evaluation.estimates import Estimate, estimate_ratio
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.suites import Behaviour
from ragstudio.retrieval.response import Decision


class Abstention(BaseModel):
    """How often it was right to answer and right to refuse, over cases that expect either.

    `precision`, `recall` and `f_measure` are those of refusing, `accuracy` is the share decided
    rightly, each with its bootstrap interval; None where nothing was (or ought to be) refused.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rightly_answered: int
    rightly_refused: int
    wrongly_refused: int
    wrongly_answered: int
    precision: Estimate | None
    recall: Estimate | None
    f_measure: Estimate | None
    accuracy: Estimate | None


def measure_abstention(results: Sequence[CaseResult]) -> Abstention:
    """The confusion matrix of cases; those that expect a clarification are left out.

    Asking back counts as refusing where a source answers, and as answering where none does: it
    is right in neither case. F is F1 (van Rijsbergen, "Information Retrieval", 1979), as
    2 TP / (2 TP + FP + FN).
    """
    judged = [
        result
        for result in results
        if result.expected_behaviour is not Behaviour.REQUEST_CLARIFICATION
    ]
    refusable = np.array([r.expected_behaviour is Behaviour.ABSTAIN for r in judged], dtype=bool)
    refused = np.array(
        [
            result.decision is Decision.ABSTAIN
            if result.expected_behaviour is Behaviour.ABSTAIN
            else result.decision is not Decision.ANSWER
            for result in judged
        ],
        dtype=bool,
    )
    hits = (refusable & refused).astype(float)
    right = (refusable == refused).astype(float)
    return Abstention(
        rightly_answered=int((~refusable & ~refused).sum()),
        rightly_refused=int((refusable & refused).sum()),
        wrongly_refused=int((~refusable & refused).sum()),
        wrongly_answered=int((refusable & ~refused).sum()),
        precision=estimate_ratio(hits, refused.astype(float)),
        recall=estimate_ratio(hits, refusable.astype(float)),
        f_measure=estimate_ratio(2 * hits, refusable.astype(float) + refused.astype(float)),
        accuracy=estimate_ratio(right, np.ones(len(judged))),
    )
