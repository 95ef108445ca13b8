"""A Haystack retriever over a RAG studio."""

from typing import Any

import httpx
from haystack import Document, component, default_from_dict, default_to_dict
from haystack.utils import Secret

__all__ = ["RagStudioRetriever"]


@component
class RagStudioRetriever:
    """Passages of a studio, best first; none where it abstains or the question is ambiguous.

    A document's score is the reranker's (0 to 1), else the cosine's (0 to 1); its `meta` holds all
    else of the passage. Raises `httpx.HTTPStatusError` where the studio refuses, and
    `httpx.TransportError` where it does not answer.
    """

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:8000",
        api_token: Secret | None = None,
        top_k: int = 6,
        mode: str = "hybrid",
        filters: dict[str, Any] | None = None,
        timeout_seconds: float = 30.0,
    ) -> None:
        self.base_url = base_url
        self.api_token = api_token
        self.top_k = top_k
        self.mode = mode
        self.filters = filters or {}
        self.timeout_seconds = timeout_seconds

    @component.output_types(documents=list[Document], decision=str, message=str)
    def run(
        self,
        query: str,
        top_k: int | None = None,
        filters: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The documents, and the decision (`answer`, `abstain`, `clarify`) with its reason.

        `filters` are those of the studio's search: `group`, `document_ids`, `source_status`,
        `section`, `block_type`.
        """
        token = self.api_token.resolve_value() if self.api_token else None
        response = httpx.post(
            f"{self.base_url.rstrip('/')}/api/search",
            json={
                "query": query,
                "limit": top_k if top_k is not None else self.top_k,
                "mode": self.mode,
                "filters": filters if filters is not None else self.filters,
            },
            headers={"Authorization": f"Bearer {token}"} if token else {},
            timeout=self.timeout_seconds,
        )
        response.raise_for_status()
        answer = response.json()
        hits = answer["results"] if answer["decision"] == "answer" else []
        return {
            "documents": [_read(hit) for hit in hits],
            "decision": answer["decision"],
            "message": answer["message"],
        }

    def to_dict(self) -> dict[str, Any]:
        """The component as a pipeline keeps it; a token only as the variable it comes from."""
        return default_to_dict(
            self,
            base_url=self.base_url,
            api_token=self.api_token.to_dict() if self.api_token else None,
            top_k=self.top_k,
            mode=self.mode,
            filters=self.filters,
            timeout_seconds=self.timeout_seconds,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "RagStudioRetriever":
        """The component a pipeline kept."""
        kept = data["init_parameters"]
        if isinstance(kept.get("api_token"), dict):
            kept["api_token"] = Secret.from_dict(kept["api_token"])
        return default_from_dict(cls, data)


def _read(hit: dict[str, Any]) -> Document:
    scores = hit["scores"]
    return Document(
        id=hit["id"],
        content=hit["content"],
        score=scores["reranker"]
        if scores["reranker"] is not None
        else scores["vector"],
        meta={
            name: value for name, value in hit.items() if name not in ("id", "content")
        },
    )
