"""Commands that measure and examine."""

import json
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from ragstudio.commands.client import StudioClient, StudioUnreachable, find_server, open_client
from ragstudio.commands.context import Json, chosen_url, load_settings, open_studio
from ragstudio.commands.evaluations import calibrate_threshold
from ragstudio.commands.output import show_audit, show_checks, write_json
from ragstudio.errors import StudioError
from ragstudio.inference.factory import PUBLISHED_RERANKER
from ragstudio.inference.weights import OFFLINE_RERANKER, find_weights
from ragstudio.search.local.engine import COMFORTABLE_CHUNKS, NAME
from ragstudio.settings import Settings
from ragstudio.storage.client import connect
from ragstudio.storage.mongod_binary import find_mongod


def calibrate(
    questions: Annotated[
        Path, typer.Option(exists=True, dir_okay=False, help="File of labelled questions.")
    ] = Path("evaluations/calibration-questions.json"),
    apply: Annotated[
        bool, typer.Option("--apply", help="Let searches use the recommended threshold.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Recommend an abstention threshold for the reranker, with the whole curve."""

    with open_studio() as client:
        write_json(calibrate_threshold(client, questions, as_json=as_json))
        if apply:
            client.call("POST", "/calibration/apply", json={})


def audit(as_json: Json = False) -> None:
    """Look for residue: anything in one representation that another lacks."""

    with open_studio() as client:
        answer = client.get("/audit")
    write_json(answer.text) if as_json else show_audit(answer.json())
    raise typer.Exit(0 if answer.json()["clean"] else 1)


def doctor(as_json: Json = False) -> None:
    """Say what is installed, loaded and reachable."""

    findings = examine(load_settings(), chosen_url())
    write_json(json.dumps({"checks": findings})) if as_json else show_checks(findings)
    raise typer.Exit(1 if any(finding["state"] == "missing" for finding in findings) else 0)


Finding = dict[str, str]

_LEAST_FREE_BYTES = 2 * 1024**3


def examine(settings: Settings, url: str | None) -> list[Finding]:
    """Each finding has `name`, `state` (`ready`, `note` or `missing`) and `detail`."""
    return [
        _found("python", f"{platform.python_version()} at {sys.prefix}"),
        *_examine_database(settings),
        *_examine_data_directory(settings),
        *_examine_models(settings),
        *_examine_server(settings, url),
    ]


def _examine_database(settings: Settings) -> Iterator[Finding]:

    try:
        if settings.uses_embedded_database:
            yield _found("mongod", str(find_mongod()))
            return
        uri = settings.mongodb_uri.get_secret_value()
        database = connect(uri, settings.mongodb_database, wait_seconds=5.0)
        yield _found("MONGODB_URI", f"answers, MongoDB {database.server_version()}")
        database.close()
    except StudioError as error:
        yield _missing("mongodb", error)


def _examine_data_directory(settings: Settings) -> Iterator[Finding]:
    folder = settings.data_dir.expanduser().resolve()
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(existing, os.W_OK):
        yield {"name": "DATA_DIR", "state": "missing", "detail": f"{existing} is not writable"}
        return
    free = shutil.disk_usage(existing).free
    detail = f"{folder}, {free / 1024**3:.1f} GiB free"
    yield {
        "name": "DATA_DIR",
        "state": "ready" if free >= _LEAST_FREE_BYTES else "note",
        "detail": detail,
    }


def _examine_models(settings: Settings) -> Iterator[Finding]:

    named = {
        "auto": (PUBLISHED_RERANKER, OFFLINE_RERANKER),
        "offline": (OFFLINE_RERANKER,),
        "none": (),
    }.get(settings.reranker_model, (settings.reranker_model,))
    for kind, names in (("embedder", (settings.embedding_model,)), ("reranker", named)):
        try:
            found = [(name, files) for name in names if (files := find_weights(name)) is not None]
        except StudioError as error:
            yield _missing(kind, error)
            continue
        if found:
            name, files = found[0]
            yield _found(kind, f"{name}, from {files.origin} ({files.location})")
        elif names:
            yield {
                "name": kind,
                "state": "missing",
                "detail": f"{' or '.join(names)} is not on this machine: run `ragstudio models`",
            }
        else:
            yield {"name": kind, "state": "note", "detail": "none, as RERANKER_MODEL says"}


def _examine_server(settings: Settings, url: str | None) -> Iterator[Finding]:
    address = url or find_server(settings)
    if address is None:
        yield {"name": "server", "state": "note", "detail": "not running: start `ragstudio serve`"}
        return
    try:
        with open_client(settings, address) as client:
            yield from _examine_health(client, address)
    except StudioUnreachable as error:
        yield _missing("server", error)


def _examine_health(client: StudioClient, address: str) -> Iterator[Finding]:
    health: dict[str, Any] = client.get("/health").json()
    state = "ready" if health["ready"] else "note"
    yield {"name": "server", "state": state, "detail": address}
    for name, check in health["checks"].items():
        yield {
            "name": f"server {name}",
            "state": "ready" if check["ready"] else "note",
            "detail": check["detail"],
        }
    yield _judge_size(client.get("/system").json()["search_engine"])


def _judge_size(engine: dict[str, Any]) -> Finding:
    """Whether the corpus still fits the exact search of one machine."""

    chunks = int(engine["texts"])
    if engine["name"] != NAME:
        return _found("server size", f"{chunks:,} chunks, searched by {engine['name']}")
    if chunks <= COMFORTABLE_CHUNKS:
        limit = f"exact search is right up to about {COMFORTABLE_CHUNKS:,}"
        return _found("server size", f"{chunks:,} chunks; {limit}")
    return {
        "name": "server size",
        "state": "note",
        "detail": f"{chunks:,} chunks are more than the {COMFORTABLE_CHUNKS:,} exact search on one "
        "machine is right for: consider SEARCH_ENGINE=atlas (docs/scale.md)",
    }


def _found(name: str, detail: str) -> Finding:
    return {"name": name, "state": "ready", "detail": detail}


def _missing(name: str, error: StudioError) -> Finding:
    return {"name": name, "state": "missing", "detail": f"{error.message} {error.hint}"}
