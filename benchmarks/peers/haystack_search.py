"""Hybrid search by Haystack: both retrievers, reciprocal rank fusion, a cross-encoder."""

from typing import Any

from benchmarks.peers.timed_search import CANDIDATES, LIMIT, time_searches
from benchmarks.ready_chunks import read_ready_chunks


def measure(chunks: str, vectors: str, pairs: str, model: str, reranker: str) -> dict[str, Any]:
    """Search the chunks, which carry their vectors already; models as in the studio."""
    import numpy as np
    import torch
    from haystack import Document, Pipeline
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import (
        InMemoryBM25Retriever,
        InMemoryEmbeddingRetriever,
    )
    from haystack.document_stores.in_memory import InMemoryDocumentStore
    from haystack.utils import ComponentDevice
    from haystack_integrations.components.embedders.sentence_transformers import (
        SentenceTransformersTextEmbedder,
    )
    from haystack_integrations.components.rankers.sentence_transformers import (
        SentenceTransformersSimilarityRanker,
    )

    cpu = ComponentDevice.from_str("cpu")
    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    store.write_documents(
        [
            Document(id=str(number), content=text, embedding=vector)
            for number, (text, vector) in enumerate(
                zip(read_ready_chunks(chunks), np.load(vectors).tolist(), strict=True)
            )
        ]
    )
    pipeline = Pipeline()
    pipeline.add_component(
        "embed", SentenceTransformersTextEmbedder(model=model, device=cpu, progress_bar=False)
    )
    pipeline.add_component("nearest", InMemoryEmbeddingRetriever(store, top_k=CANDIDATES))
    pipeline.add_component("matching", InMemoryBM25Retriever(store, top_k=CANDIDATES))
    pipeline.add_component(
        "join", DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=CANDIDATES)
    )
    pipeline.add_component(
        "rank",
        SentenceTransformersSimilarityRanker(
            model=reranker,
            device=cpu,
            top_k=LIMIT,
            model_kwargs={"dtype": torch.float32},
            tokenizer_kwargs={"model_max_length": 256},
        ),
    )
    pipeline.connect("embed.embedding", "nearest.query_embedding")
    pipeline.connect("nearest", "join")
    pipeline.connect("matching", "join")
    pipeline.connect("join", "rank")

    def search(question: str) -> object:
        return pipeline.run(
            {
                "embed": {"text": question},
                "matching": {"query": question},
                "rank": {"query": question},
            }
        )

    return time_searches(search, pairs)
