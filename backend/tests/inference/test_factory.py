"""Which models the settings load."""

from pathlib import Path

import pytest

from ragstudio.errors import ModelUnavailable
from ragstudio.inference.factory import PUBLISHED_RERANKER, load_embedder, load_reranker
from ragstudio.inference.weights import OFFLINE_RERANKER, ModelFiles
from ragstudio.settings import Settings
from tests.inference.conftest import put_into_cache


def settings(**values: object) -> Settings:
    """Settings from these values alone."""
    return Settings(_env_file=None, hf_hub_offline=True, **values)


def test_auto_takes_the_offline_reranker_when_ms_marco_is_not_here(empty_cache: Path) -> None:
    reranker = load_reranker(settings())
    assert reranker is not None
    assert (reranker.info.name, reranker.info.origin) == (OFFLINE_RERANKER, "package")


def test_auto_takes_ms_marco_from_the_cache(empty_cache: Path, reranker_files: ModelFiles) -> None:
    put_into_cache(empty_cache, PUBLISHED_RERANKER, reranker_files.path)
    reranker = load_reranker(settings())
    assert reranker is not None
    assert (reranker.info.name, reranker.info.origin) == (PUBLISHED_RERANKER, "cache")


@pytest.mark.parametrize("name", ["offline", OFFLINE_RERANKER])
def test_offline_stays_offline_whatever_the_cache_holds(
    empty_cache: Path, reranker_files: ModelFiles, name: str
) -> None:
    put_into_cache(empty_cache, PUBLISHED_RERANKER, reranker_files.path)
    reranker = load_reranker(settings(reranker_model=name))
    assert reranker is not None
    assert reranker.info.name == OFFLINE_RERANKER


def test_a_folder_can_be_named(empty_cache: Path, reranker_files: ModelFiles) -> None:
    folder = str(reranker_files.path)
    reranker = load_reranker(settings(reranker_model=folder))
    assert reranker is not None
    assert (reranker.info.name, reranker.info.origin) == (folder, "path")


def test_none_is_none() -> None:
    assert load_reranker(settings(reranker_model="none")) is None


def test_a_model_that_is_not_here_is_an_error_not_a_substitute(empty_cache: Path) -> None:
    with pytest.raises(ModelUnavailable, match=PUBLISHED_RERANKER):
        load_reranker(settings(reranker_model=PUBLISHED_RERANKER))
    with pytest.raises(ModelUnavailable, match="all-mpnet-base-v2"):
        load_embedder(settings(embedding_model="sentence-transformers/all-mpnet-base-v2"))
