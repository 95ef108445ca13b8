"""How many workers one machine feeds: the same queue taken by one, two and four of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.processes import Case, Result, run_case, run_interleaved


def compare_workers(
    folder: Path, pages: int, counts: Sequence[int], repetitions: int
) -> list[Result]:
    """One row a number of workers. All give as many chunks, or something was done twice."""
    corpus = {"kind": "pages", "folder": str(folder), "size": pages}
    run_case(Case("pages", "benchmarks.corpora", corpus))
    found = run_interleaved(list_cases(folder / "files", counts), repetitions).values()
    first = next(iter(found))
    return [_rate(workers, result, first) for workers, result in zip(counts, found, strict=True)]


def list_cases(files: Path, counts: Sequence[int]) -> list[Case]:
    """The studio over the same files, with so many workers."""
    return [
        Case(
            f"{workers} workers",
            "benchmarks.ingestion_studio",
            {"files": str(files), "workers": workers},
        )
        for workers in counts
    ]


def _rate(workers: int, result: Result, first: Result) -> dict[str, Any]:
    if "error" in result or "error" in first:
        return {"workers": workers, **result}
    return {
        **result,
        "workers": workers,
        "chunks_a_second": result["chunks"] / result["wall_seconds"],
        "wall_ratio": first["wall_seconds"] / result["wall_seconds"],
        "cpu_ratio": first["cpu_seconds"] / result["cpu_seconds"],
    }
