"""Whether the representations of one document agree with each other."""

from collections import defaultdict
from collections.abc import Iterable

from pydantic import BaseModel

from ragstudio.records import Chunk, Document, DocumentStatus
from ragstudio.search.base import SearchEngine
from ragstudio.storage.client import Database


class Finding(BaseModel):
    """One thing out of step: what kind, of which document or file, and how many."""

    kind: str
    id: str
    count: int
    message: str


def check_document(database: Database, engine: SearchEngine, document: Document) -> list[Finding]:
    """What of a document is missing in one representation and there in another."""
    findings = []

    def report(kind: str, count: int, message: str) -> None:
        findings.append(
            Finding(
                kind=kind, id=document.id, count=count, message=f"{document.filename}: {message}"
            )
        )

    expected_raw = database.raw_files.expected_chunks(document.raw_file_id)
    if expected_raw is None:
        report("record_without_raw_file", 1, "its raw file is missing.")
    else:
        present = database.raw_files.count(document.raw_file_id)[1]
        if present != expected_raw:
            report(
                "raw_file_incomplete",
                expected_raw - present,
                f"its raw file has {present} of {expected_raw} GridFS chunks.",
            )
    if document.status is DocumentStatus.DELETING:
        report("deletion_unfinished", 1, "its deletion is not finished yet.")
    if document.status is not DocumentStatus.READY:
        return findings
    expected = document.counts.chunks
    chunks = database.chunks.count(document.id)
    vectors = database.chunks.count_vectors(document.id)
    indexed = engine.count(document.id)
    if chunks != expected:
        report("chunks_out_of_step", expected - chunks, f"{chunks} of {expected} chunks are here.")
    if vectors != chunks:
        report("chunks_without_vector", chunks - vectors, f"{chunks - vectors} lack a vector.")
    if indexed.vectors != vectors:
        report(
            "vector_index_out_of_step",
            vectors - indexed.vectors,
            f"{indexed.vectors} of {vectors} vectors are in the vector index.",
        )
    if indexed.texts != chunks:
        report(
            "text_index_out_of_step",
            chunks - indexed.texts,
            f"{indexed.texts} of {chunks} chunks are in the text index.",
        )
    return findings


def check_chunks(database: Database, documents: Iterable[Document]) -> list[Finding]:
    """Chunks that are no longer what was stored, or say something else than their record."""
    by_id = {each.id: each for each in documents if each.status is DocumentStatus.READY}
    edited: dict[str, list[str]] = defaultdict(list)
    strayed: dict[str, int] = defaultdict(int)
    for chunk, fields in database.chunks.iterate_with_edits():
        document = by_id.get(chunk.document_id)
        if document is None:
            continue
        if fields:
            edited[document.id].append(f"chunk {chunk.chunk_index} ({', '.join(fields)})")
        elif not _agree(chunk, document):
            strayed[document.id] += 1
    return [
        *(
            Finding(
                kind="chunks_edited",
                id=document_id,
                count=len(found),
                message=f"{by_id[document_id].filename}: changed by hand: {', '.join(found[:5])}"
                f"{' and more' if len(found) > 5 else ''}.",
            )
            for document_id, found in edited.items()
        ),
        *(
            Finding(
                kind="chunks_disagree_with_record",
                id=document_id,
                count=count,
                message=f"{by_id[document_id].filename}: {count} chunks name another file, group "
                "or source than the record.",
            )
            for document_id, count in strayed.items()
        ),
    ]


def _agree(chunk: Chunk, document: Document) -> bool:
    """Whether a chunk carries what its document says about itself."""
    expected = {
        "filename": document.filename,
        "group": document.group,
        **document.source.list_chunk_fields(),
    }
    return all(getattr(chunk, name) == value for name, value in expected.items())
