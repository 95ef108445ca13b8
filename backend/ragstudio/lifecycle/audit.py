"""Looking for residue: anything in one representation that is missing from another."""

from pydantic import BaseModel

from ragstudio.lifecycle.consistency import Finding, check_chunks, check_document
from ragstudio.search.base import SearchEngine
from ragstudio.storage.client import Database


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

    Documents in work are left out where their counts are still moving. What is found is looked at
    again, so that nothing is reported that was only on its way. Raises `IndexNotReady`, and a
    `DatabaseFailure` where MongoDB is away.
    """
    # The index would be waited for, in vain and longer.
    database.ping()
    findings = _look(database, engine)
    if findings:
        before = {(finding.kind, finding.id) for finding in findings}
        again = _look(database, engine)
        findings = [finding for finding in again if (finding.kind, finding.id) in before]
    state = engine.state()
    return AuditReport(
        documents=database.documents.total(),
        chunks=database.chunks.total(),
        vector_index=state.vectors,
        text_index=state.texts,
        findings=findings,
        clean=not findings,
    )


def _look(database: Database, engine: SearchEngine) -> list[Finding]:
    engine.catch_up()
    documents = list(database.documents.iterate())
    return [
        *_find_orphans(database, {document.id for document in documents}),
        *(
            finding
            for document in documents
            for finding in check_document(database, engine, document)
        ),
        *check_chunks(database, documents),
        *_check_totals(database, engine),
    ]


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


def _check_totals(database: Database, engine: SearchEngine) -> list[Finding]:
    """Index entries of chunks that MongoDB no longer has."""
    stored = sum(database.chunks.document_ids().values())
    held = engine.count_all().texts
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
