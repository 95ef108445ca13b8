"""A new version serves when it is ready, and not before; metadata edits reach the chunks."""

import io
from datetime import UTC, date, datetime

import pytest

from ragstudio.errors import DuplicateDocument, InvalidRequest, InvalidState
from ragstudio.lifecycle.audit import audit
from ragstudio.lifecycle.intake import Upload
from ragstudio.lifecycle.source_editing import SourceEdit, edit_source
from ragstudio.records import DocumentStatus, SourceStatus
from tests.lifecycle.conftest import Lifecycle

OLD = "# Leave\n\nPolicy ID: HR-1\n\nTwenty days of leave a year."
NEW = "# Leave\n\nPolicy ID: HR-2\nEffective date: 2026-01-01\n\nTwenty-five days of leave a year."


def _add_version(lifecycle: Lifecycle, document_id: str, content: str) -> str:
    upload = Upload("leave-new.md", io.BytesIO(content.encode()))
    return lifecycle.intake.accept_version(document_id, upload).id


def test_the_old_version_serves_until_the_new_one_is_ready(lifecycle: Lifecycle) -> None:
    old = lifecycle.ingest(OLD, "leave.md", group="policies")
    new_id = _add_version(lifecycle, old.id, NEW)
    assert lifecycle.database.documents.get(old.id).source.status is SourceStatus.CURRENT
    lifecycle.worker.work_once()
    new = lifecycle.settle(new_id)
    replaced = lifecycle.database.documents.get(old.id)
    assert new.status is DocumentStatus.READY
    assert new.group == "policies"
    assert replaced.source.status is SourceStatus.SUPERSEDED
    assert replaced.source.superseded_date == date(2026, 1, 1)
    assert replaced.source.replaced_by == "HR-2"
    assert replaced.replaced_by_document_id == new.id
    [chunk] = lifecycle.database.chunks.list_page(old.id, offset=0, limit=5)
    assert chunk.source_status is SourceStatus.SUPERSEDED
    assert chunk.superseded_date == date(2026, 1, 1)


def test_a_version_that_is_ready_first_supersedes_the_old_one_once_that_is(
    lifecycle: Lifecycle,
) -> None:
    old = lifecycle.upload(OLD, "leave.md")
    assert lifecycle.database.documents.claim("slow:1:", 60, 3) is not None
    new_id = _add_version(lifecycle, old.id, NEW)
    lifecycle.worker.work_once()
    assert lifecycle.settle(new_id).status is DocumentStatus.READY
    with pytest.raises(InvalidState):
        _add_version(lifecycle, old.id, NEW + " More.")
    lifecycle.database.documents.release_leases("slow:1:")
    lifecycle.worker.work_once()
    replaced = lifecycle.settle(old.id)
    assert replaced.status is DocumentStatus.READY
    replaced = lifecycle.database.documents.get(old.id)
    assert replaced.source.status is SourceStatus.SUPERSEDED
    assert (replaced.source.replaced_by, replaced.replaced_by_document_id) == ("HR-2", new_id)
    [chunk] = lifecycle.database.chunks.list_page(old.id, offset=0, limit=5)
    assert chunk.source_status is SourceStatus.SUPERSEDED
    assert audit(lifecycle.database, lifecycle.engine).clean


def test_a_failed_version_leaves_the_old_one_in_force(lifecycle: Lifecycle) -> None:
    old = lifecycle.ingest(OLD, "leave.md")
    new_id = _add_version(lifecycle, old.id, "   \n ")
    lifecycle.worker.work_once()
    assert lifecycle.settle(new_id).status is DocumentStatus.FAILED
    assert lifecycle.database.documents.get(old.id).source.status is SourceStatus.CURRENT


@pytest.mark.parametrize("length", [2, 3])
def test_of_documents_that_replace_each_other_in_a_circle_the_last_is_in_force(
    lifecycle: Lifecycle, length: int
) -> None:
    made = [
        lifecycle.ingest(
            f"# Leave {place}\n\nPolicy ID: HR-{place}\nReplaces: HR-{(place - 1) % length}\n\n"
            f"{place + 20} days of leave.",
            f"leave-{place}.md",
        )
        for place in range(length)
    ]
    ended = [lifecycle.database.documents.get(document.id).source.status for document in made]
    assert ended == [SourceStatus.SUPERSEDED] * (length - 1) + [SourceStatus.CURRENT]


def test_a_version_without_date_supersedes_today(lifecycle: Lifecycle) -> None:
    old = lifecycle.ingest("Old words.", "leave.md")
    new_id = _add_version(lifecycle, old.id, "New words.")
    lifecycle.worker.work_once()
    lifecycle.settle(new_id)
    source = lifecycle.database.documents.get(old.id).source
    assert source.superseded_date == datetime.now(UTC).date()
    assert source.replaced_by == new_id


def test_a_version_of_the_same_bytes_or_of_a_replaced_one_is_refused(
    lifecycle: Lifecycle,
) -> None:
    old = lifecycle.ingest(OLD, "leave.md")
    with pytest.raises(DuplicateDocument):
        _add_version(lifecycle, old.id, OLD)
    new_id = _add_version(lifecycle, old.id, NEW)
    lifecycle.worker.work_once()
    lifecycle.settle(new_id)
    with pytest.raises(InvalidState):
        _add_version(lifecycle, old.id, "another")


def test_an_edit_reaches_the_chunks_and_keeps_the_rest(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(OLD, "leave.md")
    edited = edit_source(
        lifecycle.database,
        document.id,
        SourceEdit.model_validate({"status": "superseded", "superseded_date": "2026-01-01"}),
    )
    assert edited.source.record_id == "HR-1"
    [chunk] = lifecycle.database.chunks.list_page(document.id, offset=0, limit=5)
    assert chunk.source_status is SourceStatus.SUPERSEDED
    assert chunk.superseded_date == date(2026, 1, 1)
    cleared = edit_source(
        lifecycle.database, document.id, SourceEdit.model_validate({"superseded_date": None})
    )
    assert cleared.source.superseded_date is None


def test_an_edit_that_contradicts_itself_is_refused(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(OLD, "leave.md")
    with pytest.raises(InvalidRequest):
        edit_source(
            lifecycle.database,
            document.id,
            SourceEdit.model_validate(
                {"effective_date": "2026-02-01", "superseded_date": "2026-01-01"}
            ),
        )
    queued = lifecycle.upload("other", "other.md")
    with pytest.raises(InvalidState):
        edit_source(lifecycle.database, queued.id, SourceEdit.model_validate({"owner": "HR"}))
