"""Counting questions over HTTP: answered from the records' fields, exactly."""

from typing import Any

import pytest

from ragstudio.evaluation.generated_cases import build_aggregates, generate_cases, render_csv
from tests.running_server import Api

CASES = generate_cases(30, 11)
GROUP = "aggregates"


@pytest.fixture(scope="module")
def cases_file(api: Api) -> str:
    document = api.ingest(render_csv(CASES), "test-cases.csv", group=GROUP)
    return str(document["id"])


def ask(api: Api, question: str, **body: Any) -> Any:
    asked = {"query": question, "filters": {"group": [GROUP]}, **body}
    return api.http.post("/api/search", json=asked).json()


def test_the_count_is_that_of_the_rows(api: Api, cases_file: str) -> None:
    for one in build_aggregates(CASES)["questions"]:
        answer = ask(api, one["question"])
        aggregate = answer["aggregate"]
        assert aggregate["document_id"] == cases_file
        assert {group["value"]: group["count"] for group in aggregate["groups"]} == one["counts"]
        assert aggregate["records"] == len(CASES)
        assert aggregate["matching"] == sum(one["counts"].values())
        assert answer["decision"] == "answer"
        assert "which the few best passages cannot give" in answer["message"]
        assert aggregate["answer"] in answer["message"]


def test_conditions_combine(api: Api, cases_file: str) -> None:
    counted = sum(case.type == "Security" and case.priority == "High" for case in CASES)
    answer = ask(api, "How many high priority security test cases are there?")
    assert answer["aggregate"]["matching"] == counted
    assert answer["aggregate"]["conditions"] == {"Priority": ["High"], "Type": ["Security"]}


def test_a_lookup_and_the_baseline_mode_count_nothing(api: Api, cases_file: str) -> None:
    assert ask(api, "What is the expected result of TC-00007?")["aggregate"] is None
    question = "Which component has the most security test cases?"
    assert ask(api, question, mode="vector")["aggregate"] is None
    only_text = {"group": [GROUP], "block_type": ["text"]}
    assert ask(api, question, filters=only_text)["aggregate"] is None


def test_where_no_records_have_the_fields_the_message_says_so(api: Api, cases_file: str) -> None:
    answer = ask(api, "Which lighthouse has the most visitors?")
    assert answer["aggregate"] is None
    assert "No row records have its fields" in answer["message"]


def test_what_is_not_in_force_does_not_count(api: Api, cases_file: str) -> None:
    patch = {"effective_date": "2025-01-01"}
    assert api.http.patch(f"/api/documents/{cases_file}", json=patch).status_code == 200
    question = "How many test cases are there?"
    assert ask(api, question)["aggregate"]["matching"] == len(CASES)
    earlier = ask(api, question, as_of="2024-06-01")["aggregate"]
    assert earlier is None or earlier["matching"] == 0
