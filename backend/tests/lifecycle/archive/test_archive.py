"""Export and import: a corpus moves whole, and nothing damaged or made up gets in."""

import io
import zipfile
from collections.abc import Iterator

import bson
import pytest
from bson.binary import Binary, BinaryVectorDtype
from bson.code import Code

from ragstudio.errors import EmbeddingSpaceMismatch
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.archive.exporter import export_archive
from ragstudio.lifecycle.archive.format import ImportedDocument, InvalidArchive, Outcome
from ragstudio.lifecycle.archive.importer import import_archive
from ragstudio.lifecycle.audit import audit
from ragstudio.lifecycle.intake import Upload
from ragstudio.lifecycle.source_editing import SourceEdit, edit_source
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import DocumentStatus, SourceStatus
from ragstudio.retrieval.path import Retriever
from ragstudio.retrieval.request import SearchRequest
from ragstudio.storage.client import Database
from tests.lifecycle.archive_files import (
    CHUNKS,
    RAW,
    RECORD,
    edit_first_chunk,
    edit_record,
    flip,
    read_members,
    write_members,
    write_signed,
)
from tests.lifecycle.conftest import Lifecycle, run_lifecycle

HEAD = "---\nrecord_id: LEAVE-{0}\neffective_date: 202{0}-01-01\n---\n# Leave\n\n"
LEAVE = "Every employee is entitled to {} working days of annual leave a year. "
QUESTION = "How many working days of annual leave is an employee entitled to?"
COLLECTIONS = ("documents", "chunks", "raw_files.files", "raw_files.chunks")


@pytest.fixture
def other(lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool) -> Iterator[Lifecycle]:
    """A second, empty studio in another database."""
    database = lifecycle.database.sibling("test_archive")
    database.prepare()
    with run_lifecycle(database, embedder, parser, lifecycle.settings) as whole:
        yield whole
    database.drop()


def _export(lifecycle: Lifecycle, *groups: str) -> bytes:
    return b"".join(export_archive(lifecycle.database, groups))


def _count_stored(database: Database) -> int:
    return sum(database._database[name].count_documents({}) for name in COLLECTIONS)


def _search(lifecycle: Lifecycle, embedder: Embedder, mode: str) -> list[dict[str, object]]:
    retriever = Retriever.over(
        lifecycle.database, lifecycle.engine, embedder, None, lifecycle.settings
    )
    request = SearchRequest.model_validate(
        {"query": QUESTION, "mode": mode, "include_superseded": True, "limit": 50}
    )
    return [hit.model_dump() for hit in retriever.search(request).results]


