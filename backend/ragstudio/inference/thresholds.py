"""Each reranker's own abstention threshold, kept with its name."""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

THRESHOLDS_FILE = "thresholds.json"


@dataclass(frozen=True, slots=True)
class CalibratedThreshold:
    """The score (sigmoid of the logit, 0 to 1) below which a passage is no answer.

    `calibrated_on` names the labelled questions and their corpus, `method` how the value was found.
    """

    reranker: str
    threshold: float
    calibrated_on: str
    method: str


def threshold_for(reranker_name: str) -> CalibratedThreshold | None:
    """The threshold calibrated for this reranker, or None if there is none."""
    return _read_thresholds().get(reranker_name)


@lru_cache(maxsize=1)
def _read_thresholds() -> dict[str, CalibratedThreshold]:
    entries = json.loads(
        (files("ragstudio.inference") / THRESHOLDS_FILE).read_text(encoding="utf-8")
    )
    return {
        name: CalibratedThreshold(
            reranker=name,
            threshold=float(entry["threshold"]),
            calibrated_on=str(entry["calibrated_on"]),
            method=str(entry["method"]),
        )
        for name, entry in entries.items()
        if entry["threshold"] is not None
    }
