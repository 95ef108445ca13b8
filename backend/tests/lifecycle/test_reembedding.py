"""Moving to another model: the old vectors serve until the switch, which can be interrupted."""

from collections.abc import Iterator

import numpy as np
import pytest

from ragstudio.errors import IndexNotReady
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.reembedding import reembed
from ragstudio.search.base import SearchFilter
from ragstudio.search.factory import build_engine
from tests.lifecycle.conftest import Lifecycle, wait_for

TEXTS = ["Leave is twenty-five days a year.", "Hotels in Paris cost up to EUR 240."]


@pytest.fixture(scope="module")
def other_embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    """A real model of another space: MiniLM with a layer that leaves 64 of 384 numbers."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Dense, Normalize

    from ragstudio.inference.embedder import SentenceTransformerEmbedder
    from ragstudio.inference.weights import find_weights
    from ragstudio.settings import DEFAULT_EMBEDDING_MODEL

    files = find_weights(DEFAULT_EMBEDDING_MODEL)
    assert files is not None
    base = SentenceTransformer(str(files.path), device="cpu")
    small = SentenceTransformer(modules=[base[0], base[1], Dense(384, 64), Normalize()])
    folder = tmp_path_factory.mktemp("model") / "small"
    small.save(str(folder))
    found = find_weights(str(folder))
    assert found is not None
    yield SentenceTransformerEmbedder(str(folder), found)


def _fill(lifecycle: Lifecycle) -> list[str]:
    return [lifecycle.ingest(text, f"{number}.txt").id for number, text in enumerate(TEXTS)]


def _vectors(lifecycle: Lifecycle, document_id: str) -> np.ndarray:
    [chunk] = lifecycle.database.chunks.list_page(document_id, offset=0, limit=2, with_vectors=True)
    return np.array(chunk.embedding)


def test_every_chunk_moves_and_the_new_space_is_searchable(
    lifecycle: Lifecycle, other_embedder: Embedder
) -> None:
    ids = _fill(lifecycle)
    seen: list[tuple[int, int]] = []
    assert reembed(lifecycle.database, other_embedder, lambda *step: seen.append(step)) == 2
    assert seen[-1] == (2, 2)
    assert lifecycle.database.meta.embedding_space() == other_embedder.space
    for document_id, text in zip(ids, TEXTS, strict=True):
        assert np.allclose(
            _vectors(lifecycle, document_id), other_embedder.embed([text])[0], atol=1e-5
        )
        assert lifecycle.database.documents.get(document_id).embedding == other_embedder.space
    engine = build_engine(lifecycle.settings, lifecycle.database, other_embedder.space)
    engine.start()
    wait_for(lambda: engine.state().ready)
    [best] = engine.search_vectors(other_embedder.embed([TEXTS[1]])[0], 1, SearchFilter())
    assert best.document_id == ids[1]
    assert best.score == pytest.approx(1.0, abs=1e-4)
    engine.stop()
    leftovers = lifecycle.database._database["chunks"].count_documents(
        {
            "$or": [
                {"next_embedding": {"$exists": True}},
                {"next_embedding_space": {"$exists": True}},
            ]
        }
    )
    assert leftovers == 0


def test_the_old_vectors_serve_until_the_switch(
    lifecycle: Lifecycle, embedder: Embedder, other_embedder: Embedder
) -> None:
    ids = _fill(lifecycle)
    drafts = lifecycle.database.vectors.without_draft(other_embedder.space, 1)
    lifecycle.database.vectors.store_drafts(
        other_embedder.space, [drafts[0][0]], other_embedder.embed([drafts[0][1]])
    )
    lifecycle.engine.catch_up()
    [best] = lifecycle.engine.search_vectors(embedder.embed([TEXTS[0]])[0], 1, SearchFilter())
    assert best.document_id == ids[0]
    assert lifecycle.database.meta.embedding_space() == embedder.space


def test_an_interrupted_switch_refuses_search_and_is_finished_by_the_next_run(
    lifecycle: Lifecycle, other_embedder: Embedder
) -> None:
    ids = _fill(lifecycle)
    space = other_embedder.space
    pending = lifecycle.database.vectors.without_draft(space, 10)
    lifecycle.database.vectors.store_drafts(
        space, [chunk_id for chunk_id, _ in pending], other_embedder.embed([c for _, c in pending])
    )
    lifecycle.database.meta.begin_switch(space)
    with pytest.raises(IndexNotReady):
        lifecycle.database.meta.embedding_space()
    assert reembed(lifecycle.database, other_embedder) == 0
    assert lifecycle.database.meta.embedding_space() == space
    assert _vectors(lifecycle, ids[0]).shape == (64,)


def test_the_same_model_moves_nothing(lifecycle: Lifecycle, embedder: Embedder) -> None:
    _fill(lifecycle)
    assert reembed(lifecycle.database, embedder) == 0
