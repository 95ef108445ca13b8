"""What commands show to a person: tables and lines, built from what the API answered."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ragstudio.errors import StudioError

_COLOURS = {
    "ready": "green",
    "done": "green",
    "queued": "cyan",
    "already here": "cyan",
    "imported": "green",
    "duplicate": "cyan",
    "conflict": "red",
    "left out": "red",
    "processing": "yellow",
    "failed": "red",
    "missing": "red",
    "refused": "red",
    "deleted": "red",
    "deleting": "magenta",
    "note": "yellow",
}
_ID_CHARACTERS = 24
_PIPE_COLUMNS = 240
WIDE_COLUMNS = 170
_PREVIEW_CHARACTERS = 240


def build_console() -> Console:
    """Standard output; wide enough for whole rows where it is not a terminal."""
    return Console(width=None if sys.stdout.isatty() else _PIPE_COLUMNS, highlight=False)


def write_json(text: str) -> None:
    """What the API answered, as it came."""
    sys.stdout.write(text.rstrip("\n") + "\n")


def show_error(error: StudioError) -> None:
    """Message and hint, on standard error."""
    sys.stderr.write(f"Error: {error.message}\n{error.hint}\n")


def show_event(word: str, name: str, more: str) -> None:
    """One line about one file."""
    line = Text.assemble((f"{word:<13}", _COLOURS.get(word, "")), _clean(name), f"  {more}")
    build_console().print(line)


def show_documents(page: Mapping[str, Any]) -> None:
    """A page of documents, one a row."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("id", "status", "group", "file", "chunks", "source", "note"):
        table.add_column(
            column,
            justify="right" if column == "chunks" else "left",
            overflow="fold" if column == "file" else "ellipsis",
            min_width=_ID_CHARACTERS if column == "id" else None,
        )
    for document in page["items"]:
        error = document["error"]
        table.add_row(
            document["id"],
            _status(document["status"]),
            document["group"],
            _clean(document["filename"]),
            str(document["counts"]["chunks"]),
            document["source"]["status"],
            error["code"] if error else (document["stage"] or ""),
        )
    console = build_console()
    console.print(table)
    totals = ", ".join(f"{count} {name}" for name, count in page["facets"]["status"].items())
    console.print(totals or "No documents.")
    if page["next_cursor"]:
        console.print(f"More: --cursor {page['next_cursor']}")


def show_document(document: Mapping[str, Any], storage: Mapping[str, int] | None = None) -> None:
    """One document: its record, stages, source, and where it is stored."""
    console = build_console()
    console.print(Text(_clean(document["filename"]), style="bold"))
    table = Table(box=None, show_header=False, pad_edge=False)
    rows: list[tuple[str, Any]] = [
        ("id", document["id"]),
        ("status", document["status"]),
        ("group", document["group"]),
        ("type", document["content_type"]),
        ("bytes", document["size_bytes"]),
        ("sha256", document["sha256"]),
        ("characters", document["counts"]["characters"]),
        ("chunks", document["counts"]["chunks"]),
        *_describe_chunking(document),
        *(
            (f"source {name}", _describe_source(value, document["source_origins"].get(name)))
            for name, value in document["source"].items()
            if value
        ),
        *((f"stage {stage['name']}", _describe_stage(stage)) for stage in document["stages"]),
        *(("warning", warning) for warning in document["warnings"]),
        *(
            ("not read", f"{unread['summary']}. {unread['remedy']}")
            for unread in document["unread"]
        ),
        *((f"stored {name}", count) for name, count in (storage or {}).items()),
    ]
    if document["error"]:
        rows += [("error", document["error"]["message"]), ("hint", document["error"]["hint"])]
    for name, value in rows:
        table.add_row(Text(name, style="dim"), str(value))
    console.print(table)


