"""From listeners that are called in other threads to a stream the event loop can wait for."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

Item = TypeVar("Item")


class Channel(Generic[Item]):
    """A queue that any thread may put into and the event loop reads from."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Item] = asyncio.Queue()

    def put(self, item: Item) -> None:
        """Add an item, from any thread; items after the end of the loop are dropped."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._queue.put_nowait, item)

    async def get(self) -> Item:
        """The next item, as soon as there is one."""
        return await self._queue.get()


@contextlib.asynccontextmanager
async def attached(attach: Callable[[], Callable[[], None]]) -> AsyncIterator[None]:
    """Runs `attach` in another thread, and what it returned at the end."""
    detach = await run_in_threadpool(attach)
    try:
        yield
    finally:
        detach()
