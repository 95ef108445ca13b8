"""Measure side by side: `make bench`, or `benchmarks/run.py PART…` for some parts alone.

Each case runs in a fresh process, the repetitions of all sides interleaved; the ratios are what to
quote, those of CPU time on a machine that is not idle. Prints tables, and writes every figure as
JSON with `--json FILE`.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.growth_plot import draw_growth
from benchmarks.ingestion import compare_ingestion
from benchmarks.processes import Case, has_peers, run_case
from benchmarks.report import print_report
from benchmarks.searching import compare_search
from benchmarks.workers import compare_workers
from ragstudio.inference.weights import OFFLINE_RERANKER, find_weights
from ragstudio.settings import DEFAULT_EMBEDDING_MODEL

Options = argparse.Namespace
GROWTH_SIZES = [1_000, 10_000, 100_000, 300_000, 1_000_000]


def read_options(arguments: list[str]) -> Options:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure the studio, side by side.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of: {', '.join(PARTS)}")
    parser.add_argument("--json", type=Path, help="file for every figure")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--rows", type=int, default=5000, help="of the CSV; 0 leaves it out")
    parser.add_argument("--pages", type=int, default=2000, help="of text; 0 leaves it out")
    parser.add_argument("--no-samples", action="store_true", help="leave the sample corpus out")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4], help="on one queue")
    parser.add_argument("--worker-pages", type=int, default=400, help="of text for them")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--growth", type=int, nargs="+", default=GROWTH_SIZES)
    parser.add_argument("--plot", type=Path, help="SVG file for the growth")
    options = parser.parse_args(arguments)
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    return options


def _measure_ingestion(options: Options, folder: Path) -> Any:
    sizes = {"samples": int(not options.no_samples), "rows": options.rows, "pages": options.pages}
    chosen = {kind: size for kind, size in sizes.items() if size}
    return compare_ingestion(folder, chosen, find_models()["model"], options.repetitions)


def _measure_search(options: Options, folder: Path) -> Any:
    return compare_search(
        folder, options.sizes, find_models(), options.questions, options.repetitions
    )


def _measure_workers(options: Options, folder: Path) -> Any:
    return compare_workers(folder, options.worker_pages, options.workers, options.repetitions)


def _measure_start(options: Options, folder: Path) -> Any:
    return run_case(Case("start", "benchmarks.start", {"repetitions": options.repetitions + 2}))


def _measure_growth(options: Options, folder: Path) -> Any:
    run_case(Case("seeds", "benchmarks.synthetic", {"folder": str(folder), "size": 1}))
    arguments = {"folder": str(folder), "sizes": options.growth, "searches": options.questions}
    found = run_case(Case("growth", "benchmarks.growth", arguments))
    if options.plot:
        options.plot.write_text(draw_growth(found["rows"]), encoding="utf-8")
    return found


def _measure_limits(options: Options, folder: Path) -> Any:
    corpus = {"kind": "pages", "folder": str(folder), "size": 20}
    run_case(Case("corpus", "benchmarks.corpora", corpus))
    chunks = str(folder / "chunks.json")
    arguments = {**find_models(), "chunks": chunks, "vectors": 100_000}
    return run_case(Case("limits", "benchmarks.limits", arguments))


PARTS: dict[str, Callable[[Options, Path], Any]] = {
    "ingestion": _measure_ingestion,
    "workers": _measure_workers,
    "search": _measure_search,
    "start": _measure_start,
    "growth": _measure_growth,
    "limits": _measure_limits,
}


def find_models() -> dict[str, str]:
    """The folders of the model files that every side loads."""
    names = {"model": DEFAULT_EMBEDDING_MODEL, "reranker": OFFLINE_RERANKER}
    found = {}
    for role, name in names.items():
        files = find_weights(name)
        if files is None:
            raise SystemExit(f"The files of {name} are not on this machine.")
        found[role] = str(files.path)
    return found


def describe_machine() -> dict[str, Any]:
    """What the figures were measured on."""
    import torch

    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "bfloat16": bool(torch.cpu.get_capabilities().get("avx512_bf16")),
        "torch": torch.__version__,
        "peers": has_peers(),
        "load_average": os.getloadavg()[0],
    }


def main() -> None:
    """Run the parts, one after the other; what is measured is written after each."""
    options = read_options(sys.argv[1:])
    measured: dict[str, Any] = {"machine": describe_machine()}
    for part in options.parts or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            measured[part] = PARTS[part](options, Path(folder))
        print_report({part: measured[part]})
        if options.json:
            options.json.write_text(json.dumps(measured, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
