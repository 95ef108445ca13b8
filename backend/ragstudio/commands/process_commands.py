"""Commands that run processes, and those about what they run on."""

import sys
from typing import Annotated

import typer

from ragstudio.commands.context import load_settings


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="0 takes any port.")] = None,
) -> None:
    """Serve the API and the user interface."""
    from ragstudio.commands.server import run_server

    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = load_settings(quiet=False).model_copy(update=given)
    run_server(settings)


def worker() -> None:
    """Ingest documents in this process, beside the server's own workers."""
    from ragstudio.commands.worker_process import run_worker

    run_worker(load_settings(quiet=False))


def mongo_uri() -> None:
    """Print the address of the database, with the password, for mongosh or Compass."""
    from ragstudio.commands.worker_process import find_mongodb_uri

    sys.stdout.write(find_mongodb_uri(load_settings()) + "\n")


def reembed() -> None:
    """Move the corpus to EMBEDDING_MODEL while the old vectors serve."""
    from ragstudio.commands.reembedding import run_reembedding

    count = run_reembedding(load_settings())
    sys.stdout.write(f"{count} chunks embedded. Restart a running server to use the new model.\n")


def models() -> None:
    """Fetch the published models, where the network allows."""
    from ragstudio.inference.download import main as fetch

    load_settings()
    raise typer.Exit(fetch())