def test_a_corpus_moves_to_another_database(
    lifecycle: Lifecycle, other: Lifecycle, embedder: Embedder
) -> None:
    old = lifecycle.ingest(HEAD.format(4) + LEAVE.format(24) * 40, "leave.md", group="people")
    upload = Upload("leave.md", io.BytesIO((HEAD.format(5) + LEAVE.format(28)).encode()))
    new = lifecycle.intake.accept_version(old.id, upload)
    lifecycle.worker.work_once()
    lifecycle.settle(new.id)
    edit_source(lifecycle.database, old.id, SourceEdit(status=SourceStatus.CURRENT))
    lifecycle.ingest("id,days\n1,30\n2,31\n", "days.csv", group="tables")
    lifecycle.ingest("def count_days():\n    return 30\n", "days.py", group="code")
    failed = lifecycle.ingest(b"%PDF-1.7 none", "broken.pdf")
    assert failed.status is DocumentStatus.FAILED
    waiting = lifecycle.upload("Waits in the queue for ever.", "waiting.txt")

    archive = _export(lifecycle)
    report = import_archive(other.database, io.BytesIO(archive), embedder.space)

    assert report.counts[Outcome.IMPORTED] == 4
    assert {item.document_id for item in report.items if item.outcome is Outcome.QUEUED} == {
        failed.id,
        waiting.id,
    }
    assert other.database.documents.get(waiting.id).status is DocumentStatus.QUEUED
    for item in report.items:
        if item.outcome is Outcome.IMPORTED:
            assert other.settle(item.document_id).status is DocumentStatus.READY
    chunks = [
        list(each.database._database["chunks"].find({}).sort("_id")) for each in (lifecycle, other)
    ]
    assert chunks[0] == chunks[1]
    assert all(row["embedding"].subtype == 9 for row in chunks[1])
    for document in lifecycle.database.documents.iterate():
        moved = other.database.documents.get(document.id)
        same = {"sha256", "source", "source_origins", "group", "created_at", "chunking",
                "replaces_document_id", "replaced_by_document_id"}  # fmt: skip
        assert moved.model_dump(include=same) == document.model_dump(include=same)
        raw = [each.database.raw_files.open(each.database.documents.get(document.id).raw_file_id)
               for each in (lifecycle, other)]  # fmt: skip
        assert raw[0] and raw[1] and raw[0].read() == raw[1].read()
    for mode in ("vector", "hybrid"):
        assert _search(other, embedder, mode) == _search(lifecycle, embedder, mode) != []
    assert audit(other.database, other.engine).findings == []

    stored = _count_stored(other.database)
    again = import_archive(other.database, io.BytesIO(archive), embedder.space)
    assert again.counts[Outcome.DUPLICATE] == 6
    assert _count_stored(other.database) == stored


def test_hand_edits_make_no_archive_that_cannot_be_imported(
    lifecycle: Lifecycle, embedder: Embedder
) -> None:
    noted = lifecycle.ingest("A remark is added to its chunk.", "noted.txt")
    lifecycle.database._database["chunks"].update_many({}, {"$set": {"remark": "by hand"}})
    cut = lifecycle.ingest("One chunk of it will go. " * 100, "cut.txt")
    rawless = lifecycle.ingest("Its raw bytes will go.", "rawless.txt")
    lifecycle.database._database["chunks"].delete_one({"document_id": bson.ObjectId(cut.id)})
    lifecycle.database._database["raw_files.chunks"].delete_one(
        {"files_id": bson.ObjectId(rawless.raw_file_id)}
    )
    archive = _export(lifecycle)
    assert rawless.id.encode() in read_members(archive)["manifest.json"]
    for document in (noted, cut, rawless):
        lifecycle.deletion.delete(document.id)

    report = import_archive(lifecycle.database, io.BytesIO(archive), embedder.space)

    assert {item.document_id: item.outcome for item in report.items} == {
        noted.id: "imported",
        cut.id: "queued",
    }
    lifecycle.worker.work_once()
    assert lifecycle.settle(cut.id).status is DocumentStatus.READY


def test_an_interrupted_import_is_finished_by_the_next(
    lifecycle: Lifecycle, embedder: Embedder
) -> None:
    texts = [f"Document number {number} of an import." for number in range(3)]
    documents = [lifecycle.ingest(text, f"{text[16]}.txt") for text in texts]
    archive = io.BytesIO(_export(lifecycle))
    for document in documents:
        lifecycle.deletion.delete(document.id)

    def interrupt(item: ImportedDocument) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_archive(lifecycle.database, archive, embedder.space, interrupt)
    assert lifecycle.database.documents.total() == 1
    assert audit(lifecycle.database, lifecycle.engine).findings == []

    report = import_archive(lifecycle.database, archive, embedder.space)
    assert [item.outcome for item in report.items] == ["duplicate", "imported", "imported"]


