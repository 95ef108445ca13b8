"""`ragstudio ingest`: upload files one by one, and wait for them if asked to."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragstudio.commands.client import CallRefused, StudioClient
from ragstudio.commands.files import FileToIngest

_LOOK_SECONDS = 0.3
_MEDIA_TYPE = "application/octet-stream"

Reporter = Callable[[str, str, str], None]
"""Called with a word for what happened, the file's name, and more about it."""


@dataclass(slots=True)
class IngestResult:
    """What became of the files; `items` as the API last answered about each."""

    items: list[dict[str, Any]] = field(default_factory=list)
    failed: int = 0


def ingest_files(
    client: StudioClient,
    files: Sequence[FileToIngest],
    *,
    keep: bool,
    chunking: Mapping[str, str | int | None],
    wait: bool,
    report: Reporter,
) -> IngestResult:
    """Upload the files, cut as `chunking` says (`strategy`, `size`, `overlap`).

    One that is already held counts as done, any other refusal as failed. With `wait`, returns
    when each is ready or has failed. Raises `StudioUnreachable`.
    """
    result = IngestResult()
    waiting: list[str] = []
    fields = {f"chunk_{name}": str(value) for name, value in chunking.items() if value is not None}
    fields["on_duplicate"] = "keep" if keep else "reject"
    for file in files:
        item = _upload(client, file, fields)
        result.items.append(item)
        error = item.get("error") if "id" not in item else None
        if error is None:
            report("queued", item["filename"], f"{item['id']}  group {item['group']}")
            waiting.append(item["id"])
        elif error["code"] == "duplicate_document":
            report("already here", item["filename"], error["details"].get("document_id", ""))
            waiting.append(error["details"]["document_id"])
        else:
            result.failed += 1
            report("refused", item["filename"], f"{error['message']} {error['hint']}")
    if wait:
        ended = {}
        for document_id in waiting:
            document = _wait(client, document_id, report)
            result.failed += document is None or document["status"] == "failed"
            ended[document_id] = document
        result.items = [ended.get(item.get("id", "")) or item for item in result.items]
    return result


def _upload(client: StudioClient, file: FileToIngest, fields: Mapping[str, str]) -> dict[str, Any]:
    with file.path.open("rb") as stream:
        try:
            answer = client.call(
                "POST",
                "/documents",
                files=[("files", (file.path.name, stream, _MEDIA_TYPE))],
                data={"group": file.group, **fields},
            )
        except CallRefused as refusal:
            if refusal.is_about_caller:
                raise
            return {"filename": file.path.name, "error": refusal.as_dict()}
    item: dict[str, Any] = answer.json()["items"][0]
    return item


def _wait(client: StudioClient, document_id: str, report: Reporter) -> dict[str, Any] | None:
    """The document once it is ready or has failed; None where it is gone."""
    while True:
        try:
            document: dict[str, Any] = client.get(f"/documents/{document_id}").json()
        except CallRefused as refusal:
            report("deleted", document_id, refusal.message)
            return None
        if document["status"] == "ready":
            report("ready", document["filename"], f"{document['counts']['chunks']} chunks")
            return document
        if document["status"] == "failed":
            error = document["error"]
            report("failed", document["filename"], f"{error['message']} {error['hint']}")
            return document
        time.sleep(_LOOK_SECONDS)
