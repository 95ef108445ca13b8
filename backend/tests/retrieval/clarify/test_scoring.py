"""Texts scored for several questions, each text embedded and each pair scored once."""

from collections.abc import Sequence

import numpy as np
import pytest

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.retrieval.clarify.scoring import TextScorer

QUESTION = "How much is paid for a meal?"
TEXTS = ["A meal is paid up to EUR 65.", "The berth is inspected.", "Annual leave is 25 days."]


class Recorded:
    """A model that notes what its one method is given."""

    def __init__(self, model: Embedder | Reranker) -> None:
        self._model = model
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> object:
        self.asked.append(list(texts))
        return self._model.embed(texts)  # type: ignore[union-attr]

    def judge(self, query: str, passages: Sequence[str], cosines: Sequence[float]) -> object:
        self.asked.append(list(passages))
        return self._model.judge(query, passages, cosines)  # type: ignore[union-attr]


def test_each_text_is_embedded_once_and_all_that_are_missing_together(
    embedder: Embedder, reranker: Reranker
) -> None:
    recorded = Recorded(embedder)
    scorer = TextScorer(recorded, reranker)  # type: ignore[arg-type]
    cosines = scorer.compare(QUESTION, TEXTS)
    assert recorded.asked == [[QUESTION, *TEXTS]]
    assert scorer.compare(QUESTION, TEXTS[1:]) == cosines[1:]
    scorer.compare("Who inspects a berth?", TEXTS)
    assert recorded.asked[1:] == [["Who inspects a berth?"]]
    vectors = embedder.embed([QUESTION, *TEXTS])
    assert cosines == pytest.approx((vectors[1:] @ vectors[0]).tolist(), abs=1e-3)
    assert int(np.argmax(cosines)) == 0


def test_each_pair_is_scored_once_in_the_order_asked_for(
    embedder: Embedder, reranker: Reranker
) -> None:
    recorded = Recorded(reranker)
    scorer = TextScorer(embedder, recorded)  # type: ignore[arg-type]
    first = scorer.score(QUESTION, TEXTS[:2])
    logits = scorer.score(QUESTION, [*reversed(TEXTS), TEXTS[0]])
    assert recorded.asked == [TEXTS[:2], [TEXTS[2]]]
    assert [logits[2], logits[1], logits[3]] == [first[0], first[1], first[0]]
    assert max(logits) == logits[2]
