"""Ingestion by Haystack: its embedder and its in-memory store, joined by a pipeline."""

from typing import Any

from benchmarks.meter import Meter
from benchmarks.ready_chunks import WARM_UP, read_ready_chunks


def measure(chunks: str, model: str) -> dict[str, Any]:
    """Embed the chunks and write them where vector and BM25 retrievers find them."""
    from haystack import Document, Pipeline
    from haystack.components.writers import DocumentWriter
    from haystack.document_stores.in_memory import InMemoryDocumentStore
    from haystack.utils import ComponentDevice
    from haystack_integrations.components.embedders.sentence_transformers import (
        SentenceTransformersDocumentEmbedder,
    )

    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    embedder = SentenceTransformersDocumentEmbedder(
        model=model, device=ComponentDevice.from_str("cpu"), progress_bar=False
    )
    pipeline = Pipeline()
    pipeline.add_component("embedder", embedder)
    pipeline.add_component("writer", DocumentWriter(store))
    pipeline.connect("embedder", "writer")
    embedder.warm_up()
    embedder.run([Document(content=text) for text in WARM_UP])
    with Meter() as meter:
        documents = [
            Document(id=str(number), content=text)
            for number, text in enumerate(read_ready_chunks(chunks))
        ]
        pipeline.run({"embedder": {"documents": documents}})
    return {"chunks": store.count_documents(), **meter.describe()}
