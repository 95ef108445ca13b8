"""The embedder and the reranker that the settings name."""

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.inference.precision import chooses_bfloat16
from ragstudio.inference.weights import OFFLINE_RERANKER, find_weights, resolve_weights
from ragstudio.settings import Settings

PUBLISHED_RERANKER = "cross-encoder/ms-marco-MiniLM-L-6-v2"


def load_embedder(settings: Settings) -> Embedder:
    """Load `EMBEDDING_MODEL`.

    Raises:
        ModelUnavailable: no files of it could be found.
    """
    from ragstudio.inference.embedder import SentenceTransformerEmbedder
    from ragstudio.inference.packaged_onnx import PackagedEmbedder

    files = resolve_weights(
        settings.embedding_model,
        use_hub=not settings.hf_hub_offline,
        hub_timeout_seconds=settings.hub_timeout_seconds,
    )
    if files.is_onnx:
        return PackagedEmbedder(settings.embedding_model, files, settings.inference_threads)
    return SentenceTransformerEmbedder(
        settings.embedding_model,
        files,
        settings.inference_threads,
        half_precision=chooses_bfloat16(settings.embedding_precision),
    )


def load_reranker(settings: Settings) -> Reranker | None:
    """Load what `RERANKER_MODEL` names; None only if that is `none`.

    `auto` takes the published ms-marco cross-encoder if its files are already on this machine,
    and the studio's own otherwise; it never asks the hub.

    Raises:
        ModelUnavailable: no files of a model named by name or folder could be found.
    """
    from ragstudio.inference.cross_encoder import CrossEncoderReranker
    from ragstudio.inference.offline_reranker import OfflineReranker
    from ragstudio.inference.packaged_onnx import PackagedReranker

    name = settings.reranker_model
    if name == "none":
        return None
    if name == "auto":
        name = PUBLISHED_RERANKER if find_weights(PUBLISHED_RERANKER) else "offline"
    if name in {"offline", OFFLINE_RERANKER}:
        files = resolve_weights(
            OFFLINE_RERANKER, use_hub=False, hub_timeout_seconds=settings.hub_timeout_seconds
        )
        return OfflineReranker(files, threads=settings.inference_threads)
    files = resolve_weights(
        name,
        use_hub=not settings.hf_hub_offline,
        hub_timeout_seconds=settings.hub_timeout_seconds,
    )
    if files.is_onnx:
        return PackagedReranker(name, files, threads=settings.inference_threads)
    return CrossEncoderReranker(name, files, threads=settings.inference_threads)
