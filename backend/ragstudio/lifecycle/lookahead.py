"""Computing one thing ahead, while the one before it is put to use."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def compute_ahead(
    function: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[tuple[Item, Result]]:
    """Each item and `function` of it, in order; the next is computed while the caller has these.

    `items` is read in the caller's own thread. Raises what `function` and `items` raise; what
    was begun by then is finished first and dropped.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="lookahead") as thread:
        begun: deque[tuple[Item, Future[Result]]] = deque()
        for item in items:
            begun.append((item, thread.submit(function, item)))
            if len(begun) > 1:
                yield _finish(begun.popleft())
        while begun:
            yield _finish(begun.popleft())


def _finish(begun: tuple[Item, Future[Result]]) -> tuple[Item, Result]:
    item, future = begun
    return item, future.result()
