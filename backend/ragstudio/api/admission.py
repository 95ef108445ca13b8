"""Whether an upload may come in now: not too many files a minute, not too long a queue."""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from ragstudio.errors import StudioError
from ragstudio.records import DocumentStatus
from ragstudio.settings import Settings
from ragstudio.storage.client import Database

_MOST_ADDRESSES = 10_000
_QUEUE_RETRY_SECONDS = 30


class UploadRateExceeded(StudioError):
    """An address has uploaded more files in a minute than `UPLOADS_PER_MINUTE`."""

    code = "upload_rate_exceeded"
    status = 429


class QueueFull(StudioError):
    """`MAX_QUEUED_DOCUMENTS` wait for a worker."""

    code = "queue_full"
    status = 503


@dataclass(slots=True)
class _Bucket:
    """A token bucket: what is left of it, and when that was so."""

    left: float
    at: float


class UploadRate:
    """A limit on the files each address may upload in a minute.

    Source: the token bucket, with room for one minute's files. What an upload holds over the
    room is owed: it comes in whole, and the next waits the longer. Safe to call from several
    threads.
    """

    def __init__(self, per_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._now = now
        self._buckets: dict[str, _Bucket] = {}
        self._lock = threading.Lock()

    def admit(self, address: str) -> None:
        """Take one file's place for an upload that begins. Raises `UploadRateExceeded`."""
        with self._lock:
            bucket = self._refill(address)
            if bucket.left < 1:
                seconds = math.ceil((1 - bucket.left) * 60 / self._per_minute)
                raise UploadRateExceeded(
                    f"More than {self._per_minute} files came from {address} within a minute.",
                    hint=f"Go on in {seconds} seconds, or raise UPLOADS_PER_MINUTE.",
                    details={
                        "limit_files_per_minute": self._per_minute,
                        "retry_after_seconds": seconds,
                    },
                )
            bucket.left -= 1

    def charge(self, address: str, further_files: int) -> None:
        """Count the files of an upload beyond its first."""
        with self._lock:
            self._refill(address).left -= further_files

    def _refill(self, address: str) -> _Bucket:
        now = self._now()
        if address not in self._buckets and len(self._buckets) >= _MOST_ADDRESSES:
            self._forget_the_oldest()
        bucket = self._buckets.setdefault(address, _Bucket(self._per_minute, now))
        gained = (now - bucket.at) * self._per_minute / 60
        bucket.left, bucket.at = min(self._per_minute, bucket.left + gained), now
        return bucket

    def _forget_the_oldest(self) -> None:
        by_age = sorted(self._buckets, key=lambda address: self._buckets[address].at)
        for address in by_age[: _MOST_ADDRESSES // 2]:
            del self._buckets[address]


def check_queue(database: Database, settings: Settings) -> None:
    """Raises `QueueFull` while as many documents wait as may."""
    most = settings.max_queued_documents
    if database.documents.count_with_status(DocumentStatus.QUEUED, most) < most:
        return
    raise QueueFull(
        f"{most} documents wait for a worker already.",
        hint="Try again when some of them are done, start more workers with `ragstudio worker`, "
        "or raise MAX_QUEUED_DOCUMENTS. Nothing was stored.",
        details={"limit_documents": most, "retry_after_seconds": _QUEUE_RETRY_SECONDS},
    )
