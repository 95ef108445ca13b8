"""The published models that a package carries, against the figures of their model cards."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.inference.factory import load_embedder, load_reranker
from ragstudio.settings import Settings

RERANKER = "cross-encoder/ms-marco-MiniLM-L-12-v2"
EMBEDDER = "BAAI/bge-small-en-v1.5"
QUESTION = "How many people live in Berlin?"
PASSAGES = [
    "Berlin had a population of 3,520,031 registered inhabitants in an area of 891.82 square "
    "kilometers.",
    "Berlin is well known for its museums.",
]


@pytest.fixture(scope="module")
def reranker() -> Reranker:
    loaded = load_reranker(Settings(_env_file=None, reranker_model=RERANKER, hf_hub_offline=True))
    assert loaded is not None
    return loaded


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return load_embedder(Settings(_env_file=None, embedding_model=EMBEDDER, hf_hub_offline=True))


def test_the_logits_are_those_of_the_model_card_to_its_eight_bits(reranker: Reranker) -> None:
    judged = reranker.judge(QUESTION, PASSAGES, [0.0, 0.0])
    # The card gives 9.22 and -4.08 for the float32 weights.
    assert [judgement.order for judgement in judged] == pytest.approx([9.22, -4.08], abs=0.4)
    assert [judgement.evidence for judgement in judged] == [j.order for j in judged]
    assert (reranker.info.name, reranker.info.origin) == (RERANKER, "package")


def test_a_pair_has_one_logit_alone_and_in_company(reranker: Reranker) -> None:
    texts = [*PASSAGES, "", "Berlin " * 40]
    alone = [reranker.judge(QUESTION, [text], [0.0])[0] for text in texts]
    assert reranker.judge(QUESTION, texts, [0.0] * 4) == alone
    with ThreadPoolExecutor(3) as pool:
        again = pool.map(lambda _: reranker.judge(QUESTION, texts, [0.0] * 4), range(3))
    assert all(judged == alone for judged in again)
    assert reranker.judge(QUESTION, [], []) == []


def test_long_pairs_are_cut_and_say_so(reranker: Reranker) -> None:
    judged = reranker.judge(QUESTION, ["Berlin", "Berlin " * 600], [0.0, 0.0])
    assert [judgement.is_cut for judgement in judged] == [False, True]
    [judged_long] = reranker.judge("Berlin " * 600, ["Berlin " * 600], [0.0])
    assert np.isfinite(judged_long.order)


def test_vectors_have_length_one_and_are_those_of_the_text_alone(embedder: Embedder) -> None:
    vectors = embedder.embed([*PASSAGES, ""])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    np.testing.assert_array_equal(vectors[1], embedder.embed(PASSAGES[1:])[0])
    assert embedder.embed([]).shape == (0, 384)
    assert (embedder.info.name, embedder.info.origin) == (EMBEDDER, "package")
    assert (embedder.space.model, embedder.space.dimensions) == (EMBEDDER, 384)


def test_a_question_is_nearest_to_what_answers_it(embedder: Embedder) -> None:
    assert embedder.question_prefix.startswith("Represent this sentence")
    [asked] = embedder.embed([embedder.question_prefix + QUESTION])
    cosines = embedder.embed(PASSAGES) @ asked
    assert cosines[0] > cosines[1]


def test_tokens_are_counted_and_the_window_ends_within_the_text(embedder: Embedder) -> None:
    text = "quay " * 600
    assert embedder.count_tokens([text, ""]) == [600, 0]
    [end, whole] = embedder.find_window_ends([text, "a quay"])
    assert (end, whole) == (len("quay ") * embedder.window_tokens - 1, len("a quay"))
