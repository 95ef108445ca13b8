"""The protocols of the local models."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ragstudio.records import EmbeddingSpace


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Which model is used and where its files come from, for people to read.

    `origin` is one of `path`, `package`, `cache`, `hub`; `location` names the path or package.
    """

    name: str
    revision: str
    origin: str
    location: str


class Embedder(Protocol):
    """Turns texts into unit vectors of one embedding space.

    `window_tokens` is how many tokens of a text shape its vector, special tokens not counted.
    `question_prefix` is what the model was trained to see before a question; mostly nothing.
    """

    info: ModelInfo
    space: EmbeddingSpace
    window_tokens: int
    question_prefix: str

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), dimensions), float32, each of length 1."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special tokens and truncation left aside."""

    def find_window_ends(self, texts: Sequence[str]) -> list[int]:
        """How many characters of each text the first `window_tokens` tokens cover."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a cross-encoder says of one passage: two logits, any real number, higher is better.

    `order` says how well the passage ranks for the question, `evidence` whether it holds the
    answer. `is_cut` says that the end of the passage lay beyond the model's window.
    """

    order: float
    evidence: float
    is_cut: bool = False


class Reranker(Protocol):
    """Judges (question, passage) pairs with a cross-encoder."""

    info: ModelInfo

    def judge(
        self, query: str, passages: Sequence[str], cosines: Sequence[float]
    ) -> list[Judgement]:
        """One judgement a passage; no sigmoid is applied.

        `cosines` are the passages' cosine similarities to the query, in the same order; a
        reranker that does not use them ignores them. A model of one output gives the same logit
        for both.
        """
