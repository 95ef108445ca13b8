"""Intervals by resampling."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Interval:
    """A percentile interval."""

    low: float
    high: float


def bootstrap(
    strata: Sequence[Sequence[int]],
    estimate: Callable[[Sequence[int]], float],
    *,
    resamples: int,
    level: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Percentile bootstrap of `estimate` over resampled places, each stratum keeping its size.

    The same seed gives the same interval. Source: Efron and Tibshirani, "An Introduction to the
    Bootstrap", 1993, chapter 13. Raises `ValueError` if a stratum is empty.
    """
    if not all(strata):
        raise ValueError("every stratum of a bootstrap needs at least one member")
    generator = np.random.default_rng(seed)
    estimates = [
        estimate(
            [int(place) for stratum in strata for place in generator.choice(stratum, len(stratum))]
        )
        for _ in range(resamples)
    ]
    tail = (1.0 - level) / 2
    low, high = np.quantile(estimates, [tail, 1.0 - tail])
    return Interval(float(low), float(high))
