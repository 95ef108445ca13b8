from typing import Any

from tests.running_server import Api, assert_error

TABLE = "Country,Leave days\nSpain,30\nFrance,25\nJapan,20\nKenya,21\n"


def post(api: Api, **body: Any) -> Any:
    return api.http.post("/api/laboratory/chunking", json=body)


def test_a_stored_document_is_cut_both_ways_without_being_changed(api: Api) -> None:
    document = api.ingest(TABLE + "Oman,31\n", "leave.csv")
    answer = post(
        api,
        document_id=document["id"],
        sides=[{}, {"strategy": "windows", "size": 50, "overlap": 0, "read_as": "plain_text"}],
        evidence={"facts": [["Oman", "Leave days", "31"]]},
    )
    assert answer.status_code == 200
    report = answer.json()
    assert (report["filename"], report["content_type"]) == ("leave.csv", "text/csv")
    parsed, plain = report["sides"]
    assert parsed["chunking"] == {"strategy": "rows", "size": 1000, "overlap": 180}
    assert parsed["text"].startswith("Country: Spain\nLeave days: 30")
    assert plain["text"].startswith("Country,Leave days\nSpain")
    assert parsed["evidence"]["facts"][0]["chunks"] == [len(parsed["chunks"]) - 1]
    assert plain["evidence"]["facts"][0]["chunks"] == []
    assert parsed["evidence"]["search"] is None
    assert api.http.get(f"/api/documents/{document['id']}").json() == document


def test_errors_say_what_to_do(api: Api) -> None:
    unknown = post(api, document_id="0" * 24, sides=[{}])
    assert_error(unknown, 404, "document_not_found")
    assert_error(post(api, text="a", sides=[{"strategy": "magic"}]), 422, "invalid_request")
    refused = post(api, text="a", content_type="image/png", sides=[{}])
    assert_error(refused, 415, "unsupported_media_type")
    for body in (
        {"sides": [{}]},
        {"text": "a", "document_id": "b", "sides": [{}]},
        {"text": "a", "sides": []},
        {"text": "a", "sides": [{}, {}, {}]},
        {"text": "a", "sides": [{}], "evidence": {}},
        {"text": "a" * 200_001, "sides": [{}]},
    ):
        assert_error(post(api, **body), 422, "validation_error")
