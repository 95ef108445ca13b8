"""Asking a question in a test."""

from typing import Any

from ragstudio.retrieval.path import Retriever
from ragstudio.retrieval.request import SearchRequest
from ragstudio.retrieval.response import SearchResponse


def ask(retriever: Retriever, question: str, **fields: Any) -> SearchResponse:
    return retriever.search(SearchRequest.model_validate({"query": question, **fields}))
