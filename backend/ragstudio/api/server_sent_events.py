"""From listeners that are called in other threads to streams the event loop can wait for."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, Generic, TypeVar

from starlette.concurrency import run_in_threadpool

Item = TypeVar("Item")


class Channel(Generic[Item]):
    """A queue that any thread may put into and the event loop iterates over until it is ended."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[tuple[Item] | None] = asyncio.Queue()

    def put(self, item: Item) -> None:
        """Add an item, from any thread; after the end of the loop it is dropped."""
        self._add((item,))

    def end(self) -> None:
        """Let the iteration end after what is queued, from any thread."""
        self._add(None)

    def __aiter__(self) -> AsyncIterator[Item]:
        return self._iterate()

    async def _iterate(self) -> AsyncIterator[Item]:
        while (entry := await self._queue.get()) is not None:
            yield entry[0]

    def _add(self, entry: tuple[Item] | None) -> None:
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._queue.put_nowait, entry)


class Streams:
    """The streams that are open, so that they can be ended when the server stops."""

    def __init__(self) -> None:
        self._channels: set[Channel[Any]] = set()

    @contextlib.asynccontextmanager
    async def open(
        self, channel: Channel[Any], attach: Callable[[], Callable[[], None]]
    ) -> AsyncIterator[None]:
        """Keep a channel fed: runs `attach` in another thread, and what it returned at the end."""
        detach = await run_in_threadpool(attach)
        self._channels.add(channel)
        try:
            yield
        finally:
            self._channels.discard(channel)
            detach()

    def end_all(self) -> None:
        """End every open stream; clients connect again by themselves."""
        for channel in list(self._channels):
            channel.end()
