"""A LangChain retriever over a RAG studio."""

from typing import Any, Literal

import httpx
from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field, SecretStr

__all__ = ["RagStudioRetriever"]


class RagStudioRetriever(BaseRetriever):
    """Passages of a studio, best first; none where it abstains or the question is ambiguous.

    Each document's metadata holds all of the passage but its text, scores and source among it.
    `k`, `mode`, `as_of` and `filters` can also be given to `invoke`. Raises `httpx.HTTPStatusError`
    where the studio refuses, and `httpx.TransportError` where it does not answer.
    """

    base_url: str = "http://127.0.0.1:8000"
    api_token: SecretStr = SecretStr("")
    k: int = Field(default=6, ge=1, le=100)
    mode: Literal["hybrid", "vector"] = "hybrid"
    as_of: str | None = None
    filters: dict[str, Any] = Field(default_factory=dict)
    timeout_seconds: float = 30.0

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **options: Any
    ) -> list[Document]:
        with httpx.Client(**self._connection()) as http:
            return _read(http.post("/api/search", json=self._body(query, options)))

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,
        **options: Any,
    ) -> list[Document]:
        async with httpx.AsyncClient(**self._connection()) as http:
            return _read(
                await http.post("/api/search", json=self._body(query, options))
            )

    def _connection(self) -> dict[str, Any]:
        token = self.api_token.get_secret_value()
        return {
            "base_url": self.base_url,
            "headers": {"Authorization": f"Bearer {token}"} if token else {},
            "timeout": self.timeout_seconds,
        }

    def _body(self, query: str, options: dict[str, Any]) -> dict[str, Any]:
        given = {
            "k": self.k,
            "mode": self.mode,
            "as_of": self.as_of,
            "filters": self.filters,
        }
        if unknown := options.keys() - given.keys():
            raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
        chosen = given | options
        return {"query": query, "limit": chosen.pop("k"), **chosen}


def _read(response: httpx.Response) -> list[Document]:
    response.raise_for_status()
    answer = response.json()
    if answer["decision"] != "answer":
        return []
    return [
        Document(
            id=hit["id"],
            page_content=hit["content"],
            metadata={
                name: value
                for name, value in hit.items()
                if name not in ("id", "content")
            },
        )
        for hit in answer["results"]
    ]
