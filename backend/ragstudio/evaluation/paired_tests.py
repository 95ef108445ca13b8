"""Whether two runs over the same questions differ by more than chance."""

import numpy as np
from numpy.typing import NDArray

SIGNIFICANCE = 0.05
_RESAMPLES = 9999


def randomise_pairs(differences: NDArray[np.float64]) -> float:
    """Two-sided p-value (0 to 1) of paired differences having the mean 0.

    Fisher's randomisation test: exact where there are few questions, else on 9999 random sign
    changes, the same ones every time. Source: Smucker, Allan and Carterette, "A Comparison of
    Statistical Significance Tests for Information Retrieval Evaluation", CIKM 2007.
    """
    changed = differences[differences != 0]
    if len(changed) < 2:
        return 1.0
    # Imported late: it takes a second, and nothing else at start-up needs it.
    from scipy.stats import permutation_test

    tested = permutation_test(
        (changed, np.zeros(len(changed))),
        lambda one, other, axis: np.sum(one - other, axis=axis),
        permutation_type="samples",
        n_resamples=_RESAMPLES,
        vectorized=True,
        rng=np.random.default_rng(0),
    )
    return float(tested.pvalue)


def compare_flips(gained: int, lost: int) -> float:
    """Two-sided p-value (0 to 1) of as many cases being gained as lost by chance.

    The exact McNemar test. Source: McNemar, Psychometrika 12, 1947.
    """
    if gained + lost == 0:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(gained, gained + lost).pvalue)