def _describe_chunking(document: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = []
    if chunking := document["chunking"]:
        rows.append(("cut", "{strategy}, size {size}, overlap {overlap}".format(**chunking)))
    if rechunking := document["rechunking"]:
        error = rechunking["error"]
        state = f"failed: {error['message']}" if error else rechunking["stage"] or "waits"
        rows.append(("cut anew", "{strategy}, ".format(**rechunking["chunking"]) + state))
    return rows


def _describe_source(value: object, origin: str | None) -> str:
    return f"{value} ({origin})" if origin else str(value)


def show_search(answer: Mapping[str, Any]) -> None:
    """The decision and, where it asks back, the readings; then each passage with its scores."""
    console = build_console()
    console.print(Text.assemble((answer["decision"], "bold"), f"  {answer['message']}"))
    if answer["clarification"]:
        console.print(Text(answer["clarification"]["question"]))
        for option in answer["clarification"]["options"]:
            console.print(Text(f"  ask: {option['question']}"))
    for warning in answer["warnings"]:
        console.print(Text(warning, style="yellow"))
    for place, hit in enumerate(answer["results"], start=1):
        scores = "  ".join(
            f"{name} {value:.4f}" for name, value in hit["scores"].items() if value is not None
        )
        where = " > ".join(filter(None, (hit["group"], _clean(hit["filename"]), hit["section"])))
        console.print()
        console.print(Text.assemble((f"{place}. ", "bold"), where, f"  #{hit['chunk_index']}"))
        console.print(Text(f"   {scores}", style="dim"))
        content = " ".join(hit["content"].split())
        shortened = content[:_PREVIEW_CHARACTERS]
        console.print(Text(f"   {shortened}{'…' if len(content) > len(shortened) else ''}"))


def show_receipt(receipt: Mapping[str, Any]) -> None:
    """What was there, what was removed, and what a re-count found."""
    console = build_console()
    state = "deleted, verified" if receipt["verified"] else "NOT VERIFIED"
    console.print(f"{_clean(receipt['filename'])} ({receipt['document_id']}): {state}")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("representation")
    for column in ("before", "removed", "after"):
        table.add_column(column, justify="right")
    for row in receipt["representations"]:
        table.add_row(row["name"], *(str(row[name]) for name in ("before", "removed", "after")))
    console.print(table)


def show_export(summary: Mapping[str, Any]) -> None:
    """What an archive holds, and what it does not."""
    console = build_console()
    console.print(
        f"{summary['file']}: {summary['documents']} documents, {summary['chunks']} chunks with "
        f"their vectors, {summary['bytes']} bytes, verified."
    )
    if summary["not_ready"]:
        console.print(f"{summary['not_ready']} are without chunks: an import processes them.")
    for item in summary["left_out"]:
        show_event("left out", item["filename"], item["reason"])


def show_purge(report: Mapping[str, Any]) -> None:
    """What a purge did, and what is left."""
    console = build_console()
    done = (
        "The database was written anew" if report["rebuilt"] else "The collections were compacted"
    )
    console.print(f"{done}: {report['bytes_before']} bytes before, {report['bytes_after']} after.")
    for each in report["collections"]:
        free = f"{each['bytes_after']} bytes, {each['free_after']} of them free"
        show_event(each["name"], free, f"refused: {each['refused']}" if each["refused"] else "")
    if oplog := report["oplog"]:
        console.print(
            f"oplog: {oplog['bytes']} bytes of at most {oplog['limit_bytes']}, "
            f"oldest write {oplog['oldest_write_at']}{_bracket(oplog['refused'])}"
        )
    console.print("What is left of deleted documents:")
    for each in report["left"]:
        console.print(Text(f"- {each}"))


def _bracket(refused: str | None) -> str:
    return f" (refused: {refused})" if refused else ""


def show_audit(report: Mapping[str, Any]) -> None:
    """What an audit counted and found."""
    console = build_console()
    console.print(
        f"{report['documents']} documents, {report['chunks']} chunks, "
        f"{report['vector_index']} in the vector index, {report['text_index']} in the text index."
    )
    for finding in report["findings"]:
        console.print(
            Text.assemble((finding["kind"], "red"), f"  {finding['id']}  ", finding["message"])
        )
    console.print("Nothing is out of step." if report["clean"] else "Something is out of step.")


def show_checks(checks: Sequence[Mapping[str, str]]) -> None:
    """One line a check."""
    for check in checks:
        show_event(check["state"], check["name"], check["detail"])


def _describe_stage(stage: Mapping[str, Any]) -> str:
    detail = ", ".join(f"{name} {value}" for name, value in stage["detail"].items())
    return f"{'done' if stage['finished_at'] else 'running'}{': ' if detail else ''}{detail}"


def _status(status: str) -> Text:
    return Text(status, style=_COLOURS.get(status, ""))


def _clean(name: str) -> str:
    """A file name on one line, whatever characters it holds."""
    return "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in name
    )
