"""The lifecycle of the lifecycle's tests, on the same database."""

from tests.lifecycle.conftest import lifecycle, parser, settings

__all__ = ["lifecycle", "parser", "settings"]
