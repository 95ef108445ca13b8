"""The shelf of the retrieval tests."""

from tests.retrieval.conftest import shelf

__all__ = ["shelf"]
