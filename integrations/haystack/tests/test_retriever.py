"""The component in a pipeline, kept and loaded again, against the studio at RAGSTUDIO_URL."""

import os

import httpx
import pytest
from haystack import Pipeline
from haystack.utils import Secret
from haystack_ragstudio import RagStudioRetriever

ADDRESS = os.environ.get("RAGSTUDIO_URL", "http://127.0.0.1:8000")
QUESTION = "What is the hotel cap per night in Valencia?"


def test_a_pipeline_answers_alike_after_it_was_kept_as_yaml(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STUDIO_TOKEN", "")
    pipeline = Pipeline()
    token = Secret.from_env_var("STUDIO_TOKEN", strict=False)
    pipeline.add_component("studio", RagStudioRetriever(ADDRESS, token, top_k=3))
    kept = pipeline.dumps()
    found = [
        each.run({"studio": {"query": QUESTION}})["studio"]
        for each in (
            pipeline,
            Pipeline.loads(kept, allowed_modules=["haystack_ragstudio"]),
        )
    ]
    assert found[0]["decision"] == "answer"
    assert len(found[0]["documents"]) == 3
    assert all(0 <= document.score <= 1 for document in found[0]["documents"])
    assert [d.id for d in found[0]["documents"]] == [
        d.id for d in found[1]["documents"]
    ]


def test_without_evidence_there_is_a_reason_and_no_document() -> None:
    found = RagStudioRetriever(ADDRESS).run("Who won the chess olympiad of 1972?")
    assert (found["documents"], found["decision"]) == ([], "abstain")
    assert found["message"]


def test_a_refusal_is_an_error() -> None:
    with pytest.raises(httpx.HTTPStatusError):
        RagStudioRetriever(ADDRESS).run(" ")
