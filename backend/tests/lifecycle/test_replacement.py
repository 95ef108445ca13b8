"""A document that says what it replaces supersedes it, whichever came first."""

from datetime import date

import pytest

from ragstudio.lifecycle.source_editing import SourceEdit, edit_source
from ragstudio.records import Document, SourceStatus
from tests.lifecycle.conftest import Lifecycle

OLD = "# Leave 2024\n\nPolicy ID: HR-1\nEffective date: 2024-01-01\n\nTwenty days of leave a year."
NEW = "# Leave 2026\n\nPolicy ID: HR-2\nEffective date: {day}\n{more}\nMore days of leave a year."


def new(day: str = "2026-01-01", more: str = "Replaces: HR-1\n") -> str:
    return NEW.format(day=day, more=more)


def again(lifecycle: Lifecycle, document: Document) -> Document:
    return lifecycle.database.documents.get(document.id)


@pytest.mark.parametrize("old_first", [True, False])
def test_what_is_named_as_replaced_is_superseded(lifecycle: Lifecycle, old_first: bool) -> None:
    names = {"old.md": OLD, "new.md": new()}
    order = list(names) if old_first else list(reversed(names))
    stored = {name: lifecycle.ingest(names[name], name) for name in order}
    old = again(lifecycle, stored["old.md"])
    assert old.source.status is SourceStatus.SUPERSEDED
    assert (old.source.superseded_date, old.source.replaced_by) == (date(2026, 1, 1), "HR-2")
    assert old.replaced_by_document_id == stored["new.md"].id
    assert old.source_origins["superseded_date"] == "set by the version that replaced it"
    [chunk] = lifecycle.database.chunks.list_page(old.id, offset=0, limit=5)
    assert chunk.superseded_date == date(2026, 1, 1)
    assert again(lifecycle, stored["new.md"]).source.status is SourceStatus.CURRENT


def test_a_version_of_the_future_leaves_the_old_one_current_until_then(
    lifecycle: Lifecycle,
) -> None:
    old = lifecycle.ingest(OLD, "old.md")
    lifecycle.ingest(new(day="2199-01-01"), "new.md")
    source = again(lifecycle, old).source
    assert (source.status, source.superseded_date) == (SourceStatus.CURRENT, date(2199, 1, 1))


def test_a_draft_replaces_nothing_until_it_is_adopted(lifecycle: Lifecycle) -> None:
    old = lifecycle.ingest(OLD, "old.md")
    draft = lifecycle.ingest(new(more="Replaces: HR-1\nStatus: Draft\n"), "new.md")
    assert again(lifecycle, old).source.superseded_date is None
    edit_source(lifecycle.database, draft.id, SourceEdit.model_validate({"status": "current"}))
    assert again(lifecycle, old).source.superseded_date == date(2026, 1, 1)


def test_a_correction_by_a_person_is_not_undone(lifecycle: Lifecycle) -> None:
    old = lifecycle.ingest(OLD, "old.md")
    lifecycle.ingest(new(), "new.md")
    correction = {"status": "current", "superseded_date": None}
    edit_source(lifecycle.database, old.id, SourceEdit.model_validate(correction))
    source = again(lifecycle, old).source
    assert (source.status, source.superseded_date) == (SourceStatus.CURRENT, None)


def test_an_amendment_leaves_what_it_amends_in_force(lifecycle: Lifecycle) -> None:
    old = lifecycle.ingest(OLD, "old.md")
    amendment = lifecycle.ingest(new(more="Amends: HR-1 section 4.2\n"), "amendment.md")
    source = again(lifecycle, amendment).source
    assert (source.amends, source.amends_section) == ("HR-1", "4.2")
    assert again(lifecycle, old).source.superseded_date is None
