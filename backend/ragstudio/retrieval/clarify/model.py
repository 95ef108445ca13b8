"""The learned judgement whether two readings of a question are equals: a logistic regression.

Its weights stand in `clarify_model.json`; `evaluations/train_clarification_model.py` writes them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from ragstudio.retrieval.clarify.pairs import FEATURES
from ragstudio.retrieval.rerank import sigmoid

MODEL_FILE = "model.json"


@dataclass(frozen=True, slots=True)
class PairModel:
    """One mean, scale and weight a feature, in the order of `FEATURES`.

    Two readings count as equals if their probability (0 to 1) exceeds `threshold`.
    """

    means: Sequence[float]
    scales: Sequence[float]
    weights: Sequence[float]
    bias: float
    threshold: float

    def judge(self, features: Sequence[float]) -> float:
        """The probability that a question means either reading, 0 to 1."""
        standard = (np.asarray(features) - np.asarray(self.means)) / np.asarray(self.scales)
        return sigmoid(float(np.dot(standard, np.asarray(self.weights))) + self.bias)


@lru_cache(maxsize=1)
def load_model() -> PairModel:
    """The model shipped with the package.

    Raises `ValueError` if its features are not those of this code.
    """
    entry = json.loads(
        (files("ragstudio.retrieval.clarify") / MODEL_FILE).read_text(encoding="utf-8")
    )
    if tuple(entry["features"]) != FEATURES:
        raise ValueError(f"{MODEL_FILE} was trained on other features than the code measures")
    return PairModel(
        entry["means"], entry["scales"], entry["weights"], entry["bias"], entry["threshold"]
    )
