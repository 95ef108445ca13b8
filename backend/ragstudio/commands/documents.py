"""Commands about documents and questions."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from ragstudio.commands.chunking import Overlap, Size, Strategy
from ragstudio.commands.client import CallRefused, StudioClient
from ragstudio.commands.context import DocumentId, Json, Mode, open_studio
from ragstudio.commands.output import (
    show_document,
    show_documents,
    show_event,
    show_receipt,
    show_search,
    write_json,
)

DEFAULT_GROUP = "default"


@dataclass(frozen=True, slots=True)
class FileToIngest:
    """A file and the group it goes in."""

    path: Path
    group: str


def ingest(
    *,
    paths: Annotated[list[Path], typer.Argument(exists=True, help="Files and folders.")],
    group: Annotated[str | None, typer.Option(help="Group; a folder's name if left out.")] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Return when all are ready.")] = False,
    keep: Annotated[
        bool, typer.Option("--keep-duplicates", help="Take bytes the studio already holds again.")
    ] = False,
    strategy: Strategy = None,
    size: Size = None,
    overlap: Overlap = None,
    as_json: Json = False,
) -> None:
    """Upload files; folders with everything in them."""

    files = list(collect_files(paths, group))
    with open_studio(workers=1 if wait else 0) as client:
        result = ingest_files(
            client,
            files,
            keep=keep,
            chunking={"strategy": strategy, "size": size, "overlap": overlap},
            wait=wait,
            report=(lambda word, name, more: None) if as_json else show_event,
        )
    if as_json:
        write_json(json.dumps({"items": result.items}, ensure_ascii=False))
    raise typer.Exit(1 if result.failed else 0)


def list_documents(
    *,
    status: Annotated[list[str] | None, typer.Option(help="Keep this status.")] = None,
    group: Annotated[list[str] | None, typer.Option(help="Keep this group.")] = None,
    text: Annotated[str, typer.Option("--text", help="Text in the file name.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=500)] = 100,
    cursor: Annotated[str | None, typer.Option(help="Where the last page ended.")] = None,
    as_json: Json = False,
) -> None:
    """List the documents, newest first."""

    with open_studio() as client:
        answer = client.get(
            "/documents", status=status, group=group, q=text or None, limit=limit, cursor=cursor
        )
    write_json(answer.text) if as_json else show_documents(answer.json())


def show(document_id: DocumentId, as_json: Json = False) -> None:
    """Show one document and where it is stored."""

    with open_studio() as client:
        answer = client.get(f"/documents/{document_id}")
        if as_json:
            write_json(answer.text)
            return
        show_document(answer.json(), client.get(f"/documents/{document_id}/storage").json())


def search(
    *,
    query: Annotated[str, typer.Argument(help="The question.")],
    mode: Annotated[Mode, typer.Option(help="How to answer.")] = Mode.HYBRID,
    limit: Annotated[int, typer.Option(min=1, max=100, help="Most passages.")] = 6,
    as_of: Annotated[str | None, typer.Option(help="Day, YYYY-MM-DD.")] = None,
    include_superseded: Annotated[bool, typer.Option("--include-superseded")] = False,
    minimum_score: Annotated[
        float | None, typer.Option(min=0, max=1, help="Abstention threshold for this search.")
    ] = None,
    candidates: Annotated[
        int | None, typer.Option(min=1, max=500, help="Candidates of each branch.")
    ] = None,
    group: Annotated[list[str] | None, typer.Option(help="Search this group.")] = None,
    document: Annotated[list[str] | None, typer.Option(help="Search this document, by id.")] = None,
    source_status: Annotated[
        list[str] | None, typer.Option(help="Search sources of this status.")
    ] = None,
    section: Annotated[
        str | None, typer.Option(help="Search a heading path and what is below it.")
    ] = None,
    block_type: Annotated[
        list[str] | None, typer.Option(help="Search passages of this type.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Ask a question."""

    body: dict[str, Any] = {
        "query": query,
        "mode": mode.value,
        "limit": limit,
        "as_of": as_of,
        "include_superseded": include_superseded,
        "minimum_score": minimum_score,
        "candidates": candidates,
        "filters": {
            "group": group or [],
            "document_ids": document or [],
            "source_status": source_status or [],
            "section": section,
            "block_type": block_type or [],
        },
    }
    with open_studio() as client:
        answer = client.call("POST", "/search", json=body)
    write_json(answer.text) if as_json else show_search(answer.json())


def delete(document_id: DocumentId, as_json: Json = False) -> None:
    """Delete a document in every form and show the receipt."""

    with open_studio() as client:
        answer = client.call("DELETE", f"/documents/{document_id}")
    write_json(answer.text) if as_json else show_receipt(answer.json())
    raise typer.Exit(0 if answer.json()["verified"] else 1)


def retry(document_id: DocumentId, as_json: Json = False) -> None:
    """Queue a failed document again."""

    with open_studio() as client:
        answer = client.call("POST", f"/documents/{document_id}/retry")
    write_json(answer.text) if as_json else show_document(answer.json())


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


def collect_files(paths: Sequence[Path], group: str | None) -> Iterator[FileToIngest]:
    """The files of all paths in order; folders with everything below them, hidden files left out.

    Without a `group`, a file found in a folder goes in the group named after the folder it lies
    in, and a file named directly in `default`.
    """
    for path in paths:
        if not path.is_dir():
            yield FileToIngest(path, group or DEFAULT_GROUP)
            continue
        root = path.resolve()
        for file in sorted(root.rglob("*")):
            inside = file.relative_to(root).parts
            if file.is_file() and not any(part.startswith(".") for part in inside):
                yield FileToIngest(file, group or file.parent.name or DEFAULT_GROUP)
