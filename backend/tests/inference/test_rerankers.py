"""The cross-encoder and the offline reranker, with the shipped weights."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ragstudio.errors import ModelUnavailable
from ragstudio.inference.base import Judgement
from ragstudio.inference.cross_encoder import CrossEncoderReranker
from ragstudio.inference.offline_reranker import OfflineReranker
from ragstudio.inference.weights import ModelFiles, find_weights


def read_orders(judged: Sequence[Judgement]) -> list[float]:
    return [judgement.order for judgement in judged]


QUESTION = "How soon must a stolen laptop be reported?"
PASSAGES = [
    "A stolen device is reported to the security hotline at once, at most 15 minutes later.",
    "Annual leave is 25 working days, public holidays not counted.",
    "Meals are reimbursed up to EUR 65 a day.",
    "Loss of a laptop with restricted data is an incident of the highest severity. " * 20,
    "",
    *(f"The bicycle allowance number {i} is paid in Valencia." for i in range(12)),
]
NO_COSINES = [0.0] * len(PASSAGES)


@pytest.fixture(scope="module")
def exact(reranker_files: ModelFiles) -> CrossEncoderReranker:
    return CrossEncoderReranker("exact", reranker_files, max_length=256, half_precision=False)


@pytest.fixture(scope="module")
def half(reranker_files: ModelFiles) -> CrossEncoderReranker:
    return CrossEncoderReranker("half", reranker_files, max_length=256, half_precision=True)


def test_logits_are_those_of_the_library(
    exact: CrossEncoderReranker, reranker_files: ModelFiles
) -> None:
    import torch
    from sentence_transformers import CrossEncoder

    reference = CrossEncoder(
        str(reranker_files.path),
        max_length=256,
        device="cpu",
        model_kwargs={"dtype": torch.float32},
    )
    expected = reference.predict(
        [(QUESTION, passage) for passage in PASSAGES], activation_fn=torch.nn.Identity()
    ).reshape(len(PASSAGES), -1)
    judged = exact.judge(QUESTION, PASSAGES, NO_COSINES)
    assert read_orders(judged) == pytest.approx(expected[:, 0].tolist(), abs=1e-4)
    assert [judgement.evidence for judgement in judged] == pytest.approx(
        expected[:, -1].tolist(), abs=1e-4
    )


def test_half_precision_keeps_the_answer_first_and_scores_apart(
    exact: CrossEncoderReranker, half: CrossEncoderReranker
) -> None:
    one = np.array(read_orders(exact.judge(QUESTION, PASSAGES, NO_COSINES)))
    other = np.array(read_orders(half.judge(QUESTION, PASSAGES, NO_COSINES)))
    np.testing.assert_allclose(one, other, atol=0.15)
    assert one.argmax() == other.argmax() == 0
    assert len(set(other.tolist())) == len(PASSAGES)


@pytest.mark.parametrize("precision", ["exact", "half"])
def test_the_same_question_gives_the_same_logits(
    precision: str, request: pytest.FixtureRequest
) -> None:
    reranker: CrossEncoderReranker = request.getfixturevalue(precision)
    expected = reranker.judge(QUESTION, PASSAGES, NO_COSINES)
    with ThreadPoolExecutor(3) as pool:
        again = pool.map(lambda _: reranker.judge(QUESTION, PASSAGES, NO_COSINES), range(4))
    assert all(logits == expected for logits in again)


def test_no_passages_give_no_logits(exact: CrossEncoderReranker) -> None:
    assert exact.judge(QUESTION, [], []) == []


def test_a_question_longer_than_the_window_is_cut(exact: CrossEncoderReranker) -> None:
    [judged] = exact.judge("leave " * 1000, ["annual leave " * 1000], [0.0])
    assert np.isfinite(judged.order)
    assert judged.is_cut


def test_says_which_passages_it_read_in_part(exact: CrossEncoderReranker) -> None:
    judged = exact.judge(QUESTION, ["annual leave", "annual leave " * 200], [0.0, 0.0])
    assert [judgement.is_cut for judgement in judged] == [False, True]


def test_the_offline_logit_adds_the_weighted_cosine(
    exact: CrossEncoderReranker, reranker_files: ModelFiles
) -> None:
    offline = OfflineReranker(reranker_files, half_precision=False)
    cosines = np.linspace(-1, 1, len(PASSAGES)).tolist()
    expected = [
        judged.order + 10 * (cosine - 0.5)
        for judged, cosine in zip(exact.judge(QUESTION, PASSAGES, NO_COSINES), cosines, strict=True)
    ]
    assert read_orders(offline.judge(QUESTION, PASSAGES, cosines)) == pytest.approx(
        expected, abs=1e-6
    )
    assert offline.info.name == "ragstudio/offline-reranker"
    evidence = [judged.evidence for judged in exact.judge(QUESTION, PASSAGES, NO_COSINES)]
    assert [judged.evidence for judged in offline.judge(QUESTION, PASSAGES, cosines)] == evidence
    with pytest.raises(ValueError, match="cosines"):
        offline.judge(QUESTION, PASSAGES, [0.1])


def test_a_classifier_with_several_outputs_is_no_reranker(
    reranker_files: ModelFiles, tmp_path: Path
) -> None:
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    AutoModelForSequenceClassification.from_pretrained(
        str(reranker_files.path), num_labels=3, ignore_mismatched_sizes=True
    ).save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(str(reranker_files.path)).save_pretrained(tmp_path)
    files = find_weights(str(tmp_path))
    assert files is not None
    with pytest.raises(ModelUnavailable, match="3 outputs"):
        CrossEncoderReranker("classifier", files)
