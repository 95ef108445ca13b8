"""The studio's start and its searches over a stored corpus, over HTTP."""

import json
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import psutil

from benchmarks.corpora import read_questions
from benchmarks.meter import Meter, memory_mb
from benchmarks.percentiles import summarise
from benchmarks.running_studio import RunningStudio, serve, wait_for
from benchmarks.synthetic import GROUPS, store_in_directory

WARM_UP_QUESTIONS = 3
# A search of the first group alone, about one chunk in `GROUPS`.
FILTERS: dict[str, dict[str, Any]] = {
    "everything": {"include_superseded": True},
    "in force": {},
    f"one group of {GROUPS}": {"filters": {"group": ["group-0"]}},
}


def measure(folder: str, size: int, questions: int) -> dict[str, Any]:
    """Store a synthetic corpus, start the studio, and ask it questions with each filter.

    Returns seconds from start to the first answer, memory of each process, and for each filter
    the times by stage in milliseconds. The passages of the first question pairs are written to
    `pairs.json` for the plain reranking loop.
    """
    asked = read_questions()[: questions + WARM_UP_QUESTIONS]
    with tempfile.TemporaryDirectory() as place:
        data_dir = Path(place) / "data"
        store_in_directory(Path(folder), size, data_dir)
        with Meter() as starting, serve(data_dir, WORKERS="0") as studio:
            first = wait_for(lambda: _try_search(studio, asked[0]))
            seconds = time.perf_counter() - starting.started
            for question in asked[1:WARM_UP_QUESTIONS]:
                studio.search(question)
            timed = {
                name: _time_questions(studio, asked[WARM_UP_QUESTIONS:], fields)
                for name, fields in FILTERS.items()
            }
            memory = _list_memory(studio.process.pid)
            _write_pairs(studio, asked[WARM_UP_QUESTIONS:], Path(folder) / "pairs.json")
    return {
        "chunks": size,
        "decision": first["decision"],
        "start_seconds": seconds,
        "memory_mb": memory,
        "searches": timed,
    }


def _try_search(studio: RunningStudio, question: str) -> dict[str, Any] | None:
    import httpx

    try:
        return studio.search(question)
    except httpx.HTTPError:
        return None


def _time_questions(
    studio: RunningStudio, questions: list[str], fields: dict[str, Any]
) -> dict[str, Any]:
    times: dict[str, list[float]] = defaultdict(list)
    with Meter() as meter:
        for question in questions:
            started = time.perf_counter()
            answer = studio.search(question, **fields)
            times["http"].append((time.perf_counter() - started) * 1000)
            for stage, spent in answer["pipeline"]["timings_ms"].items():
                if spent is not None:
                    times[stage].append(spent)
    return {
        "stages_ms": summarise(times),
        "cpu_ms_a_search": meter.cpu_seconds * 1000 / len(questions),
        "load_average": meter.describe()["load_average"],
    }


def _list_memory(server: int) -> dict[str, float]:
    parent = psutil.Process(server)
    return {
        "server": memory_mb(parent),
        **{child.name(): memory_mb(child) for child in parent.children(recursive=True)},
    }


def _write_pairs(studio: RunningStudio, questions: list[str], path: Path) -> None:
    pairs = [
        [question, [hit["content"] for hit in answer["results"]]]
        for question in questions
        for answer in [studio.search(question, limit=30, minimum_score=0.0)]
    ]
    path.write_text(json.dumps(pairs), encoding="utf-8")
