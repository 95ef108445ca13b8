"""The guard of the embedding space: vectors of two models are never compared."""

from ragstudio.errors import EmbeddingSpaceMismatch
from ragstudio.records import EmbeddingSpace


def refuse_another_space(stored: EmbeddingSpace | None, current: EmbeddingSpace) -> None:
    """Raises `EmbeddingSpaceMismatch` where the corpus lives in another space than `current`.

    `stored` is None while nothing was ever embedded.
    """
    if stored is None or stored == current:
        return
    raise EmbeddingSpaceMismatch(
        f"The corpus was embedded with {stored.model} (revision {stored.revision}, "
        f"{stored.dimensions} dimensions), but the studio now embeds with {current.model} "
        f"(revision {current.revision}, {current.dimensions} dimensions).",
        hint="Run `ragstudio reembed` to move the corpus to the new model, or set "
        f"EMBEDDING_MODEL back to {stored.model}.",
        details={"stored": stored.model_dump(), "current": current.model_dump()},
    )
