import numpy as np
import pytest
from scipy.stats import ttest_rel

from ragstudio.evaluation.paired_tests import compare_flips, randomise_pairs


def test_few_pairs_are_tested_exactly() -> None:
    # Of the 2^4 sign changes, only all plus and all minus are as extreme.
    assert randomise_pairs(np.array([1.0, 1.0, 1.0, 1.0])) == pytest.approx(2 / 16)
    # Six alike: 2 of 64, which is evidence at the 5 % level.
    assert randomise_pairs(np.full(6, 0.5)) == pytest.approx(2 / 64)


def test_what_cancels_out_or_never_differs_is_no_evidence() -> None:
    assert randomise_pairs(np.array([0.5, -0.5, 0.0])) == 1.0
    assert randomise_pairs(np.zeros(10)) == 1.0


def test_many_pairs_come_near_the_t_test_of_the_library() -> None:
    differences = np.random.default_rng(1).normal(0.15, 1.0, size=200)
    theirs = ttest_rel(differences, np.zeros(200)).pvalue
    assert randomise_pairs(differences) == pytest.approx(theirs, abs=0.02)
    assert randomise_pairs(differences) == randomise_pairs(differences)


def test_flips_are_tested_by_exact_mcnemar() -> None:
    assert compare_flips(0, 0) == 1.0
    assert compare_flips(5, 0) == pytest.approx(2 / 32)
    assert compare_flips(6, 0) == compare_flips(0, 6) == pytest.approx(2 / 64)
    assert compare_flips(3, 3) == 1.0
