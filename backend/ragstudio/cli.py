"""The command line: every command by its name."""

import os
import sys
from collections.abc import Callable

import typer

from ragstudio.commands import (
    archive_commands,
    chunking_commands,
    document_commands,
    evaluation_commands,
    process_commands,
    quality_commands,
    version_commands,
)
from ragstudio.commands.context import choose_studio, end_with
from ragstudio.errors import StudioError

# Everything heavy is imported by the command that needs it, so that `--help` answers at once.
_COMMANDS: dict[str, Callable[..., None]] = {
    "serve": process_commands.serve,
    "worker": process_commands.worker,
    "ingest": document_commands.ingest,
    "list": document_commands.list_documents,
    "show": document_commands.show,
    "search": document_commands.search,
    "delete": document_commands.delete,
    "retry": document_commands.retry,
    "versions": version_commands.versions,
    "changes": version_commands.changes,
    "rechunk": chunking_commands.rechunk,
    "laboratory": chunking_commands.laboratory,
    "evaluate": evaluation_commands.evaluate,
    "compare": evaluation_commands.compare,
    "experiments": evaluation_commands.experiments,
    "samples": evaluation_commands.samples,
    "export": archive_commands.export_documents,
    "import": archive_commands.import_documents,
    "purge": archive_commands.purge,
    "calibrate": quality_commands.calibrate,
    "audit": quality_commands.audit,
    "doctor": quality_commands.doctor,
    "mongo-uri": process_commands.mongo_uri,
    "reembed": process_commands.reembed,
    "models": process_commands.models,
}
_NO_TELEMETRY = {
    "DO_NOT_TRACK": "1",
    "SCARF_NO_ANALYTICS": "true",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "ANONYMIZED_TELEMETRY": "false",
}
_INTERRUPTED = 130

app = typer.Typer(
    name="ragstudio",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.callback()(choose_studio)
for _name, _command in _COMMANDS.items():
    app.command(_name)(_command)


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
