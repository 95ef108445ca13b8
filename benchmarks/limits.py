"""How far each stage is from what this machine can do, everything measured in the same run.

The model stages are compared with matrix products of the model's own shapes, the exact scan with
reading memory once. Model work counts the tokens there are, not the padding around them. All
times are CPU time, the least of several runs: the clock also counts what other processes took.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.ready_chunks import read_ready_chunks
from ragstudio.inference.batches import count_cores
from ragstudio.inference.factory import load_embedder, load_reranker
from ragstudio.search.base import SearchFilter
from ragstudio.search.local.feed import ChunkChange, ChunkEntry
from ragstudio.search.local.vector_index import VectorIndex
from ragstudio.settings import Settings

TOKENS = 1024
CHUNKS = 64
REPETITIONS = 3
SCAN_LIMIT = 30
_GIGA = 1e9
# 256 MiB: larger than any cache.
_BANDWIDTH_FLOATS = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Shape:
    """What decides the work of a BERT encoder."""

    layers: int
    hidden: int
    intermediate: int

    @classmethod
    def read(cls, folder: str) -> "Shape":
        """The shape a model's `config.json` gives."""
        stored = json.loads((Path(folder) / "config.json").read_text())
        return cls(stored["num_hidden_layers"], stored["hidden_size"], stored["intermediate_size"])

    def count_operations(self, lengths: Sequence[int], *, is_classifier: bool = False) -> float:
        """Floating point operations for sequences of these lengths in tokens.

        Two for each weight of the linear layers and token, and four for each pair of tokens and
        number of the hidden state, which is attention's two products. In a classifier's last
        layer one token of each sequence has more than keys and values.
        """
        tokens, pairs = sum(lengths), sum(length**2 for length in lengths)
        if not is_classifier:
            return self.layers * self._count_layer(tokens, tokens, pairs)
        last = self._count_layer(tokens, len(lengths), tokens)
        return (self.layers - 1) * self._count_layer(tokens, tokens, pairs) + last

    def _count_layer(self, read: int, written: int, pairs: int) -> float:
        """One layer: keys and values of the tokens read, the rest for those written."""
        square = self.hidden**2
        weights = 2 * square * read + 2 * (square + self.hidden * self.intermediate) * written
        return 2.0 * weights + 4.0 * self.hidden * pairs


def measure(model: str, reranker: str, chunks: str, vectors: int) -> dict[str, Any]:
    """Peaks of the machine, and how much of them each stage reaches.

    `chunks` is a `chunks.json`; the scan is over so many random `vectors`.
    """
    shape, texts = Shape.read(model), read_ready_chunks(chunks)[:CHUNKS]
    return {
        "peaks_gflops": measure_peaks(shape),
        "embedding": _measure_embedding(shape, texts),
        "reranking": _measure_reranking(Shape.read(reranker), texts),
        "scan": measure_scan(vectors, shape.hidden),
    }


def measure_peaks(shape: Shape) -> dict[str, float]:
    """GFLOP a CPU second of the layers' matrix products, by number format and threads."""
    import torch

    return {
        f"{dtype}, {threads} thread{'s' * (threads > 1)}": _measure_peak(
            shape, getattr(torch, dtype), threads
        )
        for threads in sorted({1, count_cores()})
        for dtype in ("float32", "bfloat16")
    }


def _measure_peak(shape: Shape, dtype: Any, threads: int) -> float:
    import torch

    inner = (shape.hidden, shape.hidden, shape.intermediate)
    outer = (shape.hidden, shape.intermediate, shape.hidden)
    seconds = 0.0
    with _using_threads(threads), torch.inference_mode():
        for columns, rows in zip(inner, outer, strict=True):
            given = torch.randn(TOKENS, columns).to(dtype)
            weights = torch.randn(rows, columns).to(dtype)
            seconds += _spend_least(partial(torch.nn.functional.linear, given, weights))
    operations = sum(2.0 * TOKENS * a * b for a, b in zip(inner, outer, strict=True))
    return operations / seconds / _GIGA


@contextmanager
def _using_threads(threads: int) -> Iterator[None]:
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _measure_embedding(shape: Shape, texts: list[str]) -> dict[str, float]:
    embedder = load_embedder(_settings())
    # Every text also carries the marks at its two ends.
    lengths = [min(count, embedder.window_tokens) + 2 for count in embedder.count_tokens(texts)]
    return _rate(lambda: embedder.embed(texts), shape.count_operations(lengths))


def _measure_reranking(shape: Shape, passages: list[str]) -> dict[str, float]:
    embedder, reranker = load_embedder(_settings()), load_reranker(_settings())
    assert reranker is not None
    question = "Who approves a mooring plan before the vessel arrives?"
    asked = embedder.count_tokens([question])[0]
    lengths = [min(count + asked + 3, 256) for count in embedder.count_tokens(passages)]
    cosines = [0.5] * len(passages)
    operations = shape.count_operations(lengths, is_classifier=True)
    return _rate(lambda: reranker.judge(question, passages, cosines), operations)


def measure_scan(vectors: int, dimensions: int) -> dict[str, float]:
    """The exact search over `vectors` rows beside one pass of reading as much memory."""
    generator = np.random.default_rng(1)
    rows = generator.standard_normal((vectors, dimensions), dtype=np.float32)
    index = VectorIndex("model", dimensions)
    index.apply(ChunkChange(str(row), _make_entry(row, vector)) for row, vector in enumerate(rows))
    query = rows[0]
    search = _spend_least(lambda: index.search(query, SCAN_LIMIT, SearchFilter()))
    product = _spend_least(lambda: rows @ query)
    memory = np.ones(_BANDWIDTH_FLOATS, dtype=np.float32)
    bandwidth = memory.nbytes / _spend_least(lambda: memory @ memory)
    return {
        "vectors": vectors,
        "search_cpu_ms": search * 1000,
        "matrix_product_cpu_ms": product * 1000,
        "bandwidth_gb_a_second": bandwidth / _GIGA,
        "share_of_bandwidth": rows.nbytes / search / bandwidth,
    }


def _make_entry(row: int, vector: Any) -> ChunkEntry:
    return ChunkEntry(str(row), "document", "", vector, "model", "", None, "text", "current")


def _rate(work: Callable[[], object], operations: float) -> dict[str, float]:
    return {
        "gflop": operations / _GIGA,
        "gflop_a_cpu_second": operations / _spend_least(work) / _GIGA,
    }


def _spend_least(work: Callable[[], object]) -> float:
    """The least CPU seconds of several runs, after one that warms up."""
    work()
    spent = []
    for _ in range(REPETITIONS):
        before = time.process_time()
        work()
        spent.append(time.process_time() - before)
    return min(spent)


def _settings() -> Settings:
    return Settings(
        _env_file=None, hf_hub_offline=True, reranker_model="offline", inference_threads=1
    )
