import json
from xml.etree import ElementTree

import pytest
from rich.console import Console

from ragstudio.evaluation.reports import (
    build_case_table,
    build_total_table,
    render_json,
    render_junit,
)
from ragstudio.evaluation.runner import Plan
from ragstudio.evaluation.runs import EvaluationRun, begin_run, execute_run
from ragstudio.retrieval.path import Retriever
from ragstudio.storage.client import Database


@pytest.fixture
def run(database: Database, retriever: Retriever, plan: Plan) -> EvaluationRun:
    store = database.evaluation_runs
    return execute_run(store, begin_run(store, plan, {}), retriever, plan)


def print_table(table: object) -> str:
    console = Console(width=240, record=True, force_terminal=False)
    console.print(table)
    return console.export_text()


def test_the_tables_show_verdict_source_scores_reason_and_totals(run: EvaluationRun) -> None:
    cases = print_table(build_case_table(run))
    rows = [line for line in cases.splitlines() if "nowhere" in line]
    assert len(rows) == 2
    assert "failed" in rows[0]
    assert "vector-only retrieval never abstains" in rows[0]
    assert "passed" in rows[1]
    [current] = [line for line in cases.splitlines() if "hybrid" in line and " current " in line]
    top = run.cases[3].results[0].scores
    for value in (top.vector, top.fused, top.reranker):
        assert f"{value:.4f}" in current
    assert "leave-2026.md #0" in current
    totals = print_table(build_total_table(run))
    [hybrid] = [x for x in totals.splitlines() if "hybrid" in x and "all suites" in x]
    assert "3 of 3" in hybrid


def test_json_is_the_run(run: EvaluationRun) -> None:
    assert EvaluationRun.model_validate(json.loads(render_json(run))) == run


def test_junit_has_a_suite_for_each_mode_and_a_failure_for_each_failed_case(
    run: EvaluationRun,
) -> None:
    root = ElementTree.fromstring(render_junit(run))
    suites = {suite.get("name"): suite for suite in root.iter("testsuite")}
    assert set(suites) == {"a-suite (vector)", "a-suite (hybrid)"}
    for suite in suites.values():
        assert suite.get("tests") == "3"
        assert suite.get("failures") == str(len(list(suite.iter("failure"))))
    assert suites["a-suite (hybrid)"].get("failures") == "0"
    failures = {
        case.get("name"): failure
        for case in suites["a-suite (vector)"].iter("testcase")
        for failure in case.iter("failure")
    }
    assert failures["nowhere"].get("message") == "vector-only retrieval never abstains"
    assert failures["nowhere"].get("type") == "wrongly_answered"


def test_a_narrow_table_keeps_whole_words(run: EvaluationRun) -> None:
    console = Console(width=80, record=True, force_terminal=False)
    console.print(build_case_table(run, is_narrow=True))
    table = console.export_text()
    assert "vector: current" in table
    assert "leave-2026.md #0" in table
    assert f"reranker {run.cases[3].results[0].scores.reranker:.4f}" in table
    assert max(map(len, table.splitlines())) <= 80
