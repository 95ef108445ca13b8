"""Fixtures of the inference tests."""

import shutil
from pathlib import Path

import pytest

from ragstudio.inference.weights import OFFLINE_RERANKER, ModelFiles, find_weights


@pytest.fixture(scope="session")
def reranker_files() -> ModelFiles:
    """The files of the offline reranker, as they are shipped."""
    files = find_weights(OFFLINE_RERANKER)
    assert files is not None
    return files


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty Hugging Face cache in place of this machine's."""
    cache = tmp_path / "hub"
    cache.mkdir()
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(cache))
    return cache


def put_into_cache(cache: Path, name: str, source: Path, commit: str = "c" * 40) -> Path:
    """Lay a model's files into a Hugging Face cache, the way the hub client does."""
    repository = cache / f"models--{name.replace('/', '--')}"
    snapshot = repository / "snapshots" / commit
    snapshot.parent.mkdir(parents=True)
    shutil.copytree(source, snapshot)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit)
    return snapshot
