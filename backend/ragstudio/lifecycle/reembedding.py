"""Moving the corpus to another embedding model while the old vectors serve."""

from collections.abc import Callable

import structlog

from ragstudio.inference.base import Embedder
from ragstudio.storage.client import Database

_BATCH = 64

log = structlog.get_logger(__name__)

ProgressListener = Callable[[int, int], None]
"""Called with (chunks done, chunks in all)."""


def reembed(
    database: Database, embedder: Embedder, on_progress: ProgressListener = lambda done, total: None
) -> int:
    """Embed every chunk with `embedder`, then switch over; returns how many were embedded.

    New vectors are kept beside the old ones until all are there. The switch itself pauses search
    for as long as one pass over the chunks takes. Interrupted at any point, it goes on where it
    was when run again.
    """
    space = embedder.space
    vectors = database.vectors
    total = database.chunks.total()
    pending = database.meta.pending_embedding_space()
    if pending is None:
        if database.meta.current_space() == space:
            return 0
        vectors.discard_other_drafts(space)
    embedded = 0
    while True:
        while batch := vectors.without_draft(space, _BATCH):
            new = embedder.embed([content for _, content in batch])
            vectors.store_drafts(space, [chunk_id for chunk_id, _ in batch], new)
            embedded += len(batch)
            on_progress(min(embedded, total), total)
        database.meta.begin_switch(space)
        # Documents ingested until the switch began still carry old vectors: embed those too.
        if vectors.without_draft(space, 1):
            continue
        break
    vectors.switch_to(space)
    database.meta.replace_embedding_space(space)
    log.info("corpus_reembedded", chunks=embedded, model=space.model)
    return embedded
