"""Searches take turns: never more at once than allowed, and in order of arrival."""

import threading
from collections.abc import Callable

import anyio
import pytest

from ragstudio.api.search_slots import SearchSlots, SlotsByMode
from ragstudio.retrieval.request import SearchMode


async def _until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(30):
        while not condition():
            await anyio.sleep(0.01)


def test_the_others_wait_in_order_and_hold_no_thread() -> None:
    started: list[int] = []
    may_end = [threading.Event() for _ in range(6)]

    def search(number: int) -> int:
        started.append(number)
        may_end[number].wait(30)
        return number

    async def ask_six_times() -> list[int]:
        slots = SearchSlots(2)
        answers: list[int] = []

        async def ask(number: int) -> None:
            answers.append(await slots.run(search, number))

        async with anyio.create_task_group() as group:
            for number in range(6):
                group.start_soon(ask, number)
                await _until(lambda asked=number: len(started) + slots.waiting == asked + 1)
            assert started == [0, 1]
            assert slots.waiting == 4
            for number in range(6):
                may_end[number].set()
                await _until(lambda ended=number: len(answers) > ended)
                await _until(lambda ended=number: len(started) >= min(ended + 3, 6))
        assert started == list(range(6))
        return answers

    assert anyio.run(ask_six_times) == list(range(6))


def test_a_search_that_fails_gives_its_turn_on() -> None:
    def fail() -> None:
        raise LookupError

    async def ask_twice() -> None:
        slots = SearchSlots(1)
        for _ in range(2):
            with pytest.raises(LookupError):
                await slots.run(fail)

    anyio.run(ask_twice)


def test_a_vector_search_does_not_wait_behind_hybrid_ones() -> None:
    may_end = threading.Event()

    async def ask() -> int:
        slots = SlotsByMode()
        hybrid = slots.of(SearchMode.HYBRID)
        async with anyio.create_task_group() as group:
            for _ in range(100):
                group.start_soon(hybrid.run, may_end.wait, 30)
            await _until(lambda: hybrid.waiting > 0)
            with anyio.fail_after(30):
                answer = await slots.of(SearchMode.VECTOR).run(lambda: 7)
            assert hybrid.waiting > 0
            may_end.set()
        return answer

    assert anyio.run(ask) == 7
