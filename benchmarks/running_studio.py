"""A studio as people run it: `ragstudio serve` with its own MongoDB and worker, over HTTP."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx

_UPLOADED_AT_ONCE = 50
# Looking costs the server time that would be counted as ingestion.
_LOOK_SECONDS = 0.2
_LONGEST_SECONDS = 7200.0
_STOP_SECONDS = 60
_UNFINISHED = ("queued", "processing")

Found = TypeVar("Found")


class RunningStudio:
    """Calls to one running server at `url`; `process` is `ragstudio serve` itself."""

    def __init__(self, url: str, process: subprocess.Popen[bytes], http: httpx.Client) -> None:
        self.url = url
        self.process = process
        self._http = http

    def upload(self, paths: list[Path]) -> None:
        """Hand files in; returns when the studio has taken them, not when they are ready."""
        for first in range(0, len(paths), _UPLOADED_AT_ONCE):
            some = paths[first : first + _UPLOADED_AT_ONCE]
            files = [("files", (path.name, path.read_bytes())) for path in some]
            self._http.post("/api/documents", files=files).raise_for_status()

    def wait_until_settled(self) -> None:
        """Return once every document is ready or has failed."""
        wait_for(lambda: not any(self._count_by_status().get(status) for status in _UNFINISHED))

    def count_chunks(self) -> int:
        """Chunks of all documents that are ready."""
        total, cursor = 0, None
        while True:
            page = self._get("/api/documents", status="ready", limit=100, cursor=cursor)
            total += sum(document["counts"]["chunks"] for document in page["items"])
            cursor = page["next_cursor"]
            if cursor is None:
                return total

    def search(self, query: str, **fields: Any) -> dict[str, Any]:
        """The answer to a question. Raises `httpx.HTTPStatusError`."""
        answer = self._http.post("/api/search", json={"query": query, **fields})
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def _count_by_status(self) -> dict[str, int]:
        counts: dict[str, int] = self._get("/api/documents", limit=1)["facets"]["status"]
        return counts

    def _get(self, path: str, **parameters: Any) -> dict[str, Any]:
        given = {name: value for name, value in parameters.items() if value is not None}
        answer = self._http.get(path, params=given)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found


@contextmanager
def serve(data_dir: Path, **settings: str) -> Iterator[RunningStudio]:
    """Start a studio on a free port and stop it at the end; it answers when this yields."""
    data_dir.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "DATA_DIR": str(data_dir),
        "PORT": "0",
        "HF_HUB_OFFLINE": "1",
        "RERANKER_MODEL": "offline",
        "LOG_LEVEL": "warning",
        **settings,
    }
    with (data_dir / "serve.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "ragstudio.cli", "serve"],
            cwd=data_dir,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        url = wait_for(lambda: _read_address(data_dir, process))
        with httpx.Client(base_url=url, timeout=600.0) as http:
            wait_for(lambda: _answers(http))
            yield RunningStudio(url, process, http)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


def wait_for(look: Callable[[], Found | None]) -> Found:
    """What `look` finds, looking again until it is something true. Raises `TimeoutError`."""
    deadline = time.monotonic() + _LONGEST_SECONDS
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(_LOOK_SECONDS)
    raise TimeoutError("the studio did not get there")


def _read_address(data_dir: Path, process: subprocess.Popen[bytes]) -> str | None:
    if process.poll() is not None:
        raise RuntimeError((data_dir / "serve.log").read_text()[-2000:])
    try:
        owner = json.loads((data_dir / "owner.json").read_text())
    except (OSError, ValueError):
        return None
    return owner.get("api_url") if owner.get("pid") == process.pid else None


def _answers(http: httpx.Client) -> bool:
    try:
        return http.get("/api/health").is_success
    except httpx.TransportError:
        return False
