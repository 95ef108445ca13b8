"""Commands about how documents are cut."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ragstudio.commands.context import DocumentId, Json, open_studio
from ragstudio.commands.output import build_console, show_document, write_json
from ragstudio.errors import InvalidRequest
from ragstudio.formats import content_type_of, kind_of_filename

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
    """Chunk a ready document again; its old chunks serve meanwhile."""

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


_PLAIN = "+plain"


def describe_source(source: str) -> dict[str, Any]:
    """A file's text with its content type, else the id of a document.

    Raises `InvalidRequest` for a file that is no text in UTF-8.
    """
    path = Path(source)
    if not path.is_file():
        return {"document_id": source}
    kind = kind_of_filename(path.name)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRequest(
            f"{path.name} is no text in UTF-8.",
            hint="Ingest the file, and give the id of its document.",
        ) from error
    content_type = content_type_of(kind, path.name) if kind else "text/plain"
    return {"text": text, "content_type": content_type}


def read_side(written: str) -> dict[str, Any]:
    """`rows`, `windows:300:40` or `windows:300+plain` as a side. Raises `InvalidRequest`."""
    plain = written.endswith(_PLAIN)
    strategy, *sizes = written.removesuffix(_PLAIN).split(":")
    if len(sizes) > 2 or not all(size.isdecimal() for size in sizes):
        raise InvalidRequest(
            f"{written!r} is no way to cut a text.",
            hint="Write STRATEGY[:SIZE[:OVERLAP]], such as windows:300:40 or rows.",
        )
    numbers: list[int | None] = [*map(int, sizes), None, None]
    return {
        "strategy": strategy or None,
        "size": numbers[0],
        "overlap": numbers[1],
        "read_as": "plain_text" if plain else "parsed",
    }


def read_fact(written: str) -> list[str]:
    """The values of a fact, which are joined by semicolons."""
    return [value.strip() for value in written.split(";") if value.strip()]


_PREVIEW = 70


def show_laboratory(report: Mapping[str, Any]) -> None:
    """The sides compared, where each fact stands, and the chunks of each side."""
    console = build_console()
    sides = report["sides"]
    console.print(_compare(sides, report["window_tokens"]))
    if any(side["evidence"] for side in sides):
        console.print(_show_evidence(sides))
    for side in sides:
        console.print()
        console.print(Text(_name(side), style="bold"))
        for warning in side["warnings"]:
            console.print(Text(warning, style="yellow"))
        console.print(_list_chunks(side["chunks"]))


def _compare(sides: Sequence[Mapping[str, Any]], window: int) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for side in sides:
        table.add_column(_name(side), justify="right")
    figures = [side["statistics"] for side in sides]
    table.add_row("chunks", *(str(each["chunks"]) for each in figures))
    for unit in ("characters", "tokens"):
        spread = (
            f"{each[unit]['minimum']} / {each[unit]['median']:g} / {each[unit]['maximum']}"
            for each in figures
        )
        table.add_row(f"{unit}, least / middle / most", *spread)
    table.add_row(f"beyond {window} tokens", *(str(each["truncated"]) for each in figures))
    return table


def _show_evidence(sides: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("evidence")
    for side in sides:
        table.add_column(_name(side))
    evidence = [side["evidence"] for side in sides]
    for place, fact in enumerate(evidence[0]["facts"]):
        cells = (_describe_fact(each["facts"][place]) for each in evidence)
        table.add_row("; ".join(fact["values"]), *cells)
    searches = [each["search"] for each in evidence]
    if searches[0]:
        table.add_row(
            f"first {searches[0]['limit']} found", *(_describe_search(each) for each in searches)
        )
    return table


def _describe_fact(fact: Mapping[str, Any]) -> Text:
    if fact["chunks"]:
        places = ", ".join(f"#{index}" for index in fact["chunks"][:5])
        found = "" if fact["found"] is not False else ", not found"
        return Text(f"whole in {places}{found}", style="red" if found else "green")
    missing = ", ".join(fact["missing"])
    near = "" if fact["nearest"] is None else f"#{fact['nearest']} "
    return Text(f"in no chunk: {near}lacks {missing}", style="red")


def _describe_search(search: Mapping[str, Any]) -> Text:
    places = ", ".join(f"#{result['chunk_index']}" for result in search["results"])
    held = search["holds_every_fact"]
    if held is None:
        return Text(places)
    return Text(
        f"{'every fact' if held else 'not every fact'} in {places}",
        style="green" if held else "red",
    )


def _list_chunks(chunks: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("#", "from", "to", "tokens"):
        table.add_column(column, justify="right")
    table.add_column("content", overflow="ellipsis", no_wrap=True)
    for chunk in chunks:
        beyond = f" (+{chunk['truncated_tokens']})" if chunk["truncated_tokens"] else ""
        content = " ".join(chunk["content"].split())
        table.add_row(
            str(chunk["chunk_index"]),
            str(chunk["char_start"]),
            str(chunk["char_end"]),
            f"{chunk['token_count']}{beyond}",
            Text(content if len(content) <= _PREVIEW else f"{content[:_PREVIEW]}…"),
        )
    return table


def _name(side: Mapping[str, Any]) -> str:
    chunking = side["chunking"]
    plain = ", plain text" if side["read_as"] == "plain_text" else ""
    return f"{chunking['strategy']} {chunking['size']}/{chunking['overlap']}{plain}"
