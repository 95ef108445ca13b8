"""Asking a peer's pipeline the questions, one at a time."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.meter import Meter
from benchmarks.percentiles import summarise

CANDIDATES = 30
LIMIT = 6


def time_searches(search: Callable[[str], object], pairs: str) -> dict[str, Any]:
    """Times and CPU time of the questions of `pairs.json`, after one that warms up."""
    questions = [question for question, _ in json.loads(Path(pairs).read_text(encoding="utf-8"))]
    search(questions[0])
    times = []
    with Meter() as meter:
        for question in questions:
            started = time.perf_counter()
            search(question)
            times.append((time.perf_counter() - started) * 1000)
    return {
        "stages_ms": summarise({"total": times}),
        "cpu_ms_a_search": meter.cpu_seconds * 1000 / len(questions),
        **meter.describe(),
    }
