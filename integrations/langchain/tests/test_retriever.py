"""LangChain's standard tests, against the studio at RAGSTUDIO_URL with its sample documents."""

import os
from typing import Any

import httpx
import pytest
from langchain_core.retrievers import BaseRetriever
from langchain_ragstudio import RagStudioRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests

ADDRESS = os.environ.get("RAGSTUDIO_URL", "http://127.0.0.1:8000")


class TestRagStudioRetriever(RetrieversIntegrationTests):
    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return RagStudioRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"base_url": ADDRESS}

    @property
    def retriever_query_example(self) -> str:
        return "What is the hotel cap per night in Valencia?"


def test_without_evidence_there_are_no_documents() -> None:
    retriever = RagStudioRetriever(base_url=ADDRESS)
    assert retriever.invoke("Who won the chess olympiad of 1972?") == []


def test_refusals_and_unknown_options_are_errors() -> None:
    retriever = RagStudioRetriever(base_url=ADDRESS)
    with pytest.raises(httpx.HTTPStatusError):
        retriever.invoke(" ")
    with pytest.raises(TypeError, match="colour"):
        retriever.invoke("hotel", colour="red")
