"""What commands share: their common options, the settings, and the studio they talk to."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ragstudio.errors import StudioError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from ragstudio.commands.client import StudioClient
    from ragstudio.settings import Settings

Json = Annotated[bool, typer.Option("--json", help="Print what the API answers.")]
DocumentId = Annotated[str, typer.Argument(help="Id of the document.")]
_url: ContextVar[str | None] = ContextVar("url", default=None)


class Mode(StrEnum):
    """How a question is answered."""

    VECTOR = "vector"
    HYBRID = "hybrid"


def choose_studio(
    url: Annotated[
        str | None,
        typer.Option(envvar="RAGSTUDIO_URL", help="Address of a running studio to talk to."),
    ] = None,
) -> None:
    """Documents become evidence, answer with their scores, and are gone again."""
    _url.set(url)


def chosen_url() -> str | None:
    """The address given by `--url` or RAGSTUDIO_URL."""
    return _url.get()


@contextmanager
def open_studio(workers: int = 0) -> Iterator["StudioClient"]:
    """The running studio, or one in this process with that many workers."""
    from ragstudio.commands.client import open_client

    with open_client(load_settings(), chosen_url(), workers=workers) as client:
        yield client


def load_settings(*, quiet: bool = True) -> "Settings":
    """The settings, and the log set up by them; `quiet` keeps routine events out of it.

    Ends the process with 2 where the settings are wrong.
    """
    from pydantic import ValidationError

    from ragstudio.logs import configure_logs
    from ragstudio.settings import get_settings

    try:
        settings = get_settings()
    except ValidationError as error:
        sys.stderr.write(f"Error: the settings are wrong: {_describe(error)}.\n")
        sys.exit(2)
    routine = settings.log_level == "info" and quiet
    configure_logs("warning" if routine else settings.log_level)
    return settings


def end_with(error: StudioError) -> NoReturn:
    """Show what went wrong and end the process: with the error's `exit_code`, or else with 1."""
    from ragstudio.commands.output import show_error

    show_error(error)
    sys.exit(getattr(error, "exit_code", 1))


def _describe(error: "ValidationError") -> str:
    # The values are left out: one of them may be a secret.
    problems = error.errors(include_input=False, include_url=False, include_context=False)
    return "; ".join(
        " ".join(
            [
                *(str(part).upper() for part in problem["loc"]),
                problem["msg"].removeprefix("Value error, "),
            ]
        )
        for problem in problems
    )
