"""Ingestion by Chroma: its embedding function and a collection on disk."""

import tempfile
from typing import Any

from benchmarks.meter import Meter
from benchmarks.ready_chunks import WARM_UP, read_ready_chunks


def measure(chunks: str, model: str) -> dict[str, Any]:
    """Add the chunks to a persistent collection, as many at once as the client takes."""
    import chromadb
    from chromadb.config import Settings
    from chromadb.utils.embedding_functions import SentenceTransformerEmbeddingFunction

    embed = SentenceTransformerEmbeddingFunction(model_name=model, device="cpu")
    embed(WARM_UP)
    with tempfile.TemporaryDirectory() as folder:
        client = chromadb.PersistentClient(folder, Settings(anonymized_telemetry=False))
        collection = client.create_collection(
            "chunks", embedding_function=embed, configuration={"hnsw": {"space": "cosine"}}
        )
        with Meter() as meter:
            texts = read_ready_chunks(chunks)
            at_once = client.get_max_batch_size()
            for first in range(0, len(texts), at_once):
                some = texts[first : first + at_once]
                ids = [str(first + number) for number in range(len(some))]
                collection.add(ids=ids, documents=some)
        return {"chunks": collection.count(), **meter.describe()}
