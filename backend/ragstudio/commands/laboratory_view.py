"""The laboratory's report on a terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from ragstudio.commands.output import build_console

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
