from collections.abc import Iterator

import pytest

from ragstudio.api.readiness import ReadinessMonitor
from ragstudio.records import EmbeddingSpace
from ragstudio.studio import Studio


@pytest.fixture
def another_space(studio: Studio) -> Iterator[EmbeddingSpace]:
    own = studio.embedder.space
    another = EmbeddingSpace(model="another/model", revision="1", dimensions=384)
    studio.database.meta.replace_embedding_space(another)
    yield another
    studio.database.meta.replace_embedding_space(own)


def test_a_corpus_of_another_model_is_not_ready_to_be_searched(
    studio: Studio, another_space: EmbeddingSpace
) -> None:
    check = ReadinessMonitor(studio).checks().embedder
    assert not check.ready
    assert another_space.model in check.detail


def test_a_corpus_of_this_model_is(studio: Studio) -> None:
    check = ReadinessMonitor(studio).checks().embedder
    assert check.ready
    assert check.detail.startswith(studio.embedder.info.name)
