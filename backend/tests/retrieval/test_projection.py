"""Principal components against hand-made clouds and numpy's SVD."""

import numpy as np

from ragstudio.retrieval.projection import fit_principal_components


def test_the_first_axis_follows_the_spread() -> None:
    along = np.array([[x, 0.0, 1.0] for x in (-3, -1, 1, 3)], dtype=np.float32)
    projection = fit_principal_components(along)
    assert np.allclose(projection.axes[0], [1, 0, 0])
    assert np.allclose(projection.place(along)[:, 0], [-3, -1, 1, 3])
    assert projection.explained_variance == (1.0, 0.0)


def test_it_agrees_with_the_singular_value_decomposition() -> None:
    cloud = np.random.default_rng(7).normal(size=(50, 8)).astype(np.float32)
    projection = fit_principal_components(cloud)
    _, singular, rows = np.linalg.svd(cloud - cloud.mean(axis=0), full_matrices=False)
    assert np.allclose(np.abs(projection.axes @ rows[:2].T), np.eye(2), atol=1e-4)
    shares = singular**2 / (singular**2).sum()
    assert np.allclose(projection.explained_variance, shares[:2], atol=1e-5)


def test_a_single_point_has_no_spread() -> None:
    projection = fit_principal_components(np.ones((1, 4), dtype=np.float32))
    assert projection.explained_variance == (0.0, 0.0)
    assert np.allclose(projection.place(np.ones((1, 4), dtype=np.float32)), 0)
