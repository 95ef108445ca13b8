"""The vector index and the text index, changed together."""

from collections.abc import Sequence

from ragstudio.search.local.feed import ChunkChange
from ragstudio.search.local.text_index import TextIndex
from ragstudio.search.local.vector_index import VectorIndex


class IndexPair:
    """Both indexes of one corpus; each is consistent in itself at any moment."""

    def __init__(self, embedding_model: str, dimensions: int) -> None:
        self.vectors = VectorIndex(embedding_model, dimensions)
        self.texts = TextIndex()

    def apply(self, changes: Sequence[ChunkChange]) -> None:
        """Take over changes in both."""
        self.vectors.apply(changes)
        self.texts.apply(changes)

    def close(self) -> None:
        """Release both."""
        self.texts.close()
