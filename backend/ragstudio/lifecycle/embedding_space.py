"""Making sure that a worker embeds into the space the corpus lives in."""

from ragstudio.errors import IngestionFailure
from ragstudio.records import EmbeddingSpace
from ragstudio.storage.client import Database


def claim_space(database: Database, space: EmbeddingSpace) -> None:
    """Claim an empty corpus for a space. Raises `IngestionFailure` where it has another one."""
    held = database.meta.claim_embedding_space(space)
    if held == space:
        return
    if database.chunks.total() == 0:
        database.meta.replace_embedding_space(space)
        return
    raise IngestionFailure(
        "embedding_space_mismatch",
        f"The corpus is embedded with {held.model}, this worker uses {space.model}.",
        hint="Run `ragstudio reembed` to move the corpus, or set EMBEDDING_MODEL back; then retry.",
    )
