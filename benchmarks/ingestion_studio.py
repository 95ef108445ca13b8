"""Ingestion by the studio: files over HTTP, until every document can be found by a search."""

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.corpora import list_files
from benchmarks.meter import Meter
from benchmarks.ready_chunks import WARM_UP
from benchmarks.running_studio import serve


def measure(files: str) -> dict[str, Any]:
    """Upload every file of a folder and wait until none is queued or in work.

    Covers the server, its MongoDB, the worker and its parsers; the models are warm.
    """
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder) / "data") as studio:
        warm_up = Path(folder) / "warm-up.txt"
        warm_up.write_text("\n".join(WARM_UP), encoding="utf-8")
        studio.upload([warm_up])
        studio.wait_until_settled()
        before = studio.count_chunks()
        paths = list_files(Path(files))
        with Meter() as meter:
            studio.upload(paths)
            studio.wait_until_settled()
        return {"chunks": studio.count_chunks() - before, **meter.describe()}
