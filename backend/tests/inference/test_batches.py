"""Batches of similar length, run side by side."""

import threading

import pytest

from ragstudio.inference.batches import BatchRunner, split_by_length


def test_batches_hold_similar_lengths_longest_first() -> None:
    assert split_by_length([5, 9, 1, 9, 3], 2) == [[1, 3], [0, 4], [2]]
    assert split_by_length([], 4) == []


def test_outputs_keep_the_order_of_the_batches() -> None:
    started = threading.Barrier(2)

    def double(batch: int) -> int:
        # Only two workers side by side pass the barrier.
        started.wait(timeout=10)
        return 2 * batch

    assert BatchRunner(double, threads=2).run([1, 2, 3, 4]) == [2, 4, 6, 8]


def test_an_error_reaches_the_caller() -> None:
    def fail(batch: int) -> int:
        raise LookupError(f"batch {batch}")

    for batches in ([1], [1, 2]):
        with pytest.raises(LookupError, match="batch 1"):
            BatchRunner(fail, threads=2).run(batches)


def test_a_negative_number_of_threads_is_refused() -> None:
    with pytest.raises(ValueError, match="threads"):
        BatchRunner(lambda batch: batch, threads=-1)
