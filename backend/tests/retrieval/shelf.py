"""Ready documents put straight into MongoDB, with real vectors."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import accumulate
from uuid import uuid4

from bson import ObjectId

from ragstudio.inference.base import Embedder
from ragstudio.records import (
    BlockType,
    Chunk,
    Counts,
    Document,
    DocumentStatus,
    SourceMetadata,
    Unread,
)
from ragstudio.storage.chunks import NewChunk
from ragstudio.storage.client import Database


class Shelf:
    """Adds documents whose passages are given."""

    def __init__(self, database: Database, embedder: Embedder) -> None:
        self._database = database
        self._embedder = embedder

    def put(
        self,
        filename: str,
        passages: Sequence[str],
        *,
        group: str = "policies",
        status: DocumentStatus = DocumentStatus.READY,
        source: SourceMetadata | None = None,
        section: str | None = None,
        block_type: BlockType = BlockType.TEXT,
        parents: Sequence[tuple[int, int]] = (),
        unread: Sequence[Unread] = (),
    ) -> str:
        """Store a document and its chunks in one transaction; returns its id.

        With `parents`, one slice of the text a passage, the passages stand one after the other.
        """
        document_id = str(ObjectId())
        source = source or SourceMetadata()
        starts = [0, *accumulate(map(len, passages))] if parents else [0] * len(passages)
        space = self._database.meta.claim_embedding_space(self._embedder.space)
        now = datetime.now(UTC)
        document = Document(
            id=document_id,
            filename=filename,
            group=group,
            content_type="text/plain",
            size_bytes=1,
            sha256=uuid4().hex,
            raw_file_id=str(ObjectId()),
            status=status,
            counts=Counts(chunks=len(passages), vectors=len(passages)),
            embedding=space,
            source=source,
            unread=list(unread),
            created_at=now,
            updated_at=now,
        )
        chunks = [
            NewChunk(
                Chunk(
                    id="",
                    document_id=document_id,
                    filename=filename,
                    group=group,
                    chunk_index=index,
                    content=content,
                    char_start=starts[index],
                    char_end=starts[index] + len(content),
                    parent_start=parents[index][0] if parents else None,
                    parent_end=parents[index][1] if parents else None,
                    section=section,
                    block_type=block_type,
                    token_count=1,
                    embedding_model=space.model,
                    embedding_revision=space.revision,
                    **source.list_chunk_fields(),
                ),
                vector,
                [],
                searchable=status is DocumentStatus.READY,
            )
            for index, (content, vector) in enumerate(
                zip(passages, self._embedder.embed(passages), strict=True)
            )
        ]
        self._database.transact(
            lambda session: (
                self._database.documents.insert(
                    document, identity=document.sha256, session=session
                ),
                self._database.chunks.insert(chunks, session),
            )
        )
        return document_id
