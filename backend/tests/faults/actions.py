"""What clients do to a studio while it is killed, and what they may be answered."""

from collections.abc import Callable
from random import Random

import httpx

from tests.faults.ledger import Entry, Ledger, Told

Action = Callable[[httpx.Client, Ledger, Random], str]
"""Does one thing; returns what it was, for the record of a round."""


def _ask(http: httpx.Client, method: str, path: str, **content: object) -> httpx.Response | None:
    """The answer, or None where nobody can know whether it was done."""
    try:
        answer = http.request(method, path, **content)  # type: ignore[arg-type]
    except httpx.TransportError:
        return None
    if answer.status_code >= 500:
        error = answer.json()["error"]
        assert error["code"] != "internal_error", f"{method} {path}: {answer.text}"
        assert error["hint"]
        return None
    return answer


def _expect(answer: httpx.Response | None, entry: Entry, *statuses: int) -> None:
    """Fail on any other answer; what another client has begun to delete may be gone by then."""
    if answer is None or answer.status_code in statuses:
        return
    is_leaving = entry.told in (Told.LEAVING, Told.GONE)
    assert answer.status_code == 404 and is_leaving, f"{entry.told}: {answer.text}"


def _send(http: httpx.Client, path: str, entry: Entry) -> str:
    answer = _ask(http, "POST", path, files=[("files", (entry.filename, entry.content))])
    if answer is None:
        return f"{entry.token} unanswered"
    if answer.status_code != 202:
        # A version of what has been replaced or deleted meanwhile.
        assert answer.status_code in (404, 409), answer.text
        entry.told = Told.GONE
        return f"{entry.token} refused {answer.json()['error']['code']}"
    body = answer.json()
    document = body["items"][0] if "items" in body else body
    entry.told, entry.document_id = Told.ACCEPTED, document["id"]
    return f"{entry.token} accepted"


def upload(http: httpx.Client, ledger: Ledger, random: Random) -> str:
    return "upload " + _send(http, "/api/documents", ledger.add(random))


def upload_again(http: httpx.Client, ledger: Ledger, random: Random) -> str:
    """The same bytes: refused, for they are here."""
    entry = ledger.choose(random)
    if entry is None:
        return upload(http, ledger, random)
    files = [("files", (entry.filename, entry.content))]
    answer = _ask(http, "POST", "/api/documents", files=files)
    if answer is None:
        return f"upload again {entry.token} unanswered"
    assert answer.status_code == 409, answer.text
    assert answer.json()["error"]["code"] == "duplicate_document"
    return f"upload again {entry.token} refused"


def add_version(http: httpx.Client, ledger: Ledger, random: Random) -> str:
    entry = ledger.choose(random)
    if entry is None:
        return upload(http, ledger, random)
    version = ledger.add(random, replaces=entry)
    sent = _send(http, f"/api/documents/{entry.document_id}/versions", version)
    return f"version of {entry.token}: {sent}"


def edit(http: httpx.Client, ledger: Ledger, random: Random) -> str:
    entry = ledger.choose(random)
    if entry is None:
        return upload(http, ledger, random)
    wanted = f"R-{random.randrange(10**9)}"
    entry.record_ids = {*entry.record_ids, wanted}
    path = f"/api/documents/{entry.document_id}"
    answer = _ask(http, "PATCH", path, json={"record_id": wanted})
    if answer is None:
        return f"edit {entry.token} unanswered"
    if answer.status_code == 200:
        entry.record_ids = {wanted}
    else:
        _expect(answer, entry, 409)
        entry.record_ids = entry.record_ids - {wanted}
    return f"edit {entry.token} {answer.status_code}"


def rechunk(http: httpx.Client, ledger: Ledger, random: Random) -> str:
    entry = ledger.choose(random)
    if entry is None:
        return upload(http, ledger, random)
    choice = {"size": random.choice([80, 150, 300]), "overlap": 20}
    answer = _ask(http, "POST", f"/api/documents/{entry.document_id}/chunking", json=choice)
    _expect(answer, entry, 202, 409)
    return f"rechunk {entry.token} {answer.status_code if answer else 'unanswered'}"


def retry(http: httpx.Client, ledger: Ledger, random: Random) -> str:
    entry = ledger.choose(random)
    if entry is None:
        return upload(http, ledger, random)
    answer = _ask(http, "POST", f"/api/documents/{entry.document_id}/retry")
    _expect(answer, entry, 202, 409)
    return f"retry {entry.token} {answer.status_code if answer else 'unanswered'}"


def delete(http: httpx.Client, ledger: Ledger, random: Random) -> str:
    entry = ledger.choose(random)
    if entry is None:
        return upload(http, ledger, random)
    entry.told = Told.LEAVING
    answer = _ask(http, "DELETE", f"/api/documents/{entry.document_id}")
    if answer is None:
        return f"delete {entry.token} unanswered"
    assert answer.status_code == 200, answer.text
    receipt = answer.json()
    assert receipt["verified"], receipt
    assert not any(item["after"] for item in receipt["representations"]), receipt
    entry.told = Told.GONE
    return f"delete {entry.token} done"


ACTIONS: list[tuple[Action, int]] = [
    (upload, 5),
    (upload_again, 1),
    (add_version, 2),
    (edit, 3),
    (rechunk, 2),
    (retry, 1),
    (delete, 4),
]
"""Each with how often it is chosen."""
