"""Structured logs: one line an event, never with document text, questions or secrets."""

import logging
import sys
import threading
import traceback
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import EventDict

_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}

log = structlog.get_logger(__name__)


def configure_logs(level: str) -> None:
    """Write events of `level` and above to standard error: readable on a terminal, else JSON.

    Of what libraries say and of errors nobody caught, it is told who spoke and where, never what:
    their words may quote a document, a question or a key.
    """
    terminal = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _name_exception,
            structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=_StandardError,
        cache_logger_on_first_use=False,
    )
    # Below warnings, libraries tell every command and header, in thousands of lines.
    least = max(_LEVELS[level], logging.WARNING)
    logging.basicConfig(level=least, handlers=[_LibraryHandler()], force=True)
    logging.captureWarnings(capture=True)
    threading.excepthook = _tell_broken_thread


def describe_frames(trace: TracebackType | None) -> str:
    """Where an error came from, without its text, which may quote a document or a question."""
    return "".join(traceback.format_tb(trace))


class _StandardError:
    """A logger to standard error as it is now: tests and daemons put another in its place."""

    def __init__(self, *_: Any) -> None:
        pass

    def msg(self, message: str) -> None:
        """Write one line."""
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()

    log = debug = info = warn = warning = error = critical = fatal = exception = msg


class _LibraryHandler(logging.Handler):
    """Says which library spoke, how urgently, and from which line."""

    def emit(self, record: logging.LogRecord) -> None:
        """Pass a record on without its words."""
        kind = record.exc_info[0] if record.exc_info else None
        log.log(
            min(record.levelno, logging.CRITICAL),
            "library_message",
            library=record.name,
            module=record.module,
            line=record.lineno,
            **({"kind": kind.__name__} if kind else {}),
        )


def _name_exception(_: Any, __: str, event: EventDict) -> EventDict:
    """Put the kind of an error and its frames in the place of the error."""
    given = event.pop("exc_info", None)
    if not given:
        return event
    if isinstance(given, BaseException):
        kind, trace = type(given), given.__traceback__
    else:
        kind, _value, trace = given if isinstance(given, tuple) else sys.exc_info()
    if kind is not None:
        event["kind"] = kind.__name__
        event["traceback"] = describe_frames(trace)
    return event


def _tell_broken_thread(broken: threading.ExceptHookArgs) -> None:
    log.error(
        "thread_broke",
        thread=broken.thread.name if broken.thread else "",
        kind=broken.exc_type.__name__,
        traceback=describe_frames(broken.exc_traceback),
    )
