"""Filters, ids and metadata are compared and stored as data; nothing of them is an operator."""

import json
from typing import Any

import pytest

from tests.running_server import Api, assert_error, new_text

OPERATORS: list[Any] = [
    {"$gt": ""},
    {"$ne": None},
    {"$regex": ".*"},
    {"$where": "sleep(5000)"},
    {"$in": ["default"]},
    {"$expr": {"$function": {"body": "1", "args": [], "lang": "js"}}},
]
STRINGS = ["$where", "$gt", '{"$gt": ""}', "a.b.c", ".*", "^", "'; return true; '", "$default"]
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def document(api: Api) -> dict[str, Any]:
    made: dict[str, Any] = api.ingest(new_text("a heron"), "heron.md", group="herons")
    return made


@pytest.mark.parametrize("value", OPERATORS)
@pytest.mark.parametrize("field", ["group", "document_ids", "source_status", "section"])
def test_an_operator_in_a_filter_is_refused(api: Api, field: str, value: Any) -> None:
    for given in (value, [value]):
        body = {"query": "a heron", "filters": {field: given}}
        assert_error(api.http.post("/api/search", json=body), 422, "validation_error")


@pytest.mark.parametrize(
    "filters",
    [{"$where": "1"}, {"group.$ne": [""]}, {"$or": [{}]}, {"document_ids.0": "x"}, {"_id": ["x"]}],
)
def test_an_operator_as_a_key_is_refused(api: Api, filters: dict[str, Any]) -> None:
    for body in ({"query": "a heron", "filters": filters}, {"query": "a heron", **filters}):
        assert_error(api.http.post("/api/search", json=body), 422, "validation_error")


@pytest.mark.parametrize("value", STRINGS)
def test_a_string_that_looks_like_an_operator_is_a_string(
    api: Api, document: dict[str, Any], value: str
) -> None:
    for filters in ({"group": [value]}, {"document_ids": [value]}, {"section": value}):
        body = {"query": "a heron", "filters": filters, "mode": "vector"}
        found = api.http.post("/api/search", json=body).json()
        assert found["results"] == [], filters
    for parameters in ({"group": value}, {"q": value}):
        listed = api.http.get("/api/documents", params=parameters).json()
        assert document["id"] not in [each["id"] for each in listed["items"]]


@pytest.mark.parametrize(
    "name", ["group[$ne]", "status[$ne]", "q[$regex]", "cursor[$gt]", "$where"]
)
def test_an_operator_in_the_query_string_filters_nothing(api: Api, name: str) -> None:
    plain = api.http.get("/api/documents", params={"limit": 500}).json()
    asked = api.http.get("/api/documents", params={"limit": 500, name: ""}).json()
    assert [each["id"] for each in asked["items"]] == [each["id"] for each in plain["items"]]


@pytest.mark.parametrize("cursor", [*STRINGS, "0" * 23, "g" * 24, "", "\x00"])
def test_a_cursor_is_an_id_or_refused(api: Api, cursor: str) -> None:
    answer = api.http.get("/api/documents", params={"cursor": cursor})
    assert_error(answer, 422, "validation_error")


@pytest.mark.parametrize(
    "identifier",
    [
        "%7B%22$gt%22:%22%22%7D",
        "$where",
        "%00",
        "..%2F..%2Fetc%2Fpasswd",
        "%2e%2e",
        "a.b",
        "0" * 25,
    ],
)
@pytest.mark.parametrize(
    "rest", ["", "/raw", "/text", "/chunks", "/storage", "/events", "/versions"]
)
def test_an_id_that_is_none_finds_nothing(api: Api, identifier: str, rest: str) -> None:
    answer = api.http.get(f"/api/documents/{identifier}{rest}")
    assert answer.status_code == 404
    deleted = api.http.delete(f"/api/documents/{identifier}")
    assert deleted.status_code in {404, 405}


@pytest.mark.parametrize("field", ["record_id", "owner", "replaces", "replaced_by", "amends"])
@pytest.mark.parametrize("value", [*OPERATORS, [1], 5, "\x00", "a\x00b", " ", "x" * 201])
def test_metadata_takes_no_operators_and_no_nul(
    api: Api, document: dict[str, Any], field: str, value: Any
) -> None:
    address = f"/api/documents/{document['id']}"
    before = api.http.get(address).json()
    assert_error(api.http.patch(address, json={field: value}), 422, "validation_error")
    assert api.http.get(address).json() == before


@pytest.mark.parametrize("key", ["$set", "source.owner", "status.$ne", "_id", "lease", "identity"])
def test_metadata_has_no_other_keys(api: Api, document: dict[str, Any], key: str) -> None:
    address = f"/api/documents/{document['id']}"
    assert_error(api.http.patch(address, json={key: "x"}), 422, "validation_error")


@pytest.mark.parametrize("value", ["$where", "$owner.name", "a.b", '{"$gt": ""}', "{{7*7}}"])
def test_metadata_that_looks_like_an_operator_is_kept_as_written(
    api: Api, document: dict[str, Any], value: str
) -> None:
    address = f"/api/documents/{document['id']}"
    assert api.http.patch(address, json={"owner": value}).json()["source"]["owner"] == value
    assert api.http.get(address).json()["source"]["owner"] == value


@pytest.mark.parametrize("group", ["a\x00b", "\x00", " ", "", "g" * 201])
def test_a_group_has_no_nul(api: Api, group: str) -> None:
    refused = api.upload(("note.md", new_text()), group=group)
    error = assert_error(refused, 422, "invalid_request")
    assert error["details"] == {"limit_characters": 200}


@pytest.mark.parametrize("group", ["$where", "a.b", "{}", "../x", "<script>", "🦉"])
def test_a_group_that_looks_like_something_else_is_a_group(api: Api, group: str) -> None:
    made = api.add(new_text(), group=group)
    listed = api.http.get("/api/documents", params={"group": group}).json()["items"]
    assert [each["id"] for each in listed] == [made["id"]]
    api.http.delete(f"/api/documents/{made['id']}")


@pytest.mark.parametrize("field", ["chunk_size", "chunk_overlap"])
@pytest.mark.parametrize("number", ["+500", "٥٠٠", "5_00", "5e2", "0x1f4", "500.0", "9" * 5000])
def test_a_number_in_a_form_is_written_with_plain_digits(api: Api, field: str, number: str) -> None:
    refused = api.upload(("note.md", new_text()), **{field: number})
    assert_error(refused, 422, "invalid_request")


def test_keys_given_twice_or_nested_without_end_break_nothing(api: Api) -> None:
    twice = b'{"query": "a heron", "filters": {}, "filters": {"$where": "1"}}'
    assert_error(api.http.post("/api/search", content=twice, headers=JSON), 422, "validation_error")
    deep = json.dumps({"query": "a heron"})[:-1] + ', "filters": ' + '{"a":' * 5000 + "1"
    answer = api.http.post("/api/search", content=deep + "}" * 5001, headers=JSON)
    assert answer.status_code in {400, 422}
