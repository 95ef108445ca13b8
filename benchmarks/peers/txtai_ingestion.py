"""Ingestion by txtai: a hybrid index (vectors and BM25) with the content stored."""

from typing import Any

from benchmarks.meter import Meter
from benchmarks.ready_chunks import WARM_UP, read_ready_chunks


def measure(chunks: str, model: str) -> dict[str, Any]:
    """Index the chunks in one call."""
    from txtai import Embeddings

    embeddings = Embeddings(path=model, hybrid=True, content=True, gpu=False)
    embeddings.batchtransform(WARM_UP)
    with Meter() as meter:
        embeddings.index(read_ready_chunks(chunks))
    return {"chunks": embeddings.count(), **meter.describe()}
