"""Percentiles of a stage's times."""

from collections.abc import Mapping, Sequence

import numpy as np


def summarise(times: Mapping[str, Sequence[float]]) -> dict[str, dict[str, float]]:
    """The 50th and the 95th percentile of each stage's times; empty ones left out."""
    return {
        stage: {f"p{rank}": float(np.percentile(values, rank)) for rank in (50, 95)}
        for stage, values in times.items()
        if values
    }
