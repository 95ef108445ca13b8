"""Fixtures of the search tests."""

from collections.abc import Iterator

import pytest

from ragstudio.storage.client import Database
from ragstudio.storage.embedded import EmbeddedMongod
from tests.search.corpus import Corpus


@pytest.fixture
def corpus(database: Database, mongod: EmbeddedMongod) -> Iterator[Corpus]:
    """An empty corpus in a real MongoDB."""
    fresh = Corpus(database, mongod.uri)
    yield fresh
    fresh.close()
