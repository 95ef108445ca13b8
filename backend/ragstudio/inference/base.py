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
    """

    info: ModelInfo
    space: EmbeddingSpace
    window_tokens: int

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), dimensions), float32, each of length 1."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special tokens and truncation left aside."""

    def find_window_ends(self, texts: Sequence[str]) -> list[int]:
        """How many characters of each text the first `window_tokens` tokens cover."""


class Reranker(Protocol):
    """Scores (question, passage) pairs with a cross-encoder."""

    info: ModelInfo

    def score(self, query: str, passages: Sequence[str], cosines: Sequence[float]) -> list[float]:
        """One logit a passage, any real number, higher is better; no sigmoid applied.

        `cosines` are the passages' cosine similarities to the query, in the same order; a
        reranker that does not use them ignores them.
        """
