"""Large corpora without embedding them: real sentences, and real vectors with noise on them.

Each chunk takes the vector of a real passage, moved by random noise and made a unit vector again,
and a text of the sample documents' sentences. Neighbours, ties and word frequencies are then as
dense as in a corpus of many near-duplicates, which is the hard case for both branches.
"""

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from bson import ObjectId
from numpy.typing import NDArray

from benchmarks.corpora import read_chunks, read_sentences
from ragstudio.inference.factory import load_embedder
from ragstudio.records import (
    Block,
    BlockType,
    Chunk,
    Counts,
    Document,
    DocumentStatus,
    EmbeddingSpace,
)
from ragstudio.settings import Settings
from ragstudio.storage.chunks import NewChunk
from ragstudio.storage.client import Database, connect
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.embedded import EmbeddedMongod

GROUPS = 10
CHUNKS_A_DOCUMENT = 200
SENTENCES_A_CHUNK = 6
# The length of the noise beside a unit vector: cosines to the passage it came from are about 0.9.
NOISE = 0.5

Vectors = NDArray[np.float32]


def measure(folder: str, size: int, seed: int = 1) -> dict[str, Any]:
    """Write the seeds of any corpus to a folder, and one of `size` chunks for the peers.

    The seeds are `sentences.json` and `passages.npy`; the corpus is `chunks.json` and
    `vectors.npy`, the same that `store` puts into MongoDB.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    embedder = load_embedder(Settings(_env_file=None, hf_hub_offline=True))
    np.save(place / "passages.npy", embedder.embed(read_chunks(embedder)))
    (place / "sentences.json").write_text(json.dumps(read_sentences()), encoding="utf-8")
    (place / "space.json").write_text(embedder.space.model_dump_json(), encoding="utf-8")
    batches = list(make_batches(place, size, seed))
    texts = [text for some, _ in batches for text in some]
    (place / "chunks.json").write_text(json.dumps(texts), encoding="utf-8")
    np.save(place / "vectors.npy", np.concatenate([vectors for _, vectors in batches]))
    return {"chunks": len(texts)}


def make_batches(folder: Path, size: int, seed: int = 1) -> Iterator[tuple[list[str], Vectors]]:
    """`size` texts and vectors, one document's worth at a time, always the same for a seed."""
    passages = np.load(folder / "passages.npy")
    sentences = json.loads((folder / "sentences.json").read_text(encoding="utf-8"))
    words, numbers = random.Random(seed), np.random.default_rng(seed)  # noqa: S311
    for first in range(0, size, CHUNKS_A_DOCUMENT):
        count = min(CHUNKS_A_DOCUMENT, size - first)
        texts = [" ".join(words.choices(sentences, k=SENTENCES_A_CHUNK)) for _ in range(count)]
        chosen = passages[numbers.integers(len(passages), size=count)]
        noise = numbers.standard_normal(chosen.shape, dtype=np.float32)
        noisy = chosen + noise * (NOISE / np.sqrt(chosen.shape[1]))
        yield texts, (noisy / np.linalg.norm(noisy, axis=1, keepdims=True)).astype(np.float32)


def store_in_directory(folder: Path, size: int, data_dir: Path) -> None:
    """Store a corpus in the embedded MongoDB of a data directory."""
    embedded = EmbeddedMongod(DataDirectory(data_dir))
    embedded.start()
    try:
        database = connect(embedded.uri, "ragstudio")
        store(database, folder, size)
        database.close()
    finally:
        embedded.stop()


def store(database: Database, folder: Path, size: int) -> None:
    """Store a corpus as ready documents of `CHUNKS_A_DOCUMENT` chunks, in `GROUPS` groups."""
    space = EmbeddingSpace.model_validate_json((folder / "space.json").read_text())
    database.meta.claim_embedding_space(space)
    for number, (texts, vectors) in enumerate(make_batches(folder, size)):
        document = _describe_document(number, len(texts), space)
        chunks = [
            NewChunk(
                _describe_chunk(document, position, text, space),
                vector,
                _blocks(text),
                searchable=True,
            )
            for position, (text, vector) in enumerate(zip(texts, vectors, strict=True))
        ]

        def write(
            session: Any, document: Document = document, chunks: list[NewChunk] = chunks
        ) -> None:
            database.documents.insert(document, identity=document.sha256, session=session)
            database.chunks.insert(chunks, session)

        database.transact(write)


def _describe_document(number: int, chunks: int, space: EmbeddingSpace) -> Document:
    now = datetime.now(UTC)
    return Document(
        id=str(ObjectId()),
        filename=f"synthetic-{number:05d}.txt",
        group=f"group-{number % GROUPS}",
        content_type="text/plain",
        size_bytes=1,
        sha256=f"{number:064x}",
        raw_file_id=str(ObjectId()),
        status=DocumentStatus.READY,
        counts=Counts(chunks=chunks, vectors=chunks),
        embedding=space,
        created_at=now,
        updated_at=now,
    )


def _describe_chunk(document: Document, position: int, text: str, space: EmbeddingSpace) -> Chunk:
    return Chunk(
        id="",
        document_id=document.id,
        filename=document.filename,
        group=document.group,
        chunk_index=position,
        content=text,
        char_start=0,
        char_end=len(text),
        token_count=len(text) // 5,
        embedding_model=space.model,
        embedding_revision=space.revision,
    )


def _blocks(text: str) -> list[Block]:
    return [Block(type=BlockType.TEXT, char_start=0, char_end=len(text))]