def test_damaged_and_made_up_archives_are_refused_and_write_nothing(
    lifecycle: Lifecycle, embedder: Embedder
) -> None:
    document = lifecycle.ingest("A paragraph of some length about lamps. " * 60, "lamps.txt")
    archive = _export(lifecycle)
    lifecycle.deletion.delete(document.id)
    members = read_members(archive)
    record, chunks, raw = members[RECORD], members[CHUNKS], members[RAW]
    short = Binary.from_vector([0.5] * 3, BinaryVectorDtype.FLOAT32)
    endless = Binary.from_vector([float("nan")] * 384, BinaryVectorDtype.FLOAT32)
    without_raw = {name: data for name, data in members.items() if name != RAW}
    path = {**without_raw, "../../raw": raw, "manifest.json": members["manifest.json"]}
    twice = {**members, **{f"documents/000002/{part}": members[f"documents/000001/{part}"]
                           for part in ("record", "chunks", "raw")}}  # fmt: skip
    twice["manifest.json"] = twice.pop("manifest.json")
    hostile = {
        "empty": b"",
        "no archive": b"PK\x05\x06" + bytes(200),
        "cut off": archive[: len(archive) * 2 // 3],
        "end missing": archive[:-1],
        **{
            f"bit of {name}": flip(archive, data)
            for name, data in members.items()
        },
        "raw changed": write_members({**members, RAW: raw.upper()}),
        "raw of another": write_signed({**members, RAW: raw.upper()}),
        "member added": write_members({**members, "extra": b"!"}),
        "member removed": write_members(without_raw),
        "path": write_members(path),
        "compressed": write_members(members, method=zipfile.ZIP_DEFLATED),
        "twice": write_signed(twice, lambda it: it["documents"].append(it["documents"][0])),
        "version": write_signed(members, lambda it: it.update(format_version=2)),
        "unknown in manifest": write_signed(members, lambda it: it.update(extra=1)),
        "no bson": write_signed({**members, RECORD: record[:-1] + b"!"}),
        "chunk length": write_signed({**members, CHUNKS: b"\xff\xff\xff\x7f" + chunks[4:]}),
        "chunk missing": write_signed(
            {**members, CHUNKS: chunks[int.from_bytes(chunks[:4], "little") :]}
        ),
        "unknown field": write_signed(edit_record(members, admin=True)),
        "operator": write_signed(edit_record(members, source={"$gt": ""})),
        "code": write_signed(edit_record(members, warnings=[Code("x")])),
        "id": write_signed(edit_record(members, id="../../etc")),
        "identity": write_signed(edit_record(members, identity="0" * 64)),
        "type": write_signed(edit_record(members, content_type="text/x-unknown")),
        "name": write_signed(edit_record(members, filename="n" * 2000)),
        "status": write_signed(edit_record(members, status="queued")),
        "chunk operator": write_signed(edit_first_chunk(members, section={"$ne": None})),
        "chunk field": write_signed(edit_first_chunk(members, next_embedding=1)),
        "chunk owner": write_signed(edit_first_chunk(members, document_id=bson.ObjectId())),
        "chunk order": write_signed(edit_first_chunk(members, chunk_index=7)),
        "short vector": write_signed(edit_first_chunk(members, embedding=short)),
        "senseless vector": write_signed(edit_first_chunk(members, embedding=endless)),
        "senseless hash": write_signed(edit_first_chunk(members, content_sha256={"$gt": ""})),
        "no vector": write_signed(edit_first_chunk(members, embedding=[0.1] * 384)),
        "bomb of blocks": write_signed(edit_first_chunk(members, blocks=[[[[[[[[[[]]]]]]]]]])),
    }  # fmt: skip
    for what, data in hostile.items():
        with pytest.raises(InvalidArchive):
            import_archive(lifecycle.database, io.BytesIO(data), embedder.space)
            pytest.fail(f"accepted: {what}")
    another = embedder.space.model_copy(update={"revision": "another"})
    with pytest.raises(EmbeddingSpaceMismatch, match="this studio embeds with"):
        import_archive(lifecycle.database, io.BytesIO(archive), another)
    assert _count_stored(lifecycle.database) == 0

    rewritten = write_signed(members)
    report = import_archive(lifecycle.database, io.BytesIO(rewritten), embedder.space)
    assert report.counts[Outcome.IMPORTED] == 1
