from dataclasses import replace

import pytest
from pymongo.errors import DocumentTooLarge

from ragstudio.errors import EmbeddingSpaceMismatch, NotFound
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.runner import Plan
from ragstudio.evaluation.runs import (
    EvaluationRun,
    RunStatus,
    begin_run,
    execute_run,
    get_run,
    list_runs,
)
from ragstudio.records import EmbeddingSpace
from ragstudio.retrieval.path import Retriever
from ragstudio.storage.client import Database


def test_a_run_is_kept_with_its_results(
    database: Database, retriever: Retriever, plan: Plan
) -> None:
    store = database.evaluation_runs
    begun = begin_run(store, plan, {"engine": "local"})
    assert get_run(store, begun.id).status is RunStatus.RUNNING
    seen: list[tuple[int, str]] = []

    def listen(run: EvaluationRun, result: CaseResult) -> None:
        seen.append((get_run(store, run.id).done, result.case_id))

    finished = execute_run(store, begun, retriever, plan, listen)
    assert [done for done, _ in seen] == [1, 2, 3, 4, 5, 6]
    kept = get_run(store, begun.id)
    assert kept.status is RunStatus.FINISHED
    assert kept.cases == finished.cases
    assert kept.summaries == finished.summaries
    assert (kept.done, kept.total, kept.suites) == (6, 6, ("a-suite",))
    assert kept.configuration.studio == {"engine": "local"}
    assert kept.finished_at is not None
    assert kept.started_at <= kept.finished_at
    [listed] = list_runs(store)
    assert (listed.id, listed.cases) == (begun.id, ())
    assert listed.summaries == finished.summaries


def test_a_kept_run_holds_no_document_text(
    database: Database, retriever: Retriever, plan: Plan
) -> None:
    store = database.evaluation_runs
    run = execute_run(store, begin_run(store, plan, {}), retriever, plan)
    assert run.cases[0].results
    kept = str(store.get(run.id))
    for text in ("Every employee", "serves soup", "Mondays"):
        assert text not in kept


def test_what_stops_a_run_is_recorded(database: Database, retriever: Retriever, plan: Plan) -> None:
    store = database.evaluation_runs
    run = begin_run(store, plan, {})
    database.meta.replace_embedding_space(
        EmbeddingSpace(model="another/model", revision="1", dimensions=8)
    )
    with pytest.raises(EmbeddingSpaceMismatch):
        execute_run(store, run, retriever, plan)
    failed = get_run(store, run.id)
    assert failed.status is RunStatus.FAILED
    assert failed.message is not None
    assert "another/model" in failed.message


@pytest.mark.parametrize("run_id", ["nonsense", "0" * 24])
def test_an_unknown_run_is_not_found(database: Database, run_id: str) -> None:
    with pytest.raises(NotFound, match=run_id):
        get_run(database.evaluation_runs, run_id)


def test_a_run_whose_results_cannot_be_stored_fails_and_says_so(
    database: Database, retriever: Retriever, plan: Plan
) -> None:
    store = database.evaluation_runs
    run = begin_run(store, plan, {})
    [case, *others] = plan.suites[0].cases
    # MongoDB holds 16 MB a document, and both modes' results name the case.
    huge = case.model_copy(update={"id": "x" * 9_000_000})
    suite = plan.suites[0].model_copy(update={"cases": (huge, *others)})
    with pytest.raises(DocumentTooLarge):
        execute_run(store, run, retriever, replace(plan, suites=[suite]))
    failed = get_run(store, run.id)
    assert (failed.status, failed.message) == (RunStatus.FAILED, "DocumentTooLarge")
    assert failed.cases == ()
