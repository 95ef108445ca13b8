"""Which clarify gates a studio has."""

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.llm.consent import read_notice
from ragstudio.retrieval.clarify.gates import ClarifyGate
from ragstudio.retrieval.clarify.local import LocalGate
from ragstudio.retrieval.clarify.openrouter import OpenRouterGate
from ragstudio.settings import Settings
from ragstudio.storage.client import Database


def build_gates(
    database: Database, embedder: Embedder, reranker: Reranker | None, settings: Settings
) -> list[ClarifyGate]:
    """The gates in the order they are asked: none with `CLARIFY_GATE=off` or without a reranker."""
    if settings.clarify_gate == "off" or reranker is None:
        return []
    local = LocalGate(embedder, reranker, database.chunks.fetch_blocks)
    if settings.clarify_gate == "local":
        return [local]
    openrouter = OpenRouterGate(
        settings, lambda: read_notice(settings, database.meta).has_consented
    )
    return [openrouter, local]
