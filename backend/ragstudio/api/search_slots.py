"""How many searches run at once: a few, so that none of them, and nothing else, is starved."""

import os
from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from ragstudio.retrieval.request import SearchMode

Answer = TypeVar("Answer")
Arguments = ParamSpec("Arguments")

# Searches compute: more of them at once than this finish no sooner, and take the processor from
# the loop that answers everything else. Twice the cores, for some wait on a language model.
MOST_AT_ONCE = max(4, 2 * (os.cpu_count() or 1))


class SearchSlots:
    """Runs searches in threads of their own, the others waiting their turn in order of arrival."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self._limiter = CapacityLimiter(most)

    async def run(
        self,
        search: Callable[Arguments, Answer],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Answer:
        """What `search` returns or raises, once it is its turn."""
        return await run_sync(partial(search, *arguments, **options), limiter=self._limiter)

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return self._limiter.statistics().tasks_waiting


class SlotsByMode:
    """Slots of their own for each mode: a vector search, which takes a hundredth of the time, does
    not wait behind hybrid ones."""

    def __init__(self) -> None:
        self._slots = {mode: SearchSlots() for mode in SearchMode}

    def of(self, mode: SearchMode) -> SearchSlots:
        """The slots of one mode."""
        return self._slots[mode]
