"""Ingestion side by side: the studio, the plain loop, and peers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.processes import Case, Result, has_peers, run_case, run_interleaved

PEERS = {
    "Haystack": "benchmarks.peers.haystack_ingestion",
    "Chroma": "benchmarks.peers.chroma_ingestion",
    "txtai": "benchmarks.peers.txtai_ingestion",
}
PLAIN = "plain loop"


def compare_ingestion(
    folder: Path, sizes: Mapping[str, int], model: str, repetitions: int
) -> list[dict[str, Any]]:
    """One row a corpus and side. `sizes` maps `samples`, `rows` and `pages` to their size."""
    rows = []
    for kind, size in sizes.items():
        place = folder / kind
        made = run_case(
            Case(kind, "benchmarks.corpora", {"kind": kind, "folder": str(place), "size": size})
        )
        found = run_interleaved(list_cases(place, model), repetitions)
        rows += [
            {"corpus": kind, "side": side, **rate(result, made, found[PLAIN])}
            for side, result in found.items()
        ]
    return rows


def list_cases(corpus: Path, model: str) -> list[Case]:
    """Every side over one corpus; the peers only where they are installed."""
    chunks = {"chunks": str(corpus / "chunks.json"), "model": model}
    cases = [
        Case("studio", "benchmarks.ingestion_studio", {"files": str(corpus / "files")}),
        Case(PLAIN, "benchmarks.ingestion_plain", chunks),
        Case("plain loop, one thread", "benchmarks.ingestion_plain", {**chunks, "threads": 1}),
    ]
    if has_peers():
        cases += [Case(name, module, chunks, is_peer=True) for name, module in PEERS.items()]
    return cases


def rate(result: Result, corpus: Result, plain: Result) -> Result:
    """Chunks and bytes a second, and how many times as fast as the plain loop, by both clocks."""
    if "error" in result:
        return result
    figures = {
        **result,
        "chunks_a_second": result["chunks"] / result["wall_seconds"],
        "chunks_a_cpu_second": result["chunks"] / result["cpu_seconds"],
        "bytes_a_second": corpus["bytes"] / result["wall_seconds"],
    }
    if "error" not in plain:
        for clock in ("wall", "cpu"):
            spent = result[f"{clock}_seconds"] / result["chunks"]
            figures[f"{clock}_ratio"] = plain[f"{clock}_seconds"] / plain["chunks"] / spent
    return figures
