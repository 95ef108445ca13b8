"""Corpora that are stored without being embedded, and the cases that start a whole studio."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import ingestion_studio, search_studio, start, synthetic
from benchmarks.processes import has_peers, run_case
from benchmarks.run import find_models
from ragstudio.records import DocumentStatus, EmbeddingSpace
from ragstudio.storage.client import Database
from tests.benchmarks.conftest import TEXTS
from tests.benchmarks.test_cases import list_all_cases
from tests.running_server import new_text


def test_a_synthetic_corpus_is_stored_ready(
    database: Database, chunks: str, tmp_path: Path
) -> None:
    space = EmbeddingSpace(model="model", revision="1", dimensions=4)
    (tmp_path / "space.json").write_text(space.model_dump_json())
    (tmp_path / "sentences.json").write_text(json.dumps(TEXTS))
    np.save(tmp_path / "passages.npy", np.eye(4, dtype=np.float32))
    synthetic.store(database, tmp_path, 250)
    assert database.chunks.total() == 250
    assert len(database.documents.ids_with_status(DocumentStatus.READY)) == 2
    assert set(database.chunks.count_each(database.documents.all_ids()).values()) <= {
        (each, each) for each in range(251)
    }
    assert database.meta.embedding_space() == space
    again = [vectors for _, vectors in synthetic.make_batches(tmp_path, 250)]
    assert np.allclose(np.linalg.norm(again[0], axis=1), 1.0, atol=1e-6)


@pytest.mark.slow
def test_the_studio_ingests(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(new_text())
    assert ingestion_studio.measure(str(tmp_path))["chunks"] == 1


@pytest.mark.slow
def test_the_studio_starts_and_searches(tmp_path: Path) -> None:
    synthetic.measure(str(tmp_path), 200)
    found = search_studio.measure(str(tmp_path), 200, questions=2)
    assert found["start_seconds"] > 0
    assert {"embed", "vector", "text", "rerank"} <= set(found["searches"]["in force"]["stages_ms"])
    assert len(json.loads((tmp_path / "pairs.json").read_text())) == 2


@pytest.mark.slow
def test_no_model_is_loaded_twice() -> None:
    loads = start.measure(repetitions=1)["model_loads"]
    assert loads == {"SentenceTransformer": 1, "CrossEncoder": 1}


@pytest.mark.slow
@pytest.mark.skipif(not has_peers(), reason="the peers are not installed: `make bench-peers`")
def test_the_peers_ingest(chunks: str) -> None:
    for case in list_all_cases():
        if case.is_peer and "ingestion" in case.module:
            case.arguments.update(chunks=chunks, model=find_models()["model"])
            assert run_case(case)["chunks"] == len(TEXTS)
