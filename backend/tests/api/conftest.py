"""One running server for all API tests: real HTTP, mongod, models, engine and worker."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import pytest
import uvicorn

from ragstudio.api.app import create_app
from ragstudio.lifecycle.worker import Worker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.settings import Settings
from ragstudio.storage.embedded import EmbeddedMongod
from ragstudio.studio import Studio

Found = TypeVar("Found")

MAX_UPLOAD_FILES = 4


def wait_for(look: Callable[[], Found | None], seconds: float = 60.0) -> Found:
    """What `look` finds, looking again until it is something true."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError(f"nothing came within {seconds} seconds")


def new_text(about: str = "a lighthouse") -> str:
    """A short text that no other test has uploaded."""
    return f"# Note {uuid4().hex}\n\nThis is a note about {about}.\n"


@dataclass
class Api:
    """Calls to the running server."""

    http: httpx.Client
    studio: Studio

    def upload(self, *files: tuple[str, str | bytes], **fields: str) -> httpx.Response:
        return self.http.post(
            "/api/documents", files=[("files", file) for file in files], data=fields
        )

    def add(self, content: str | bytes, filename: str = "note.md", **fields: str) -> dict[str, Any]:
        """Upload one file that must be accepted; its record."""
        answer = self.upload((filename, content), **fields)
        assert answer.status_code == 202, answer.text
        item: dict[str, Any] = answer.json()["items"][0]
        return item

    def settle(self, document_id: str) -> dict[str, Any]:
        """The record once the document is ready or has failed."""

        def look() -> dict[str, Any] | None:
            document: dict[str, Any] = self.http.get(f"/api/documents/{document_id}").json()
            return document if document["status"] in {"ready", "failed"} else None

        return wait_for(look)

    def ingest(self, content: str | bytes, filename: str = "note.md", **fields: str) -> Any:
        """Upload one file and wait; its record, ready."""
        document = self.settle(self.add(content, filename, **fields)["id"])
        assert document["status"] == "ready", document
        return document


@pytest.fixture(scope="session")
def api_settings(mongod: EmbeddedMongod) -> Settings:
    return Settings(
        _env_file=None,
        mongodb_uri=mongod.uri,
        mongodb_database=f"test_api_{uuid4().hex[:8]}",
        max_upload_mb=1,
        max_upload_files=MAX_UPLOAD_FILES,
        workers=0,
        reranker_model="offline",
    )


@pytest.fixture(scope="session")
def studio(api_settings: Settings) -> Iterator[Studio]:
    """A started studio whose worker runs in a thread of the test process."""
    studio = Studio.open(api_settings)
    studio.start()
    parser = ParserPool(timeout_seconds=30, memory_mb=1024)
    worker = Worker(studio.database, studio.embedder, parser, api_settings)
    thread = threading.Thread(target=worker.run, daemon=True)
    thread.start()
    yield studio
    worker.stop()
    thread.join()
    parser.close()
    studio.database.drop()
    studio.close()


@pytest.fixture(scope="session")
def api(api_settings: Settings, studio: Studio) -> Iterator[Api]:
    """The server on a free port of this machine."""
    config = uvicorn.Config(
        create_app(api_settings, studio), port=0, log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30.0) as http:
        yield Api(http, studio)
    server.should_exit = True
    thread.join()


def assert_error(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The answer is an error of the one shape; returns it."""
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    error: dict[str, Any] = answer.json()["error"]
    assert set(error) == {"code", "message", "hint", "details"}
    assert error["code"] == code
    assert error["message"] and error["hint"]
    assert answer.headers["x-request-id"]
    return error
