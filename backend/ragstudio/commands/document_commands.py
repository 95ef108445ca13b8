"""Commands about documents and questions."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ragstudio.commands.chunking_commands import Overlap, Size, Strategy
from ragstudio.commands.context import DocumentId, Json, Mode, open_studio


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
    from ragstudio.commands.files import collect_files
    from ragstudio.commands.ingesting import ingest_files
    from ragstudio.commands.output import show_event, write_json

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
    from ragstudio.commands.output import show_documents, write_json

    with open_studio() as client:
        answer = client.get(
            "/documents", status=status, group=group, q=text or None, limit=limit, cursor=cursor
        )
    write_json(answer.text) if as_json else show_documents(answer.json())


def show(document_id: DocumentId, as_json: Json = False) -> None:
    """Show one document and where it is stored."""
    from ragstudio.commands.output import show_document, write_json

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
    from ragstudio.commands.output import show_search, write_json

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
    from ragstudio.commands.output import show_receipt, write_json

    with open_studio() as client:
        answer = client.call("DELETE", f"/documents/{document_id}")
    write_json(answer.text) if as_json else show_receipt(answer.json())
    raise typer.Exit(0 if answer.json()["verified"] else 1)


def retry(document_id: DocumentId, as_json: Json = False) -> None:
    """Queue a failed document again."""
    from ragstudio.commands.output import show_document, write_json

    with open_studio() as client:
        answer = client.call("POST", f"/documents/{document_id}/retry")
    write_json(answer.text) if as_json else show_document(answer.json())
