"""Commands about versions of a source."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from ragstudio.commands.context import DocumentId, Json, open_studio
from ragstudio.commands.output import build_console, write_json


def versions(
    document_id: DocumentId,
    as_of: Annotated[str | None, typer.Option(help="Day, YYYY-MM-DD; today if left out.")] = None,
    as_json: Json = False,
) -> None:
    """Show what a document replaces, is replaced by, amends and is amended by."""

    with open_studio() as client:
        answer = client.get(f"/documents/{document_id}/versions", as_of=as_of)
    if as_json:
        write_json(answer.text)
        return
    console = build_console()
    for item in answer.json()["items"]:
        source = item["source"]
        console.print(
            f"{'in force' if item['in_force'] else 'not in force':13} {item['relation']:10} "
            f"{source['effective_date'] or 'no date':11} {item['filename']}  {item['document_id']}",
            markup=False,
            highlight=False,
        )


def changes(
    before: Annotated[str, typer.Argument(help="Id of the version before.")],
    after: Annotated[str, typer.Argument(help="Id of the version after.")],
    as_json: Json = False,
) -> None:
    """Show what changed from one version to another, section by section."""

    with open_studio() as client:
        answer = client.get(f"/documents/{after}/changes", against=before)
    if as_json:
        write_json(answer.text)
        return
    console = build_console()
    for line in describe_changes(answer.json()):
        console.print(line, markup=False, highlight=False)


def describe_changes(answer: Mapping[str, Any]) -> Iterator[str]:
    """The sections that are not the same, `-` before what went and `+` before what came."""
    yield f"{answer['before_filename']} -> {answer['after_filename']}"
    for section in answer["sections"]:
        if section["kind"] == "unchanged":
            continue
        yield ""
        yield f"{section['kind']}: {section['after_section'] or section['before_section'] or ''}"
        for passage in section["passages"]:
            for sign, side in (("-", "before"), ("+", "after")):
                if passage[side] is not None:
                    yield f"{sign} {passage[side]}"
    counts = answer["counts"]
    yield ""
    yield ", ".join(f"{count} {kind}" for kind, count in counts.items()) + " passages"
