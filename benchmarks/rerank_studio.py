"""Reranking by the studio over the same pairs as the plain loop."""

import json
import time
from pathlib import Path
from typing import Any

from benchmarks.meter import Meter
from benchmarks.percentiles import summarise
from ragstudio.inference.factory import load_reranker
from ragstudio.settings import Settings


def measure(pairs: str) -> dict[str, Any]:
    """Score the passages of each question with one call; the cosines do not change the time."""
    reranker = load_reranker(
        Settings(_env_file=None, hf_hub_offline=True, reranker_model="offline")
    )
    assert reranker is not None
    asked = json.loads(Path(pairs).read_text(encoding="utf-8"))
    reranker.judge(asked[0][0], asked[0][1][:8], [0.5] * len(asked[0][1][:8]))
    times = []
    with Meter() as meter:
        for question, passages in asked:
            started = time.perf_counter()
            reranker.judge(question, passages, [0.5] * len(passages))
            times.append((time.perf_counter() - started) * 1000)
    return {
        "pairs": sum(len(passages) for _, passages in asked),
        "stages_ms": summarise({"rerank": times}),
        "cpu_ms_a_search": meter.cpu_seconds * 1000 / len(asked),
        **meter.describe(),
    }
