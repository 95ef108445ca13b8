"""How a failure of MongoDB becomes one of the studio's errors."""

from collections.abc import Iterator
from contextlib import contextmanager

from pymongo.errors import (
    ConnectionFailure,
    ExecutionTimeout,
    NotPrimaryError,
    PyMongoError,
    ServerSelectionTimeoutError,
)

from ragstudio.errors import DatabaseUnavailable

DatabaseFailure = PyMongoError
"""What any call into storage may raise when MongoDB fails under it."""

ABSENCE_FAILURES = (
    ConnectionFailure,
    ServerSelectionTimeoutError,
    NotPrimaryError,
    ExecutionTimeout,
)
"""Those that mean MongoDB is away for now, rather than that a request was wrong."""


def unavailable(error: Exception) -> DatabaseUnavailable:
    """The error to show for a failure that means MongoDB is away."""
    return DatabaseUnavailable(
        f"MongoDB does not answer ({type(error).__name__}).",
        hint="The embedded database is restarted by itself within seconds; with MONGODB_URI set, "
        "check that this server is running. Then try again.",
    )


@contextmanager
def translate_absence() -> Iterator[None]:
    """Raise `DatabaseUnavailable` where MongoDB turns out to be away."""
    try:
        yield
    except ABSENCE_FAILURES as error:
        raise unavailable(error) from error
