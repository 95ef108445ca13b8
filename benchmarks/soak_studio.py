"""The studio under soak: a real `ragstudio serve` in a folder of its own, and its memory."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

_MIB = 1024 * 1024
_READY = re.compile(r"ready at (http://\S+)")
_STOP_SECONDS = 60


@dataclass(frozen=True, slots=True)
class RunningStudio:
    """A server, and the processes it consists of."""

    url: str
    process: "subprocess.Popen[str]"

    def measure_memory(self) -> dict[str, float]:
        """Resident memory in MiB by part: API, workers with their parsers, mongod."""
        server = psutil.Process(self.process.pid)
        sizes = {"api": server.memory_info().rss, "worker": 0, "mongod": 0}
        for child in server.children(recursive=True):
            try:
                name = "mongod" if child.name() == "mongod" else "worker"
                sizes[name] += child.memory_info().rss
            except psutil.NoSuchProcess:
                continue
        return {name: round(size / _MIB, 1) for name, size in sizes.items()}


@contextmanager
def run_studio() -> Iterator[RunningStudio]:
    """Serve on a free port until the context ends; nothing of it is left.

    The limits on uploads are raised: all clients come from one address.
    """
    with tempfile.TemporaryDirectory(prefix="ragstudio-soak-") as folder:
        root = Path(folder)
        environment = {
            **os.environ,
            "DATA_DIR": str(root / "data"),
            "PORT": "0",
            "LOG_LEVEL": "warning",
            "UPLOADS_PER_MINUTE": "100000",
            "MAX_QUEUED_DOCUMENTS": "100000",
            "MONGODB_URI": "",
            "API_TOKEN": "",
        }
        with (root / "log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "ragstudio.cli", "serve"],
                cwd=root,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
            try:
                yield RunningStudio(_read_address(process), process)
            finally:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(_STOP_SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()


def _read_address(process: "subprocess.Popen[str]") -> str:
    for line in process.stdout or ():
        if found := _READY.search(line):
            return found[1]
    raise SystemExit("The studio did not start; its log is gone with its folder.")
