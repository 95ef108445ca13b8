"""Ingestion by the plain loop: encode with the library's default settings, keep the array."""

from typing import Any

from benchmarks.meter import Meter
from benchmarks.ready_chunks import WARM_UP, read_ready_chunks


def measure(chunks: str, model: str, threads: int = 0) -> dict[str, Any]:
    """Embed the chunks; `threads` is PyTorch's number of threads, 0 leaves its default."""
    import torch
    from sentence_transformers import SentenceTransformer

    if threads:
        torch.set_num_threads(threads)
    embedder = SentenceTransformer(model, device="cpu")
    embedder.encode(WARM_UP, show_progress_bar=False)
    with Meter() as meter:
        texts = read_ready_chunks(chunks)
        vectors = embedder.encode(texts, show_progress_bar=False)
    return {"chunks": len(vectors), **meter.describe()}
