"""A question, the passages it is asked of, and how tests ask it."""

from typing import Any

from ragstudio.retrieval.path import Retriever
from ragstudio.retrieval.request import SearchRequest
from ragstudio.retrieval.response import SearchResponse

QUESTION = "To how many working days of annual leave is an employee entitled?"
PASSAGES = [
    "Every employee is entitled to 25 working days of annual leave a year.",
    "Up to five days of annual leave may be carried over until 31 March.",
    "A stolen laptop is reported to the hotline at once, as SEC-104 demands.",
    "The canteen serves soup on Mondays and fish on Fridays.",
    "Meeting rooms on the third floor are named after cities.",
]


def ask(retriever: Retriever, query: str = QUESTION, **body: Any) -> SearchResponse:
    return retriever.search(SearchRequest.model_validate({"query": query, **body}))


def read_contents(response: SearchResponse) -> list[str]:
    return [hit.content for hit in response.results]
