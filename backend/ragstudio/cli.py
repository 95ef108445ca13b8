"""The command line: every command by its name."""

import os
import sys
from importlib import import_module
from typing import Any

import typer
import typer.core
import typer.main

from ragstudio.commands.context import choose_studio, end_with
from ragstudio.errors import StudioError

# Module, function and one line of help for each command. Its module is imported when the command is
# run, so that `--help` answers at once.
COMMANDS: dict[str, tuple[str, str, str]] = {
    "serve": ("processes", "serve", "Serve the API and the user interface."),
    "worker": ("processes", "worker", "Ingest queued documents until stopped."),
    "ingest": ("documents", "ingest", "Upload files, and folders with everything in them."),
    "list": ("documents", "list_documents", "List the documents, newest first."),
    "show": ("documents", "show", "Show one document and where it is stored."),
    "search": ("documents", "search", "Ask a question."),
    "delete": ("documents", "delete", "Delete a document in every form and show the receipt."),
    "retry": ("documents", "retry", "Queue a failed document again."),
    "versions": ("versions", "versions", "Show the versions and amendments of a document."),
    "changes": ("versions", "changes", "Show what changed between two documents."),
    "rechunk": (
        "chunking",
        "rechunk",
        "Chunk a ready document again.",
    ),
    "laboratory": ("chunking", "laboratory", "Compare ways to chunk a text; nothing is stored."),
    "evaluate": ("evaluations", "evaluate", "Run the evaluation suites."),
    "compare": ("evaluations", "compare", "Compare two runs case by case, with paired tests."),
    "experiments": (
        "evaluations",
        "experiments",
        "Run the experiments in scratch databases.",
    ),
    "samples": ("evaluations", "samples", "Write a generated corpus and questions about it."),
    "export": (
        "archives",
        "export_documents",
        "Write documents into one archive.",
    ),
    "import": ("archives", "import_documents", "Import the documents of an archive."),
    "purge": ("archives", "purge", "Minimise what MongoDB keeps of deleted documents."),
    "calibrate": ("diagnosis", "calibrate", "Recommend an abstention threshold for the reranker."),
    "audit": ("diagnosis", "audit", "Look for data that one representation lacks."),
    "doctor": ("diagnosis", "doctor", "Show what is installed, loaded and reachable."),
    "mcp": ("agents", "serve_agents", "Serve the studio to agents (Model Context Protocol)."),
    "mongo-uri": (
        "processes",
        "mongo_uri",
        "Print the address of the database.",
    ),
    "reembed": (
        "processes",
        "reembed",
        "Move the corpus to EMBEDDING_MODEL.",
    ),
    "models": ("processes", "models", "Fetch the published models, where the network allows."),
}
_NO_TELEMETRY = {
    "DO_NOT_TRACK": "1",
    "SCARF_NO_ANALYTICS": "true",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "ANONYMIZED_TELEMETRY": "false",
}
_INTERRUPTED = 130


class _LazyCommands(typer.core.TyperGroup):
    """Lists the commands from the table, and imports only the one that runs."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name, for help; it cannot run."""
        if cmd_name not in COMMANDS:
            return None
        return typer.core.TyperCommand(cmd_name, help=COMMANDS[cmd_name][2])

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command to run, imported."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if name and command else command, rest


def load_command(name: str) -> Any:
    """The Typer command of that name, with its module imported. Raises `KeyError`."""
    module, function, _ = COMMANDS[name]
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(getattr(import_module(f"ragstudio.commands.{module}"), function))
    return typer.main.get_command(alone)


app = typer.Typer(
    name="ragstudio",
    cls=_LazyCommands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.callback()(choose_studio)


def main() -> None:
    """Run a command; errors end with a message and a hint, never with a traceback."""
    for name, value in _NO_TELEMETRY.items():
        os.environ.setdefault(name, value)
    try:
        app()
    except StudioError as error:
        end_with(error)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
