"""Ways in which `mongod` is away, each over at the end of its `with`, and what holds meanwhile."""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import httpx

from tests.faults.processes import StudioProcesses
from tests.running_server import assert_error

Absence = Callable[[StudioProcesses], AbstractContextManager[None]]
Call = tuple[str, str, dict[str, Any]]
"""Method, path and content."""


@contextmanager
def killed(studio: StudioProcesses) -> Iterator[None]:
    """`mongod` is killed, and what it is started anew from is not there."""
    data = studio.settings.data_dir / "mongodb"
    hidden = data.with_name("hidden")
    data.rename(hidden)
    data.write_text("")
    studio.kill("mongod")
    try:
        yield
    finally:
        data.unlink()
        hidden.rename(data)


@contextmanager
def frozen(studio: StudioProcesses) -> Iterator[None]:
    """`mongod` holds its connections open and says nothing."""
    studio.signal("mongod", signal.SIGSTOP)
    try:
        yield
    finally:
        studio.signal("mongod", signal.SIGCONT)


def check_refused(http: httpx.Client, calls: Sequence[Call], most_seconds: float) -> None:
    """Made at once, each call is refused as it should be, within `most_seconds`."""
    with ThreadPoolExecutor(len(calls)) as pool:
        seconds = list(pool.map(lambda call: _time_refusal(http, *call), calls))
    slow = [call[:2] for call, each in zip(calls, seconds, strict=True) if each > most_seconds]
    assert slow == [], seconds


def check_served(http: httpx.Client, most_seconds: float) -> None:
    """The interface and the health are there, within `most_seconds`."""
    started = time.monotonic()
    assert http.get("/").status_code == 200
    assert http.get("/api/health").json()["status"] == "ok"
    assert time.monotonic() - started < most_seconds


def _time_refusal(http: httpx.Client, method: str, path: str, content: dict[str, Any]) -> float:
    """Have one call refused; returns the seconds it took."""
    started = time.monotonic()
    refused = http.request(method, path, **content)
    seconds = time.monotonic() - started
    code = refused.json()["error"]["code"]
    assert code in {"database_unavailable", "index_not_ready"}, (method, path, refused.text)
    assert_error(refused, 503, code)
    return seconds
