"""Batches of similar length."""

from ragstudio.inference.batches import split_by_length


def test_batches_hold_similar_lengths_longest_first() -> None:
    assert split_by_length([5, 9, 1, 9, 3], 18, threads=1) == [[1, 3], [0, 4, 2]]
    assert split_by_length([], 18, threads=2) == []


def test_a_few_are_shared_by_all_threads() -> None:
    assert split_by_length([1, 2], 100, threads=2) == [[1], [0]]
    assert split_by_length([1, 2, 3, 4, 5], 100, threads=2) == [[4, 3, 2], [1, 0]]
    assert split_by_length([7], 100, threads=2) == [[0]]


def test_what_is_longer_than_a_batch_stands_alone_and_nothing_is_lost() -> None:
    assert split_by_length([50, 0, 7], 10, threads=1) == [[0], [2], [1]]
