"""Vectors in two dimensions, for people to look at."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Projection:
    """A plane through a cloud of vectors.

    `mean` has shape (dimensions,), `axes` shape (2, dimensions) with rows of length 1;
    `explained_variance` is the share of the cloud's variance along each axis (0 to 1).
    """

    mean: NDArray[np.float64]
    axes: NDArray[np.float64]
    explained_variance: tuple[float, float]

    def place(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """Coordinates of shape (n, 2) for vectors of shape (n, dimensions)."""
        return np.asarray((vectors - self.mean) @ self.axes.T)


def fit_principal_components(vectors: NDArray[np.float32]) -> Projection:
    """The plane of the two largest principal components of vectors of shape (n, dimensions).

    Source: Jolliffe, Principal Component Analysis, 2002. Computed from the covariance matrix,
    so its cost grows with n only linearly. Each axis points to where its largest entry is
    positive, so that the same vectors always give the same picture. Fewer than two vectors,
    or vectors without spread, give zero variance.
    """
    cloud = np.asarray(vectors, dtype=np.float64)
    mean = cloud.mean(axis=0) if len(cloud) else np.zeros(cloud.shape[1])
    centred = cloud - mean
    covariance = centred.T @ centred / max(len(cloud), 1)
    values, components = np.linalg.eigh(covariance)
    axes = components[:, [-1, -2]].T
    largest = np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1)
    axes = axes * np.where(largest < 0, -1.0, 1.0)
    total = float(values.sum())
    shares = [max(float(value), 0.0) / total if total > 0 else 0.0 for value in values[[-1, -2]]]
    return Projection(mean, axes, (shares[0], shares[1]))
