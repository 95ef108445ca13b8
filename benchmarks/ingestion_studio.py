"""Ingestion by the studio: files over HTTP, until every document can be found by a search."""

import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.corpora import list_files
from benchmarks.meter import Meter, tree_cpu_seconds
from benchmarks.ready_chunks import WARM_UP
from benchmarks.running_studio import serve, wait_for

# What waiting workers ask of the queue takes less, loading a model more.
_REST_CPU_SECONDS = 0.25
_WARM_UPS_A_WORKER = 8


def measure(files: str, workers: int = 1) -> dict[str, Any]:
    """Upload every file of a folder and wait until none is queued or in work.

    Covers the server, its MongoDB, the workers and their parsers; the models are warm.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder) / "data", WORKERS=str(workers)) as studio,
    ):
        wait_for(_is_at_rest)
        studio.upload(_write_warm_up(Path(folder), workers))
        studio.wait_until_settled()
        before = studio.count_chunks()
        paths = list_files(Path(files))
        with Meter() as meter:
            studio.upload(paths)
            studio.wait_until_settled()
        return {"chunks": studio.count_chunks() - before, **meter.describe()}


def _write_warm_up(folder: Path, workers: int) -> list[Path]:
    """Enough small documents for each worker to take some."""
    paths = [folder / f"warm-up-{number}.txt" for number in range(_WARM_UPS_A_WORKER * workers)]
    for path in paths:
        path.write_text("\n".join([path.name, *WARM_UP]), encoding="utf-8")
    return paths


def _is_at_rest() -> bool:
    """Whether no process does more than wait: one worker may be ready while others load."""
    before = tree_cpu_seconds()
    time.sleep(1.0)
    return tree_cpu_seconds() - before < _REST_CPU_SECONDS
