"""Versions and changes over HTTP, from files as people write them."""

from uuid import uuid4

from tests.running_server import Api, assert_error, new_text

SECTIONS = """## 1. Entitlement

Everyone gets {days} days of leave a year.

## 2. Requests

Leave is requested in Tidebook, at the latest a week before it begins.
"""


def write(title: str, record: str, day: str, days: int, more: str = "") -> str:
    head = f"# {title}\n\nPolicy ID: {record}\nEffective date: {day}\n{more}\n"
    return head + SECTIONS.format(days=days)


def test_a_chain_and_what_changed_in_it(api: Api) -> None:
    mark = uuid4().hex[:8]
    first, second = f"LV-{mark}-1", f"LV-{mark}-2"
    old = api.ingest(write("Leave 2024", first, "2024-01-01", 20), "leave-2024.md")
    new = api.ingest(
        write("Leave 2026", second, "2026-01-01", 25, f"Replaces: {first}\n"), "leave-2026.md"
    )
    amendment = api.ingest(
        f"# Amendment\n\nPolicy ID: {second}-A\nEffective date: 2026-07-01\n"
        f"Amends: {second} section 2\n\nLeave is requested two weeks before it begins.",
        "amendment.md",
    )
    ids = [old["id"], new["id"], amendment["id"]]

    def in_force(day: str) -> list[bool]:
        url = f"/api/documents/{old['id']}/versions"
        chain = api.http.get(url, params={"as_of": day}).json()
        assert [item["document_id"] for item in chain["items"]] == ids
        return [item["in_force"] for item in chain["items"]]

    assert in_force("2025-12-31") == [True, False, False]
    assert in_force("2026-01-01") == [False, True, False]
    assert in_force("2026-07-01") == [False, True, True]
    changes = api.http.get(
        f"/api/documents/{new['id']}/changes", params={"against": old["id"]}
    ).json()
    assert (changes["before_id"], changes["after_id"]) == (old["id"], new["id"])
    entitlement = next(
        section for section in changes["sections"] if "Entitlement" in section["after_section"]
    )
    [passage] = entitlement["passages"]
    [span] = passage["after_spans"]
    assert (passage["kind"], passage["after"][slice(*span)]) == ("changed", "25")
    requests = next(
        section for section in changes["sections"] if "Requests" in section["after_section"]
    )
    assert (requests["kind"], requests["unchanged_passages"]) == ("unchanged", 1)


def test_what_is_not_there_is_said(api: Api) -> None:
    missing = "0" * 24
    document = api.ingest(new_text(), "alone.md")
    assert_error(api.http.get(f"/api/documents/{missing}/versions"), 404, "document_not_found")
    url = f"/api/documents/{document['id']}/changes"
    assert_error(api.http.get(url, params={"against": missing}), 404, "document_not_found")
    assert api.http.get(url, params={"against": "x"}).status_code == 422
    alone = api.http.get(f"/api/documents/{document['id']}/versions").json()
    assert [item["document_id"] for item in alone["items"]] == [document["id"]]
