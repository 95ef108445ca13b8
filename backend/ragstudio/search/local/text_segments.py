"""One tantivy index in memory, and what its entries are built from."""

from collections.abc import Mapping
from dataclasses import dataclass

import tantivy

from ragstudio.search.analysis import build_analysers
from ragstudio.search.metadata import ChunkMetadata
from ragstudio.search.text_query import build_document, build_schema

_WRITER_MEMORY_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class HeldText:
    """A chunk's normalised text and the fields it can be filtered by."""

    text: str
    metadata: ChunkMetadata


@dataclass(frozen=True, slots=True)
class TextStep:
    """One change of the index: take the old entry of a chunk out, put a new one in, or both."""

    chunk_id: str
    replaces: bool
    held: HeldText | None


class TextSegments:
    """A writable index. `removed` counts entries taken out that still weigh in its statistics."""

    def __init__(self) -> None:
        self._index = tantivy.Index(build_schema())
        for name, analyser in build_analysers().items():
            self._index.register_tokenizer(name, analyser)
        self._writer = self._index.writer(heap_size=_WRITER_MEMORY_BYTES, num_threads=1)
        self.removed = 0

    @classmethod
    def build(cls, held: Mapping[str, HeldText]) -> "TextSegments":
        """A committed index of exactly these texts."""
        segments = cls()
        for chunk_id, entry in held.items():
            segments.take(TextStep(chunk_id, replaces=False, held=entry))
        segments.commit()
        return segments

    def take(self, step: TextStep) -> None:
        """Carry out a step; it shows after the next commit."""
        if step.replaces:
            self._writer.delete_documents_by_term("chunk_id", step.chunk_id)
            self.removed += 1
        if step.held is not None:
            self._writer.add_document(
                build_document(step.chunk_id, step.held.text, step.held.metadata)
            )

    def commit(self) -> None:
        """Show everything taken so far to new searchers."""
        self._writer.commit()
        self._index.reload()

    def searcher(self) -> tantivy.Searcher:
        """A view that later commits do not change."""
        return self._index.searcher()
