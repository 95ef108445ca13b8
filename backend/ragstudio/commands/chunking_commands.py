"""Commands about how documents are cut."""

import time
from typing import Annotated, Any

import typer

from ragstudio.commands.context import DocumentId, Json, open_studio

Strategy = Annotated[
    str | None, typer.Option("--strategy", help="How to cut; the file kind decides if left out.")
]
Size = Annotated[int | None, typer.Option("--size", help="Chunk size in characters.")]
Overlap = Annotated[int | None, typer.Option("--overlap", help="Overlap in characters.")]
_LOOK_SECONDS = 0.3


def rechunk(
    *,
    document_id: DocumentId,
    strategy: Strategy = None,
    size: Size = None,
    overlap: Overlap = None,
    wait: Annotated[bool, typer.Option("--wait", help="Return when the new chunks serve.")] = False,
    as_json: Json = False,
) -> None:
    """Cut a ready document anew; its old chunks serve meanwhile."""
    from ragstudio.commands.output import show_document, write_json

    body = {"strategy": strategy, "size": size, "overlap": overlap}
    with open_studio(workers=1 if wait else 0) as client:
        answer = client.call("POST", f"/documents/{document_id}/chunking", json=body)
        while wait and _is_under_way(answer.json()):
            time.sleep(_LOOK_SECONDS)
            answer = client.get(f"/documents/{document_id}")
    document = answer.json()
    write_json(answer.text) if as_json else show_document(document)
    rechunking = document["rechunking"]
    failed = document["status"] != "ready" or bool(rechunking and rechunking["error"])
    raise typer.Exit(1 if failed else 0)


def laboratory(
    *,
    source: Annotated[str, typer.Argument(help="Id of a ready document, or a text file.")],
    side: Annotated[
        list[str] | None,
        typer.Option(help="STRATEGY[:SIZE[:OVERLAP]], with `+plain` for bare text; up to two."),
    ] = None,
    fact: Annotated[
        list[str] | None, typer.Option(help="Values that must stand together, joined by `;`.")
    ] = None,
    question: Annotated[str | None, typer.Option(help="Search the chunks for this.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=50, help="Results that count.")] = 6,
    as_json: Json = False,
) -> None:
    """Try ways to cut a text, side by side; nothing is stored."""
    from ragstudio.commands.laboratory_sides import describe_source, read_fact, read_side
    from ragstudio.commands.laboratory_view import show_laboratory
    from ragstudio.commands.output import write_json

    body: dict[str, Any] = {
        **describe_source(source),
        "sides": [read_side(each) for each in side or ["auto"]],
    }
    if fact or question:
        facts = [read_fact(each) for each in fact or []]
        body["evidence"] = {"facts": facts, "question": question, "limit": limit}
    with open_studio() as client:
        answer = client.call("POST", "/laboratory/chunking", json=body)
    write_json(answer.text) if as_json else show_laboratory(answer.json())


def _is_under_way(document: dict[str, Any]) -> bool:
    rechunking = document["rechunking"]
    return document["status"] == "ready" and bool(rechunking) and not rechunking["error"]
