import pytest

from ragstudio.errors import EmbeddingSpaceMismatch
from ragstudio.inference.base import Embedder
from ragstudio.records import EmbeddingSpace
from ragstudio.retrieval.vector_map import draw_vector_map
from ragstudio.search.base import SearchEngine
from ragstudio.storage.client import Database
from tests.retrieval.shelf import Shelf


def test_a_question_is_not_placed_among_vectors_of_another_model(
    shelf: Shelf, database: Database, engine: SearchEngine, embedder: Embedder
) -> None:
    shelf.put("handbook.md", ["Leave is 25 days.", "Soup is served on Mondays."])
    assert draw_vector_map(database, engine, embedder, limit=10, query="leave").query is not None
    another = EmbeddingSpace(model="another/model", revision="1", dimensions=384)
    database.meta.replace_embedding_space(another)
    with pytest.raises(EmbeddingSpaceMismatch, match="another/model"):
        draw_vector_map(database, engine, embedder, limit=10, query="leave")
    assert draw_vector_map(database, engine, embedder, limit=10).shown == 2
