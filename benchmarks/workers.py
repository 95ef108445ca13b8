"""How many workers one machine feeds: the same queue taken by one, two and four of them."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.ingestion import rate
from benchmarks.processes import Case, Result, run_case, run_interleaved


def compare_workers(
    folder: Path, pages: int, counts: Sequence[int], repetitions: int
) -> list[Result]:
    """One row a number of workers, beside the first.

    All give as many chunks, or something was done twice.
    """
    corpus = {"kind": "pages", "folder": str(folder), "size": pages}
    made = run_case(Case("pages", "benchmarks.corpora", corpus))
    found = run_interleaved(list_cases(folder / "files", counts), repetitions)
    first = next(iter(found.values()))
    return [
        {"corpus": "pages", "side": side, **rate(result, made, first)}
        for side, result in found.items()
    ]


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
