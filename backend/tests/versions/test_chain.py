"""Chains of versions and amendments, and what is in force on a day."""

from datetime import date

import pytest

from ragstudio.errors import DocumentNotFound
from ragstudio.records import SourceMetadata, SourceStatus
from ragstudio.storage.client import Database
from ragstudio.versions.chain import VersionRelation, find_version_chain
from tests.retrieval.shelf import Shelf

DAY = date(2026, 8, 1)


def put(shelf: Shelf, name: str, **source: object) -> str:
    metadata = SourceMetadata.model_validate(source)
    return shelf.put(f"{name}.md", [f"Words of {name}."], source=metadata)


def test_a_chain_holds_every_version_and_amendment_oldest_first(
    shelf: Shelf, database: Database
) -> None:
    amendment = put(
        shelf, "amendment", record_id="A1", amends="HR-2", effective_date=date(2026, 7, 1)
    )
    newest = put(shelf, "2027", record_id="HR-3", replaces="HR-2", effective_date=date(2027, 1, 1))
    old = put(
        shelf,
        "2024",
        record_id="HR-1",
        effective_date=date(2024, 1, 1),
        superseded_date=date(2026, 1, 1),
        status=SourceStatus.SUPERSEDED,
        replaced_by="HR-2",
    )
    current = put(shelf, "2026", record_id="HR-2", effective_date=date(2026, 1, 1))
    put(shelf, "another", record_id="HR-9")
    for asked in (amendment, newest, old, current):
        chain = find_version_chain(database, asked, DAY)
        assert [item.document_id for item in chain.items] == [old, current, amendment, newest]
    by_id = {item.document_id: item for item in chain.items}
    assert [by_id[x].in_force for x in (old, current, amendment, newest)] == [
        False, True, True, False,
    ]  # fmt: skip
    assert by_id[amendment].relation is VersionRelation.AMENDMENT
    assert by_id[current].amended_by == [amendment]
    assert by_id[current].replaces == [old]
    assert by_id[current].replaced_by == [newest]


def test_versions_that_name_each_other_in_a_circle_end(shelf: Shelf, database: Database) -> None:
    one = put(shelf, "one", record_id="A", replaces="B")
    two = put(shelf, "two", record_id="B", replaces="A")
    chain = find_version_chain(database, one, DAY)
    assert {item.document_id for item in chain.items} == {one, two}
    with pytest.raises(DocumentNotFound):
        find_version_chain(database, "0" * 24, DAY)


@pytest.mark.parametrize("status", list(SourceStatus))
@pytest.mark.parametrize("begins", [None, date(2026, 1, 1), DAY, date(2026, 9, 1)])
@pytest.mark.parametrize("ends", [None, DAY, date(2026, 12, 1)])
def test_in_force_is_the_range_that_every_filter_compares(
    status: SourceStatus, begins: date | None, ends: date | None
) -> None:
    source = SourceMetadata(status=status, effective_date=begins, superseded_date=ends)
    expected = (
        status is not SourceStatus.DRAFT
        and (begins is None or begins <= DAY)
        and (ends > DAY if ends else status is not SourceStatus.SUPERSEDED)
    )
    first, until = source.in_force_range
    assert source.is_in_force(DAY) is expected is (first <= DAY < until)
    carried = source.list_chunk_fields()
    assert (carried["in_force_from"], carried["in_force_until"]) == (first, until)
