"""Looking for residue: anything in one representation that is missing from another."""

from pydantic import BaseModel

from ragstudio.records import Document, DocumentStatus
from ragstudio.search.base import SearchEngine, SearchFilter
from ragstudio.storage.client import Database


class Finding(BaseModel):
    """One thing out of step: what kind, of which document or file, and how many."""

    kind: str
    id: str
    count: int
    message: str


class AuditReport(BaseModel):
    """What an audit counted and found; `clean` means no findings."""

    documents: int
    chunks: int
    vector_index: int
    text_index: int
    findings: list[Finding]
    clean: bool


def audit(database: Database, engine: SearchEngine) -> AuditReport:
    """Compare records, raw files, chunks, vectors and index entries with each other.

    Documents in work are left out where their counts are still moving. Raises `IndexNotReady`.
    """
    engine.catch_up()
    documents = list(database.documents.iterate())
    findings = [
        *_find_orphans(database, {document.id for document in documents}),
        *(
            finding
            for document in documents
            for finding in _check_document(database, engine, document)
        ),
        *_check_totals(database, engine),
    ]
    state = engine.state()
    return AuditReport(
        documents=len(documents),
        chunks=sum(database.chunks.document_ids().values()),
        vector_index=state.vectors,
        text_index=state.texts,
        findings=findings,
        clean=not findings,
    )


def _find_orphans(database: Database, known: set[str]) -> list[Finding]:
    findings = [
        Finding(
            kind="chunks_without_record",
            id=document_id,
            count=count,
            message=f"{count} chunks belong to no document.",
        )
        for document_id, count in database.chunks.document_ids().items()
        if document_id not in known
    ]
    findings += [
        Finding(
            kind="raw_file_without_record",
            id=file_id,
            count=1,
            message="A raw file belongs to no document.",
        )
        for file_id in sorted(
            database.raw_files.file_ids()
            - {document.raw_file_id for document in database.documents.iterate()}
        )
    ]
    findings += [
        Finding(
            kind="raw_file_chunks_without_file",
            id=file_id,
            count=count,
            message=f"{count} GridFS chunks belong to no file; they are swept when old enough.",
        )
        for file_id, count in database.raw_files.orphaned_chunk_owners().items()
    ]
    return findings


def _check_document(database: Database, engine: SearchEngine, document: Document) -> list[Finding]:
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


def _check_totals(database: Database, engine: SearchEngine) -> list[Finding]:
    """Index entries of chunks that MongoDB no longer has."""
    stored = sum(database.chunks.document_ids().values())
    held = engine.count_matching(SearchFilter())
    if held <= stored:
        return []
    return [
        Finding(
            kind="index_entries_without_chunk",
            id=engine.name,
            count=held - stored,
            message=f"The index holds {held} entries, MongoDB {stored} chunks.",
        )
    ]
