"""What a search index needs to follow the chunks in MongoDB."""

from collections.abc import Callable, Iterator
from typing import Protocol

from ragstudio.storage.changes import ChunkChange, ChunkEntry, FeedInvalidated, Position

__all__ = ["ChunkChange", "ChunkEntry", "Feed", "FeedFactory", "FeedInvalidated", "Position"]


class Feed(Protocol):
    """All chunks, then every change of them, in order.

    Changes made during the snapshot come again in `poll`.
    """

    @property
    def position(self) -> Position:
        """Everything up to here has been handed out."""

    def open(self) -> None:
        """Start following from now. Raises `DatabaseUnavailable`."""

    def snapshot(self, batch_size: int) -> Iterator[list[ChunkEntry]]:
        """All chunks there are, in batches. Raises `DatabaseUnavailable`."""

    def poll(self, max_wait_ms: int) -> list[ChunkChange]:
        """Changes since the last call; waits for the first one, at most `max_wait_ms`.

        Raises `FeedInvalidated` when everything must be read again, `DatabaseUnavailable`.
        """

    def barrier(self) -> Position:
        """The position that holds every write acknowledged before now; from any thread."""

    def close(self) -> None:
        """Stop following; harmless if not open."""


FeedFactory = Callable[[], Feed]
