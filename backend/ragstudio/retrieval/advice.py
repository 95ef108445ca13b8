"""What a person should know before trusting an answer."""

from ragstudio.records import SourceStatus
from ragstudio.retrieval.request import SearchMode, SearchRequest
from ragstudio.retrieval.response import RerankerIdentity
from ragstudio.retrieval.threshold import Threshold
from ragstudio.search.base import SearchFilter


def warn_about_request(request: SearchRequest, where: SearchFilter) -> list[str]:
    """Parts of the request that have no effect or exclude one another."""
    warnings = []
    if request.mode is SearchMode.VECTOR and request.minimum_score is not None:
        warnings.append("minimum_score has no effect in vector mode, which never abstains.")
    asked = where.source_status
    if where.in_force_on and asked and SourceStatus.CURRENT not in asked:
        warnings.append(
            f"filters.source_status leaves out current sources, but only those in force on "
            f"{where.in_force_on} are searched; set include_superseded to search every version."
        )
    unready = sorted(set(where.document_ids) & set(where.excluded_document_ids))
    if unready:
        warnings.append(
            f"{len(unready)} of the documents in filters.document_ids cannot be found because "
            f"they are not ready: {', '.join(unready)}."
        )
    return warnings


def warn_about_question_length(tokens: int, window_tokens: int) -> list[str]:
    """The part of a question beyond the embedder's window does not shape its vector."""
    if tokens <= window_tokens:
        return []
    return [f"The question has {tokens} tokens; only the first {window_tokens} shaped its vector."]


def warn_about_reranking(reranker: RerankerIdentity | None, threshold: Threshold) -> list[str]:
    """Hybrid mode without a reranker, or with one that no threshold was calibrated for."""
    if reranker is None:
        return [
            "No reranker is loaded: results stand in fused order and no question is refused, "
            "however far the passages are from it."
        ]
    if threshold.value is None:
        return [
            f"No threshold is calibrated for the reranker {reranker.name}: no question is refused. "
            "Set MINIMUM_SCORE or minimum_score."
        ]
    return []
