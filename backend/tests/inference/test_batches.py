"""Batches of similar length."""

from ragstudio.inference.batches import split_by_length


def test_batches_hold_similar_lengths_longest_first() -> None:
    assert split_by_length([5, 9, 1, 9, 3], 2) == [[1, 3], [0, 4], [2]]
    assert split_by_length([], 4) == []
