"""Computing one ahead."""

import threading
from collections.abc import Iterator

import pytest

from ragstudio.lifecycle.lookahead import compute_ahead


def test_items_come_in_order_with_what_was_computed_of_them() -> None:
    assert list(compute_ahead(str, range(5))) == [(n, str(n)) for n in range(5)]
    assert list(compute_ahead(str, [])) == []


def test_the_next_is_computed_while_the_caller_has_the_one_before() -> None:
    begun = {n: threading.Event() for n in range(4)}
    for n, _ in compute_ahead(lambda n: begun[n].set(), range(4)):
        if n + 1 in begun:
            assert begun[n + 1].wait(10)
        if n + 2 in begun:
            assert not begun[n + 2].is_set()


@pytest.mark.parametrize("failing", ["function", "items"])
def test_a_failure_reaches_the_caller_and_nothing_runs_on(failing: str) -> None:
    done = []

    def list_items() -> Iterator[int]:
        yield 1
        yield 2
        if failing == "items":
            raise KeyError("items")
        yield 3

    def compute(item: int) -> int:
        if failing == "function" and item == 2:
            raise KeyError("function")
        done.append(item)
        return item

    with pytest.raises(KeyError, match=failing):
        list(compute_ahead(compute, list_items()))
    assert not [thread for thread in threading.enumerate() if "lookahead" in thread.name]
    assert done == {"function": [1, 3], "items": [1, 2]}[failing]


def test_a_caller_that_leaves_waits_for_what_was_begun() -> None:
    done: list[int] = []
    computed = compute_ahead(done.append, range(100))
    next(computed)
    computed.close()
    assert done == [0, 1]
    assert not [thread for thread in threading.enumerate() if "lookahead" in thread.name]
