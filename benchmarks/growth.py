"""Memory and time of the local engine as the corpus grows, at sizes no embedding has to make."""

import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from benchmarks.corpora import read_questions
from benchmarks.meter import memory_mb
from benchmarks.percentiles import summarise
from benchmarks.synthetic import CHUNKS_A_DOCUMENT, GROUPS, make_batches
from ragstudio.search.base import SearchFilter
from ragstudio.search.local.feed import ChunkChange, ChunkEntry
from ragstudio.search.local.index_pair import IndexPair
from ragstudio.settings import DEFAULT_EMBEDDING_MODEL

LIMIT = 30
FILTERS = {
    "everything": SearchFilter(),
    f"one group of {GROUPS}": SearchFilter(groups=("group-0",)),
}


def measure(folder: str, sizes: list[int], searches: int) -> dict[str, Any]:
    """Grow one pair of indexes through the sizes and search it at each.

    Returns for each size memory in MiB (of this process, less what it held empty), CPU seconds it
    took to get there, and by filter the times of both branches in milliseconds, by the clock and
    of CPU time (`_cpu`).
    """
    passages = np.load(Path(folder) / "passages.npy")
    indexes = IndexPair(DEFAULT_EMBEDDING_MODEL, passages.shape[1])
    empty = memory_mb(psutil.Process())
    rows: list[dict[str, Any]] = []
    targets = iter(sorted(sizes))
    target = next(targets)
    started = time.process_time()
    for number, (texts, vectors) in enumerate(make_batches(Path(folder), max(sizes))):
        indexes.apply(_make_changes(number, texts, vectors))
        if len(indexes.vectors) >= target:
            spent = time.process_time() - started
            rows.append(
                {
                    "chunks": len(indexes.vectors),
                    "memory_mb": memory_mb(psutil.Process()) - empty,
                    "built_cpu_seconds": spent,
                    "searches": _time_searches(indexes, passages, searches),
                }
            )
            target = next(targets, 0)
            if not target:
                break
            started = time.process_time() - spent
    return {"rows": rows, "machine_mb": psutil.virtual_memory().total / 1024**2}


def _make_changes(number: int, texts: list[str], vectors: Any) -> list[ChunkChange]:
    return [
        ChunkChange(
            chunk_id := f"{number * CHUNKS_A_DOCUMENT + position:024x}",
            ChunkEntry(
                chunk_id=chunk_id,
                document_id=f"{number:024x}",
                content=text,
                vector=vector,
                embedding_model=DEFAULT_EMBEDDING_MODEL,
                group=f"group-{number % GROUPS}",
                section=None,
                block_type="text",
                source_status="current",
            ),
        )
        for position, (text, vector) in enumerate(zip(texts, vectors, strict=True))
    ]


def _time_searches(indexes: IndexPair, passages: Any, searches: int) -> dict[str, Any]:
    questions = read_questions()[:searches]
    found = {}
    for name, where in FILTERS.items():
        times: dict[str, list[float]] = defaultdict(list)
        for number, question in enumerate(questions):
            vector = passages[number]
            _time(times, "vector", partial(indexes.vectors.search, vector, LIMIT, where))
            _time(times, "text", partial(indexes.texts.search, question, LIMIT, where))
        found[name] = summarise(times)
    return found


def _time(times: dict[str, list[float]], branch: str, search: Callable[[], object]) -> None:
    """Note the milliseconds of one search, by the clock and of CPU time."""
    started, cpu_before = time.perf_counter(), time.process_time()
    search()
    times[branch].append((time.perf_counter() - started) * 1000)
    times[f"{branch}_cpu"].append((time.process_time() - cpu_before) * 1000)
