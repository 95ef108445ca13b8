"""The studio's own reranker, shipped with the package (model card: `docs/offline-reranker.md`)."""

from collections.abc import Sequence

from ragstudio.inference.base import Judgement, ModelInfo
from ragstudio.inference.cross_encoder import CrossEncoderReranker
from ragstudio.inference.weights import OFFLINE_RERANKER, ModelFiles

MAX_LENGTH_TOKENS = 256
COSINE_WEIGHT = 10.0
COSINE_ORIGIN = 0.5


class OfflineReranker:
    """Implements `Reranker`: its cross-encoder's `order` + 10 × (cosine − 0.5), and `evidence`.

    The cosine is already known when a passage is reranked, and the sum ranks better than either
    part. It differs from the cross-encoder's logit by −15 (opposite vectors) to +5 (equal ones).
    The evidence is the cross-encoder's own: near misses are near.
    """

    info: ModelInfo

    def __init__(
        self, files: ModelFiles, *, threads: int = 0, half_precision: bool | None = None
    ) -> None:
        self._cross_encoder = CrossEncoderReranker(
            OFFLINE_RERANKER,
            files,
            max_length=MAX_LENGTH_TOKENS,
            threads=threads,
            half_precision=half_precision,
        )
        self.info = self._cross_encoder.info

    def judge(
        self, query: str, passages: Sequence[str], cosines: Sequence[float]
    ) -> list[Judgement]:
        """One judgement a passage.

        Raises:
            ValueError: `cosines` and `passages` differ in number.
        """
        if len(passages) != len(cosines):
            raise ValueError(f"{len(passages)} passages but {len(cosines)} cosines")
        return [
            Judgement(
                judged.order + COSINE_WEIGHT * (float(cosine) - COSINE_ORIGIN),
                judged.evidence,
                judged.is_cut,
            )
            for judged, cosine in zip(
                self._cross_encoder.judge(query, passages, cosines), cosines, strict=True
            )
        ]
