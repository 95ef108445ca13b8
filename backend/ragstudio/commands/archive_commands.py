"""Commands that carry documents out of a studio and into another."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ragstudio.commands.context import Json, chosen_url, load_settings


def export_documents(
    *,
    file: Annotated[Path, typer.Argument(dir_okay=False, help="The archive to write.")],
    group: Annotated[
        list[str] | None, typer.Option(help="Export this group; everything without any.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    as_json: Json = False,
) -> None:
    """Write documents with their raw bytes, chunks and vectors into one file."""
    from ragstudio.commands.archiving import write_archive
    from ragstudio.commands.output import show_export, write_json

    if file.exists() and not force:
        raise typer.BadParameter(f"{file} is there already; --force replaces it.")
    summary = write_archive(load_settings(), chosen_url(), file, group or [])
    write_json(json.dumps(summary, ensure_ascii=False)) if as_json else show_export(summary)
    raise typer.Exit(1 if summary["left_out"] else 0)


def import_documents(
    file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="An archive of `export`.")
    ],
    as_json: Json = False,
) -> None:
    """Take the documents of an archive in; those already here are left as they are."""
    from ragstudio.commands.archiving import read_archive
    from ragstudio.commands.output import show_event, write_json

    report = read_archive(load_settings(), chosen_url(), file)
    if as_json:
        write_json(json.dumps(report, ensure_ascii=False))
    else:
        for item in report["items"]:
            show_event(item["outcome"], item["filename"], item["message"])
    raise typer.Exit(1 if report["counts"]["conflict"] else 0)
