"""The studio under soak: a real `ragstudio serve` open to fifty clients at once, and its memory."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from benchmarks.running_studio import RunningStudio, serve

_MIB = 1024 * 1024
# All clients come from one address, so the limits on uploads are raised. The models are those of
# whoever runs this, not the fixed ones of the comparisons.
_SETTINGS = {
    "UPLOADS_PER_MINUTE": "100000",
    "MAX_QUEUED_DOCUMENTS": "100000",
    "MONGODB_URI": "",
    "API_TOKEN": "",
    "HF_HUB_OFFLINE": os.environ.get("HF_HUB_OFFLINE", "0"),
    "RERANKER_MODEL": os.environ.get("RERANKER_MODEL", "auto"),
}


@contextmanager
def run_studio() -> Iterator[RunningStudio]:
    """Serve on a free port until the context ends; nothing of it is left."""
    with (
        tempfile.TemporaryDirectory(prefix="ragstudio-soak-") as folder,
        serve(Path(folder) / "data", **_SETTINGS) as studio,
    ):
        yield studio


def measure_memory(process: subprocess.Popen[bytes]) -> dict[str, float]:
    """Resident memory of a server in MiB by part: API, workers with their parsers, mongod."""
    server = psutil.Process(process.pid)
    sizes = {"api": server.memory_info().rss, "worker": 0, "mongod": 0}
    for child in server.children(recursive=True):
        try:
            name = "mongod" if child.name() == "mongod" else "worker"
            sizes[name] += child.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return {name: round(size / _MIB, 1) for name, size in sizes.items()}
