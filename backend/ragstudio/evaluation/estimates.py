"""A figure with its interval."""

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

RESAMPLES = 2000
_TAIL = 0.025

Places = NDArray[np.int64]


class Estimate(BaseModel):
    """A figure, and its 95 % percentile bootstrap interval `low` to `high`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: float
    low: float
    high: float


def estimate_means(values: NDArray[np.float64], *, seed: int = 0) -> list[Estimate]:
    """The mean of each column of `values` (cases, figures), the cases resampled together.

    Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13. The same
    seed gives the same intervals. Raises `ValueError` without cases.
    """
    if len(values) == 0:
        raise ValueError("there is nothing to estimate from")
    resampled = values[draw(len(values), seed)].mean(axis=1)
    low, high = np.quantile(resampled, [_TAIL, 1 - _TAIL], axis=0)
    return [
        Estimate(value=float(value), low=float(bottom), high=float(top))
        for value, bottom, top in zip(values.mean(axis=0), low, high, strict=True)
    ]


def estimate_ratio(
    numerator: NDArray[np.float64],
    denominator: NDArray[np.float64],
    *,
    seed: int = 0,
) -> Estimate | None:
    """Sum of `numerator` over sum of `denominator`, one entry a case; None where that is empty.

    Resamples in which the denominator is empty are left out of the interval.
    """
    whole = float(denominator.sum())
    if whole == 0:
        return None
    places = draw(len(numerator), seed)
    totals = denominator[places].sum(axis=1)
    resampled = numerator[places].sum(axis=1)[totals > 0] / totals[totals > 0]
    low, high = np.quantile(resampled, [_TAIL, 1 - _TAIL])
    value = float(numerator.sum()) / whole
    return Estimate(value=value, low=float(low), high=float(high))


def draw(size: int, seed: int) -> Places:
    """The places of `RESAMPLES` samples with replacement, shape (RESAMPLES, size)."""
    return np.random.default_rng(seed).integers(size, size=(RESAMPLES, size))
