"""Reranking by the plain loop: CrossEncoder.predict with its default settings, in float32."""

import json
import time
from pathlib import Path
from typing import Any

from benchmarks.meter import Meter
from benchmarks.percentiles import summarise


def measure(pairs: str, reranker: str, threads: int = 0) -> dict[str, Any]:
    """Score the pairs of each question with one call, as the studio did.

    `threads` is PyTorch's number of threads, 0 leaves its default.
    """
    import torch
    from sentence_transformers import CrossEncoder

    if threads:
        torch.set_num_threads(threads)
    asked = json.loads(Path(pairs).read_text(encoding="utf-8"))
    # In single precision: its weights are stored in half, which is slow on most processors.
    model = CrossEncoder(
        reranker, max_length=256, device="cpu", model_kwargs={"dtype": torch.float32}
    )
    model.predict([(asked[0][0], asked[0][1][0])] * 8, show_progress_bar=False)
    times = []
    with Meter() as meter:
        for question, passages in asked:
            started = time.perf_counter()
            model.predict([(question, passage) for passage in passages], show_progress_bar=False)
            times.append((time.perf_counter() - started) * 1000)
    return {
        "pairs": sum(len(passages) for _, passages in asked),
        "stages_ms": summarise({"rerank": times}),
        "cpu_ms_a_search": meter.cpu_seconds * 1000 / len(asked),
        **meter.describe(),
    }
