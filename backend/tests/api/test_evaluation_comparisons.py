"""Comparisons, gates, baselines and downloads of evaluation runs over HTTP."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.running_server import Api, assert_error, wait_for

CASES = {
    "knowledge_base": [
        {"id": "leave", "content": "Every employee gets 25 working days of annual leave a year."},
        {"id": "soup", "content": "The canteen serves lentil soup on Mondays."},
    ],
    "retrieval_test_cases": [
        {"id": "one", "query": "How many days of annual leave?", "relevant_doc_ids": ["leave"]},
        {"id": "two", "query": "Which soup is served?", "relevant_doc_ids": ["soup"]},
    ],
    "edge_case_queries": ["Who discovered penicillin?"],
}


def run_collection(api: Api, **fields: str) -> dict[str, Any]:
    started = api.http.post(
        "/api/evaluations/collections/runs",
        files=[("files", ("test_cases.json", json.dumps(CASES)))],
        data={"name": "small cases", **fields},
    )
    assert started.status_code == 202, started.text

    def look() -> dict[str, Any] | None:
        run: dict[str, Any] = api.http.get(f"/api/evaluations/runs/{started.json()['id']}").json()
        return run if run["status"] != "running" else None

    return wait_for(look)


@pytest.fixture(scope="module")
def run(api: Api) -> dict[str, Any]:
    """A finished run over a collection of two documents, in both modes."""
    return run_collection(api)


def test_a_collection_runs_in_a_scratch_database_that_is_dropped(
    api: Api, run: dict[str, Any]
) -> None:
    assert run["status"] == "finished", run["message"]
    assert (run["corpus"], run["suites"], run["total"]) == ("scratch", ["small-cases"], 6)
    assert run["deleted_sources"] == []
    assert run["configuration"]["studio"]["chunks"] == 2
    verdicts = {(c["mode"], c["case_id"]): c["verdict"]["passed"] for c in run["cases"]}
    assert verdicts["vector", "one"]
    assert verdicts["hybrid", "two"]
    assert not verdicts["vector", "edge-1"]
    database = api.studio.database
    # The run is told finished as soon as the last question is judged.
    wait_for(lambda: not database.list_siblings(f"{database.name}_scratch_"))


def test_a_run_is_compared_with_another_and_with_itself(api: Api, run: dict[str, Any]) -> None:
    path = f"/api/evaluations/runs/{run['id']}/comparison"
    same = api.http.get(path, params={"baseline": run["id"]}).json()
    assert [mode["mode"] for mode in same["modes"]] == ["vector", "hybrid"]
    assert all("no evidence of a difference" in mode["conclusion"] for mode in same["modes"])
    across = api.http.get(
        path, params={"baseline": run["id"], "mode": "hybrid", "baseline_mode": "vector"}
    ).json()
    [mode] = across["modes"]
    assert {case["case_id"]: case["flip"] for case in mode["cases"]}["edge-1"] == "gained"
    assert_error(api.http.get(path, params={"baseline": "nothing"}), 404, "not_found")


def test_a_named_baseline_holds_a_gate(api: Api, run: dict[str, Any]) -> None:
    named = api.http.put("/api/evaluations/baselines/main", json={"run_id": run["id"]})
    assert named.json()["run_id"] == run["id"]
    listed = api.http.get("/api/evaluations/baselines").json()["items"]
    assert [one["name"] for one in listed] == ["main"]
    path = f"/api/evaluations/runs/{run['id']}/gate"
    gate: dict[str, Any] = {"baseline": "main", "minimum_figures": {"hybrid": {"hit_rate@6": 1}}}
    assert api.http.post(path, json=gate).json() == {"passed": True, "failures": []}
    gate["minimum_figures"] = {"vector": {"pass_rate": 0.9, "ndcg@99": 0.1}}
    result = api.http.post(path, json=gate).json()
    assert not result["passed"]
    assert "vector mode reached pass_rate 0.6667; at least 0.9 is asked." in result["failures"]
    assert "no figure ndcg@99" in result["failures"][1]
    assert api.http.delete("/api/evaluations/baselines/main").status_code == 204
    assert_error(api.http.delete("/api/evaluations/baselines/main"), 404, "not_found")
    assert_error(api.http.post(path, json={"baseline": "main"}), 404, "not_found")
    assert_error(api.http.post(path, json={}), 422, "validation_error")


def test_a_run_is_downloaded_in_three_formats(api: Api, run: dict[str, Any]) -> None:
    path = f"/api/evaluations/runs/{run['id']}/report"
    page = api.http.get(path, params={"baseline": run["id"]})
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-disposition"] == (
        f'attachment; filename="evaluation-{run["id"]}.html"'
    )
    for words in ("Which soup is served?", "no evidence of a difference", "ndcg"):
        assert words in page.text
    for outside in ("<script", "http://", "https://", "@import", "url("):
        assert outside not in page.text
    xml = ElementTree.fromstring(api.http.get(path, params={"format": "junit"}).text)
    assert len(list(xml.iter("testcase"))) == 6
    assert api.http.get(path, params={"format": "json"}).json()["id"] == run["id"]


def test_deleting_a_document_makes_old_runs_say_so(api: Api) -> None:
    document = api.ingest("# Oak\n\nOaks grow slowly in the park.\n", "oak.md", group="policies")
    body = {"suites": ["questions"], "modes": ["vector"], "limit": 100}
    started = api.http.post("/api/evaluations/runs", json=body).json()
    path = f"/api/evaluations/runs/{started['id']}"
    wait_for(lambda: api.http.get(path).json()["status"] == "finished")
    assert "policies/oak.md" not in api.http.get(path).json()["deleted_sources"]
    api.http.delete(f"/api/documents/{document['id']}")
    run = api.http.get(path).json()
    assert "policies/oak.md" in run["deleted_sources"]
    passages = [passage for case in run["cases"] for passage in case["results"]]
    assert {p["filename"] for p in passages if p["source_deleted"]} >= {"oak.md"}
    assert "source since deleted" in api.http.get(f"{path}/report").text.lower()


@pytest.mark.parametrize(
    ("files", "fields", "status", "code"),
    [
        ({"a.json": "{}"}, {}, 422, "invalid_suite"),
        ({"a.json": json.dumps(CASES)}, {"modes": "magic"}, 422, "invalid_request"),
    ],
)
def test_a_collection_that_cannot_be_run_is_refused(
    api: Api, files: dict[str, str], fields: dict[str, str], status: int, code: str
) -> None:
    answer = api.http.post(
        "/api/evaluations/collections/runs",
        files=[("files", item) for item in files.items()],
        data=fields,
    )
    assert_error(answer, status, code)
