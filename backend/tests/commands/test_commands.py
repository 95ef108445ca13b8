"""Commands against a running server, as a shell runs them."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.running_server import Api, new_text

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(api: Api, tmp_path: Path) -> Run:
    """Runs one command in an empty folder, against the server all tests share."""
    environment = {**os.environ, "RAGSTUDIO_URL": str(api.http.base_url)}

    def run_command(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "ragstudio.cli", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run_command


def test_ingest_waits_until_documents_are_ready(api: Api, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "birds"
    folder.mkdir()
    (folder / "heron.md").write_text(new_text("herons"))
    (folder / "owl.md").write_text(new_text("owls"))

    first = run("ingest", "birds", "--wait", "--json")
    items = json.loads(first.stdout)["items"]
    assert first.returncode == 0
    assert {item["group"] for item in items} == {"birds"}
    assert {item["status"] for item in items} == {"ready"}
    for item in items:
        assert api.http.get(f"/api/documents/{item['id']}").json()["status"] == "ready"

    again = run("ingest", "birds", "--wait")
    assert again.returncode == 0
    assert again.stdout.count("already here") == 2


def test_ingest_fails_where_a_file_is_refused_or_fails(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.md").write_text("")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nno pdf " + new_text().encode())

    refused = run("ingest", "empty.md")
    failed = run("ingest", "broken.pdf", "--wait")

    assert (refused.returncode, failed.returncode) == (1, 1)
    assert "refused" in refused.stdout
    assert "failed" in failed.stdout


@pytest.mark.parametrize(
    "arguments", [("list", "--limit", "2"), ("search", "lighthouse", "--limit", "1")]
)
def test_json_is_what_the_api_answers(api: Api, run: Run, arguments: tuple[str, ...]) -> None:
    api.ingest(new_text())
    printed = json.loads(run(*arguments, "--json").stdout)
    if arguments[0] == "list":
        assert printed == api.http.get("/api/documents", params={"limit": 2}).json()
    else:
        asked = api.http.post("/api/search", json={"query": "lighthouse", "limit": 1}).json()
        assert printed["results"] == asked["results"]
        assert printed.keys() == asked.keys()


def test_a_document_is_shown_deleted_and_gone(api: Api, run: Run) -> None:
    document = api.ingest(new_text(), "doomed.md")

    shown = run("show", document["id"])
    assert document["sha256"] in shown.stdout
    assert re.search(r"stored vector_index\s+1", shown.stdout)
    deleted = run("delete", document["id"])
    assert deleted.returncode == 0
    assert "deleted, verified" in deleted.stdout
    gone = run("show", document["id"])
    assert gone.returncode == 1
    assert gone.stderr.startswith("Error: No document has the id")
    assert "Traceback" not in gone.stderr


def test_search_shows_the_decision_and_every_score(api: Api, run: Run) -> None:
    api.ingest(new_text("a weathercock on the church"), "weathercock.md")
    shown = run("search", "Where is the weathercock?", "--mode", "vector", "--limit", "1")
    assert "answer" in shown.stdout
    assert "weathercock.md" in shown.stdout
    assert re.search(r"vector 0\.\d{4}", shown.stdout)


def test_search_that_asks_back_prints_the_question_of_each_reading(api: Api, run: Run) -> None:
    sections = (
        "## Meal allowance\n\nThe allowance for Kalverstad is 60 EUR a day.",
        "## Bicycle allowance\n\nThe allowance for Kalverstad is 25 EUR a month.",
    )
    guide = "# Kalverstad\n\n" + "\n\n".join(sections) + "\n"
    document = api.ingest(guide.encode(), "kalverstad.md")
    asked = ("search", "What is the allowance for Kalverstad?", "--document", document["id"])
    answer = json.loads(run(*asked, "--json").stdout)
    assert answer["decision"] == "clarify"
    shown = " ".join(run(*asked).stdout.split())
    for option in answer["clarification"]["options"]:
        assert f"ask: {option['question']}" in shown


def test_search_narrows_down_as_the_api_does(api: Api, run: Run) -> None:
    wanted = api.ingest(new_text("a sundial in the yard"), "sundial.md")
    api.ingest(new_text("a sundial in the garden"), "other-sundial.md")
    narrow = ("--document", wanted["id"], "--source-status", "current", "--block-type", "text")
    found = json.loads(run("search", "sundial", *narrow, "--candidates", "5", "--json").stdout)
    assert {hit["document_id"] for hit in found["results"]} == {wanted["id"]}
    assert found["pipeline"]["vector_candidates"] == 1
    refused = json.loads(run("search", "sundial", "--minimum-score", "1", "--json").stdout)
    assert refused["decision"] == "abstain"
    elsewhere = json.loads(run("search", "sundial", "--section", "Nowhere", "--json").stdout)
    assert elsewhere["results"] == []


def test_retry_of_a_document_that_has_not_failed_is_refused(api: Api, run: Run) -> None:
    answer = run("retry", api.ingest(new_text())["id"])
    assert answer.returncode == 1
    assert "not failed" in answer.stderr


def test_evaluate_writes_junit_and_holds_the_gate(run: Run, tmp_path: Path) -> None:
    gate = tmp_path / "gate.json"
    gate.write_text(json.dumps({"minimum_passed": {"vector": 7}}))
    arguments = ("evaluate", "--suite", "conflict-and-noise-questions", "--mode", "vector")

    missed = run(*arguments, "--gate", str(gate), "--junit", "out/junit.xml", "--json")
    assert missed.returncode == 1
    assert "at least 7 must pass" in missed.stderr
    assert len(json.loads(missed.stdout)["cases"]) == 7
    suites = ElementTree.parse(tmp_path / "out" / "junit.xml").getroot()
    assert [suite.get("tests") for suite in suites] == ["7"]

    table = run(*arguments)
    assert table.returncode == 1
    assert "of 7" in table.stdout
    assert "ambiguous-valencia-allowance failed in vector mode" in table.stderr
    assert "Not loaded" in table.stderr
    assert "reference/travel-rates-2026.csv" in table.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("fly",),
        ("search",),
        ("search", "x", "--limit", "0"),
        ("search", "x", "--limit", "101"),
        ("search", "x", "--mode", "magic"),
        ("search", "x", "--minimum-score", "2"),
        ("search", "x", "--block-type", "poem"),
        ("search", "x", "--as-of", "yesterday"),
        ("search", " "),
        ("list", "--status", "gone"),
        ("ingest", "no-such-file.md"),
        ("evaluate", "--gate", "no-such-file.json"),
    ],
)
def test_wrong_use_ends_with_2(run: Run, arguments: tuple[str, ...]) -> None:
    answer = run(*arguments)
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr


def test_doctor_finds_the_server_and_the_models(run: Run) -> None:
    report = run("doctor", "--json")
    checks = {check["name"]: check["state"] for check in json.loads(report.stdout)["checks"]}
    assert report.returncode == 0
    assert (
        checks["server"] == checks["embedder"] == checks["reranker"] == checks["mongod"] == "ready"
    )


def test_a_document_is_cut_anew_and_tried_out(api: Api, run: Run, tmp_path: Path) -> None:
    (tmp_path / "leave.csv").write_text(
        "Country,Leave days\n" + "".join(f"Land {n},{20 + n}\n" for n in range(40)) + new_text()
    )
    ingested = run("ingest", "leave.csv", "--wait", "--json", "--strategy", "windows")
    document = json.loads(ingested.stdout)["items"][0]
    assert document["chunking"]["strategy"] == "windows"

    anew = run("rechunk", document["id"], "--strategy", "rows", "--wait", "--json")
    assert anew.returncode == 0
    assert json.loads(anew.stdout)["chunking"]["strategy"] == "rows"
    assert json.loads(anew.stdout)["rechunking"] is None
    refused = run("rechunk", document["id"], "--size", "100", "--overlap", "100")
    assert (refused.returncode, "overlap" in refused.stderr) == (1, True)

    sides = [
        "--side",
        "windows:200:0+plain",
        "--side",
        "rows:300",
        "--fact",
        "Land 39; Leave days; 59",
    ]
    for source in ("leave.csv", document["id"]):
        tried = run("laboratory", source, *sides)
        assert tried.returncode == 0, tried.stderr
        assert "lacks Leave days" in tried.stdout
        assert "whole in #" in tried.stdout
    wrong = run("laboratory", "leave.csv", "--side", "rows:many")
    assert (wrong.returncode, "STRATEGY" in wrong.stderr) == (1, True)
