"""Every case runs, at a size that takes no time, and can be called as the comparisons call it."""

import importlib
import inspect
import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import (
    corpora,
    growth,
    ingestion,
    ingestion_plain,
    limits,
    rerank_plain,
    rerank_studio,
    searching,
    workers,
)
from benchmarks.processes import Case
from benchmarks.run import find_models

MODELS = {"model": "embedder", "reranker": "reranker"}


def list_all_cases() -> list[Case]:
    place = Path("corpus")
    corpus = {"folder": "corpus", "size": 1}
    chunks = {"chunks": "chunks.json", "model": "embedder"}
    return [
        *ingestion.list_cases(place, "embedder"),
        *searching.list_cases(place, 1, MODELS),
        *workers.list_cases(place, [1, 4]),
        *(Case(name, module, chunks) for name, module in ingestion.PEERS.items()),
        *(
            Case(name, f"benchmarks.peers.{name}_search", searching.describe_corpus(place, MODELS))
            for name in searching.PEERS
        ),
        Case("corpus", "benchmarks.corpora", {"kind": "rows", **corpus}),
        Case("synthetic", "benchmarks.synthetic", corpus),
        Case("search", "benchmarks.search_studio", {**corpus, "questions": 1}),
        Case("start", "benchmarks.start", {"repetitions": 1}),
        Case("growth", "benchmarks.growth", {"folder": "corpus", "sizes": [1], "searches": 1}),
        Case("limits", "benchmarks.limits", {**MODELS, "chunks": "chunks.json", "vectors": 1}),
    ]


@pytest.mark.parametrize("case", list_all_cases(), ids=lambda case: f"{case.module} {case.name}")
def test_each_case_takes_its_arguments(case: Case) -> None:
    inspect.signature(importlib.import_module(case.module).measure).bind(**case.arguments)


def test_a_corpus_is_written_with_its_chunks(tmp_path: Path) -> None:
    made = corpora.measure("rows", str(tmp_path), 3)
    chunks = json.loads((tmp_path / "chunks.json").read_text())
    assert (made["files"], made["chunks"]) == (1, len(chunks))
    assert made["bytes"] == sum(len(chunk.encode()) for chunk in chunks)
    assert any("TC-00003" in chunk for chunk in chunks)


def test_the_plain_loop_embeds(chunks: str) -> None:
    found = ingestion_plain.measure(chunks, find_models()["model"], threads=1)
    assert found["chunks"] == 4
    assert found["cpu_seconds"] > 0 < found["peak_mb"]


def test_both_rerankers_score_the_same_pairs(pairs: str) -> None:
    plain = rerank_plain.measure(pairs, find_models()["reranker"], threads=1)
    studio = rerank_studio.measure(pairs)
    assert plain["pairs"] == studio["pairs"] == 2
    assert plain["cpu_ms_a_search"] > 0 < studio["stages_ms"]["rerank"]["p95"]


def test_growth_passes_through_its_sizes(tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    np.save(tmp_path / "passages.npy", generator.standard_normal((4, 384), dtype=np.float32))
    (tmp_path / "sentences.json").write_text(json.dumps(["Who pays the harbour dues?"] * 9))
    rows = growth.measure(str(tmp_path), [200, 400], searches=2)["rows"]
    assert [row["chunks"] for row in rows] == [200, 400]
    for row in rows:
        assert set(row["searches"]["everything"]) == {"vector", "vector_cpu", "text", "text_cpu"}


def test_no_stage_is_faster_than_the_machine(chunks: str) -> None:
    found = limits.measure(**find_models(), chunks=chunks, vectors=2000)
    fastest = max(found["peaks_gflops"].values())
    for stage in ("embedding", "reranking"):
        assert 0 < found[stage]["gflop_a_cpu_second"] < 1.5 * fastest
