"""How a failure of MongoDB becomes one of the studio's errors."""

from collections.abc import Iterator
from contextlib import contextmanager

from pymongo.errors import (
    ConnectionFailure,
    ExecutionTimeout,
    NotPrimaryError,
    OperationFailure,
    PyMongoError,
    ServerSelectionTimeoutError,
)

from ragstudio.errors import DatabaseUnavailable, DiskFull, StudioError

DatabaseFailure = PyMongoError
"""What any call into storage may raise when MongoDB fails under it."""

ABSENCE_FAILURES = (
    ConnectionFailure,
    ServerSelectionTimeoutError,
    NotPrimaryError,
    ExecutionTimeout,
)
"""Those that mean MongoDB is away for now, rather than that a request was wrong."""


_OUT_OF_DISK_SPACE = 14031


def explain(error: Exception) -> StudioError:
    """The error to show for a failure of MongoDB."""
    if isinstance(error, OperationFailure) and error.code == _OUT_OF_DISK_SPACE:
        return DiskFull(
            "MongoDB has no disk space left to store this.",
            hint="Free disk space where MongoDB keeps its files, then try again.",
        )
    return unavailable(error)


def unavailable(error: Exception) -> DatabaseUnavailable:
    """The error to show for a failure that means MongoDB is away."""
    return DatabaseUnavailable(
        f"MongoDB does not answer ({type(error).__name__}).",
        hint="The embedded database is restarted by itself within seconds; with MONGODB_URI set, "
        "check that this server is running. Then try again.",
    )


def read_reason(error: OperationFailure) -> str:
    """The server's own words on what it refused."""
    return str((error.details or {}).get("errmsg") or error).rstrip(".")


@contextmanager
def translate_absence() -> Iterator[None]:
    """Raise `DatabaseUnavailable` where MongoDB turns out to be away."""
    try:
        yield
    except ABSENCE_FAILURES as error:
        raise unavailable(error) from error
