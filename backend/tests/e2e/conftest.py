"""The real `ragstudio serve`, as a person starts it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from tests.running_server import wait_for


class Server:
    """One server process on a data directory; can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "RAGSTUDIO_URL"},
            "DATA_DIR": str(folder / "data"),
            "RERANKER_MODEL": "none",
            "PORT": "0",
        }
        self.log = folder / "serve.log"
        self.process: psutil.Popen | None = None
        self.http = httpx.Client()

    def start(self) -> None:
        """Start, and return once it says its address."""
        with self.log.open("w") as log:
            self.process = psutil.Popen(
                [sys.executable, "-m", "ragstudio.cli", "serve"],
                cwd=self.folder,
                env=self.environment,
                stdout=log,
                stderr=log,
            )

        def look() -> str | None:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            found = re.search(r"ready at (http://\S+)", self.log.read_text())
            return found[1] if found else None

        self.http = httpx.Client(base_url=wait_for(look, 120), timeout=60)

    def children(self, word: str) -> list[psutil.Process]:
        """The server's descendants whose command line holds `word`."""
        assert self.process is not None
        return [child for child in self.process.children(recursive=True) if word in _command(child)]

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """One command on the same data directory."""
        return subprocess.run(
            [sys.executable, "-m", "ragstudio.cli", *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )

    def upload(self, filename: str, text: str) -> str:
        """Id of a newly uploaded document."""
        answer = self.http.post("/api/documents", files=[("files", (filename, text))])
        return str(answer.json()["items"][0]["id"])

    def document(self, document_id: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.http.get(f"/api/documents/{document_id}").json()
        return answer

    def wait_until(
        self, document_id: str, condition: Callable[[dict[str, Any]], bool]
    ) -> dict[str, Any]:
        """The document once it meets the condition."""

        def look() -> dict[str, Any] | None:
            try:
                document = self.document(document_id)
            except httpx.TransportError:
                return None
            return document if "status" in document and condition(document) else None

        return wait_for(look, 150)

    def end(self) -> None:
        """End whatever still runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("studio"))
    server.start()
    yield server
    server.end()
