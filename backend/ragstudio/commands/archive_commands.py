"""Commands about copies: one to keep or to move, and those that MongoDB keeps by itself."""

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


def purge(
    *,
    oplog: Annotated[
        bool, typer.Option("--oplog", help="Also set the limit of the oplog to its minimum.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Make what MongoDB keeps of deleted documents as little as can be, and say what is left."""
    from ragstudio.commands.output import show_purge, write_json
    from ragstudio.commands.purging import purge as run

    report = run(load_settings(), shrink_oplog=oplog)
    write_json(report.model_dump_json()) if as_json else show_purge(report.model_dump())
