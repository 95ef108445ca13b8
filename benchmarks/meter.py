"""What a piece of work costs this process and all its children: time, CPU time, memory.

Needs nothing but psutil, so that it runs in the peers' environment too. CPU seconds are what to
compare on a machine that does other things as well: they grow little when others want its cores.
"""

import os
import threading
import time
from types import TracebackType
from typing import Self

import psutil

_SAMPLE_SECONDS = 0.25
_MEBIBYTE = 1024 * 1024


class Meter:
    """Measures what runs inside `with`, over the process tree.

    `wall_seconds` and `cpu_seconds` cover the block; `peak_mb` is the largest sum of resident
    memory seen, in MiB, of everything the tree held, models included.
    `started` is the reading of `time.perf_counter` at the beginning.
    """

    def __init__(self) -> None:
        self.started = 0.0
        self.wall_seconds = 0.0
        self.cpu_seconds = 0.0
        self.peak_mb = 0.0
        self._done = threading.Event()
        self._sampler = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._look()
        self._sampler.start()
        self._cpu_before = tree_cpu_seconds()
        self.started = time.perf_counter()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.wall_seconds = time.perf_counter() - self.started
        self.cpu_seconds = tree_cpu_seconds() - self._cpu_before
        self._done.set()
        self._sampler.join()
        self._look()

    def describe(self) -> dict[str, float]:
        """The figures, with the machine's load average of the last minute."""
        return {
            "wall_seconds": self.wall_seconds,
            "cpu_seconds": self.cpu_seconds,
            "peak_mb": self.peak_mb,
            "load_average": os.getloadavg()[0],
        }

    def _sample(self) -> None:
        while not self._done.wait(_SAMPLE_SECONDS):
            self._look()

    def _look(self) -> None:
        self.peak_mb = max(self.peak_mb, tree_memory_mb())


def tree_cpu_seconds() -> float:
    """CPU seconds of this process, its living descendants, and those that have ended."""
    seconds = 0.0
    for process in _tree():
        try:
            spent = process.cpu_times()
        except psutil.Error:
            continue
        seconds += spent.user + spent.system + spent.children_user + spent.children_system
    return float(seconds)


def tree_memory_mb() -> float:
    """Resident memory of this process and its living descendants, in MiB."""
    return sum(memory_mb(process) for process in _tree())


def memory_mb(process: psutil.Process) -> float:
    """Resident memory of one process, in MiB; 0 once it has ended."""
    try:
        return float(process.memory_info().rss) / _MEBIBYTE
    except psutil.Error:
        return 0.0


def _tree() -> list[psutil.Process]:
    this = psutil.Process()
    return [this, *this.children(recursive=True)]
