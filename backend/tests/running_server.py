"""Calls to the one server all API and command tests share."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import uuid4

import httpx

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


def assert_error(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The answer is an error of the one shape; returns it."""
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    error: dict[str, Any] = answer.json()["error"]
    assert set(error) == {"code", "message", "hint", "details", "request_id"}
    assert error["code"] == code
    assert error["message"] and error["hint"]
    assert error["request_id"] == answer.headers["x-request-id"]
    return error
