"""Search and start side by side, at several sizes of the corpus."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.processes import Case, has_peers, run_case, run_interleaved

LARGEST_FOR_PEERS = 10_000
PEERS = ("haystack", "txtai")


def compare_search(
    folder: Path, sizes: Sequence[int], models: dict[str, str], questions: int, repetitions: int
) -> list[dict[str, Any]]:
    """One row a size: the studio's start and searches, and the other sides by name.

    `models` holds the folders of the `model` (embedder) and the `reranker`.
    """
    rows = []
    for size in sizes:
        place = folder / str(size)
        written = min(size, LARGEST_FOR_PEERS)
        run_case(Case("corpus", "benchmarks.synthetic", {"folder": str(place), "size": written}))
        arguments = {"folder": str(place), "size": size, "questions": questions}
        studio = run_case(Case("studio", "benchmarks.search_studio", arguments))
        others = run_interleaved(list_cases(place, size, models), repetitions)
        rows.append({"chunks": size, "studio": studio, "others": others})
    return rows


def list_cases(place: Path, size: int, models: dict[str, str]) -> list[Case]:
    """Both ways to rerank the same pairs, and the peers where they are installed."""
    pairs = {"pairs": str(place / "pairs.json")}
    plain = {**pairs, "reranker": models["reranker"]}
    cases = [
        Case("studio's reranker", "benchmarks.rerank_studio", pairs),
        Case("CrossEncoder.predict", "benchmarks.rerank_plain", plain),
        Case(
            "CrossEncoder.predict, one thread", "benchmarks.rerank_plain", {**plain, "threads": 1}
        ),
    ]
    if has_peers() and size <= LARGEST_FOR_PEERS:
        for name in PEERS:
            module = f"benchmarks.peers.{name}_search"
            cases.append(Case(name, module, describe_corpus(place, models), is_peer=True))
    return cases


def describe_corpus(place: Path, models: dict[str, str]) -> dict[str, str]:
    """What a peer needs of a corpus: its texts, their vectors, the questions, the models."""
    files = {"chunks": "chunks.json", "vectors": "vectors.npy", "pairs": "pairs.json"}
    return {**{name: str(place / file) for name, file in files.items()}, **models}
