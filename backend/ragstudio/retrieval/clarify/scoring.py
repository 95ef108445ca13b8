"""Scoring the same few texts for several questions, each text embedded once."""

from collections.abc import Sequence

import numpy as np

from ragstudio.inference.base import Embedder, Judgement, Reranker
from ragstudio.search.base import Vector


class TextScorer:
    """The reranker's logits for parts of passages, which have no stored vectors of their own."""

    def __init__(self, embedder: Embedder, reranker: Reranker) -> None:
        self._embedder = embedder
        self._reranker = reranker
        self._vectors: dict[str, Vector] = {}
        self._judged: dict[tuple[str, str], Judgement] = {}

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """One logit a text, any real number, higher is better."""
        return [judgement.order for judgement in self._judge(question, texts)]

    def _judge(self, question: str, texts: Sequence[str]) -> list[Judgement]:
        missing = [text for text in dict.fromkeys(texts) if (question, text) not in self._judged]
        if missing:
            judged = self._reranker.judge(question, missing, self.compare(question, missing))
            self._judged |= {
                (question, text): judgement for text, judgement in zip(missing, judged, strict=True)
            }
        return [self._judged[question, text] for text in texts]

    def compare(self, question: str, texts: Sequence[str]) -> list[float]:
        """The cosine of each text with the question, -1 to 1."""
        missing = [text for text in dict.fromkeys((question, *texts)) if text not in self._vectors]
        if missing:
            self._vectors |= zip(missing, self._embedder.embed(missing), strict=True)
        asked = self._vectors[question]
        return [float(np.dot(asked, self._vectors[text])) for text in texts]
