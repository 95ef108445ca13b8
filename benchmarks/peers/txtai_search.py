"""Hybrid search by txtai: vectors and BM25 in one index, then a cross-encoder."""

from typing import Any

from benchmarks.peers.timed_search import CANDIDATES, LIMIT, time_searches
from benchmarks.ready_chunks import read_ready_chunks


def measure(chunks: str, vectors: str, pairs: str, model: str, reranker: str) -> dict[str, Any]:
    """Search the chunks, whose vectors are handed in; a question is embedded as in the studio."""
    import numpy as np
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
    from txtai import Embeddings
    from txtai.pipeline import Reranker, Similarity

    texts = read_ready_chunks(chunks)
    known = dict(zip(texts, np.load(vectors), strict=True))
    embedder = SentenceTransformer(model, device="cpu")

    def transform(some: list[str]) -> Any:
        if all(text in known for text in some):
            return np.stack([known[text] for text in some])
        return embedder.encode(some, show_progress_bar=False)

    embeddings = Embeddings(method="external", transform=transform, hybrid=True, content=True)
    embeddings.index(texts)
    # In single precision, as everywhere: the weights are stored in half, which is slow.
    cross_encoder = AutoModelForSequenceClassification.from_pretrained(
        reranker, dtype=torch.float32
    )
    tokenizer = AutoTokenizer.from_pretrained(reranker, model_max_length=256)
    similarity = Similarity(path=(cross_encoder, tokenizer), crossencode=True, gpu=False)
    rerank = Reranker(embeddings, similarity)
    return time_searches(
        lambda question: rerank(question, limit=LIMIT, factor=CANDIDATES // LIMIT), pairs
    )
