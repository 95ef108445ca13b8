"""Asks a server for its health four times a second, in a process of its own, until told to stop.

A client in the process of fifty others would measure those others.
"""

import time
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any

import httpx

_SECONDS_BETWEEN = 0.25


class HealthProbe:
    """Starts with the context and ends with it; `latencies` are seconds, then."""

    def __init__(self, url: str) -> None:
        context = get_context("spawn")
        self._stop = context.Event()
        self._answers: Any = context.Queue()
        self._process = context.Process(
            target=_probe, args=(url, self._stop, self._answers), daemon=True
        )
        self.latencies: list[float] = []
        self.failures = 0

    def __enter__(self) -> "HealthProbe":
        self._process.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self.latencies, self.failures = self._answers.get(timeout=60)
        self._process.join(10)


def _probe(url: str, stop: Event, answers: Any) -> None:
    latencies, failures = [], 0
    with httpx.Client(base_url=url, timeout=30.0, trust_env=False) as http:
        while not stop.wait(_SECONDS_BETWEEN):
            started = time.perf_counter()
            try:
                failures += http.get("/api/health").status_code != 200
            except httpx.HTTPError:
                failures += 1
            latencies.append(time.perf_counter() - started)
    answers.put((latencies, failures))
