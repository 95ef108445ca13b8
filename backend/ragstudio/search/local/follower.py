"""The thread that keeps the indexes level with MongoDB."""

import threading
import time
from collections.abc import Callable

import structlog

from ragstudio.errors import DatabaseUnavailable, IndexNotReady, StudioError
from ragstudio.search.local.feed import ChunkChange, Feed, FeedFactory, FeedInvalidated, Position
from ragstudio.search.local.index_pair import IndexPair

_SNAPSHOT_BATCH = 1000
_POLL_MS = 250
_FIRST_RETRY_SECONDS = 0.1
_LONGEST_RETRY_SECONDS = 2.0
_STOP_SECONDS = 10.0
# While MongoDB is away nobody waits longer to be told so; it may be back that soon.
_ABSENT_SECONDS = 1.0

log = structlog.get_logger(__name__)


class Follower:
    """Reads all chunks, then applies every change; starts over when it lost the thread.

    `detail` says in words what it is doing.
    """

    def __init__(self, feed_factory: FeedFactory, make_indexes: Callable[[], IndexPair]) -> None:
        self._feed_factory = feed_factory
        self._make_indexes = make_indexes
        self._moved = threading.Condition()
        self._held: IndexPair | None = None
        self._feed: Feed | None = None
        self._applied: Position = (0, 0)
        self._absent = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="search-follower", daemon=True)
        self.detail = "not started"

    def start(self) -> None:
        """Begin in the background; once only."""
        self._thread.start()

    def stop(self) -> None:
        """End and release the indexes; harmless if not started."""
        self._stopping.set()
        with self._moved:
            self._moved.notify_all()
        if self._thread.ident is not None:
            self._thread.join(_STOP_SECONDS)

    def current(self) -> IndexPair | None:
        """The indexes, or None while they do not hold all that MongoDB holds."""
        return self._held

    def catch_up(self, timeout_seconds: float) -> None:
        """Wait until every write acknowledged before this call is applied.

        Raises `IndexNotReady` after `timeout_seconds`, `DatabaseUnavailable`.
        """
        deadline = time.monotonic() + timeout_seconds
        with self._moved:
            held_by = (
                min(deadline, time.monotonic() + _ABSENT_SECONDS) if self._absent else deadline
            )
            self._wait(held_by, lambda: self._held is not None)
            feed = self._feed
        if feed is None:
            raise self._not_ready()
        target = feed.barrier()
        with self._moved:
            self._wait(deadline, lambda: self._held is not None and self._applied >= target)

    def _wait(self, deadline: float, reached: Callable[[], bool]) -> None:
        self._moved.wait_for(
            lambda: reached() or self._stopping.is_set(), max(0.0, deadline - time.monotonic())
        )
        if not reached():
            raise self._not_ready()

    def _not_ready(self) -> IndexNotReady:
        return IndexNotReady(
            f"The search index does not yet hold all that MongoDB holds: {self.detail}.",
            hint="It catches up by itself; try again in a few seconds.",
        )

    def _run(self) -> None:
        retry_seconds = _FIRST_RETRY_SECONDS
        while not self._stopping.is_set():
            try:
                self._follow()
            except FeedInvalidated as reason:
                log.info("search_index_reads_again", reason=str(reason))
                retry_seconds = _FIRST_RETRY_SECONDS
                self._lose("the stored chunks must be read again")
            except StudioError as error:
                log.warning("search_index_waits", code=error.code)
                self._absent = isinstance(error, DatabaseUnavailable)
                self._lose(error.message.rstrip("."))
            # Whatever went wrong, a dead follower would serve an ever older index as current.
            except Exception as error:
                log.exception("search_index_failed")
                self._lose(f"reading failed ({type(error).__name__}), it is tried again")
            self._stopping.wait(retry_seconds)
            retry_seconds = min(2 * retry_seconds, _LONGEST_RETRY_SECONDS)
        self._lose("stopped")

    def _follow(self) -> None:
        feed = self._feed_factory()
        try:
            feed.open()
            indexes = self._load(feed)
            if indexes is None:
                return
            self._publish(indexes, feed)
            while not self._stopping.is_set():
                changes = feed.poll(_POLL_MS)
                if changes:
                    indexes.apply(changes)
                with self._moved:
                    self._applied = feed.position
                    self._moved.notify_all()
        finally:
            feed.close()

    def _load(self, feed: Feed) -> IndexPair | None:
        indexes = self._make_indexes()
        self.detail = "reading the stored chunks"
        for batch in feed.snapshot(_SNAPSHOT_BATCH):
            if self._stopping.is_set():
                indexes.close()
                return None
            indexes.apply([ChunkChange(entry.chunk_id, entry) for entry in batch])
            self.detail = f"reading the stored chunks, {len(indexes.texts)} so far"
        return indexes

    def _publish(self, indexes: IndexPair, feed: Feed) -> None:
        with self._moved:
            self._held, self._feed, self._applied = indexes, feed, feed.position
            self._absent = False
            self.detail = "following MongoDB"
            self._moved.notify_all()
        log.info("search_index_ready", texts=len(indexes.texts), vectors=len(indexes.vectors))

    def _lose(self, detail: str) -> None:
        with self._moved:
            lost, self._held, self._feed = self._held, None, None
            self.detail = detail
            self._moved.notify_all()
        if lost is not None:
            lost.close()
