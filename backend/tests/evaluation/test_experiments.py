"""Experiments: the published file, its schema, and what a report says."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ragstudio.errors import NotFound
from ragstudio.evaluation.experiment_reports import (
    ArmResults,
    ExperimentOutcome,
    render_experiments_markdown,
    report_experiment,
)
from ragstudio.evaluation.experiment_runner import run_experiments
from ragstudio.evaluation.experiments import Experiment, ExperimentFile, load_experiments
from ragstudio.evaluation.scratch import ScratchCorpora
from ragstudio.evaluation.suite_files import InvalidSuite, load_suites, parse_file
from ragstudio.inference.base import Embedder, Reranker
from ragstudio.settings import Settings
from ragstudio.storage.client import Database
from tests.evaluation.test_comparison import build_run

FOLDER = Path(__file__).resolve().parents[3] / "evaluations"
CASE: dict[str, Any] = {
    "id": "current", "question": "How many working days of annual leave does an employee get?",
    "category": "current_source", "expected_behaviour": "prefer_current_source",
    "expected_sources": [
        {"filename": "new.md", "group": "policies", "facts": [["25 working days"]]},
    ],
    "competing_sources": [{"filename": "old.md", "group": "policies"}],
}  # fmt: skip
EXPERIMENT: dict[str, Any] = {
    "id": "deleting", "title": "Deleting", "problem": "The old policy answers.",
    "control": {"description": "still there", "mode": "vector"},
    "treatment": {"description": "deleted", "mode": "vector", "deleted": ["policies/old.md"]},
    "cases": [CASE],
    "criteria": {"control_maximum_passed": 0, "treatment_minimum_passed": 1},
}  # fmt: skip


def build_experiment(**fields: Any) -> Experiment:
    return Experiment.model_validate({**EXPERIMENT, **fields})


def test_the_six_published_experiments_satisfy_schema_and_model() -> None:
    file = load_experiments(FOLDER)
    assert [experiment.id for experiment in file.experiments] == [
        "metadata-filter", "hybrid-search", "row-records", "reranking",
        "deleting-an-obsolete-policy", "threshold-abstention",
    ]  # fmt: skip
    schema = json.loads((FOLDER / "experiments.schema.json").read_text())
    jsonschema.validate(json.loads((FOLDER / "solution-experiments.json").read_text()), schema)
    assert schema["properties"] == ExperimentFile.model_json_schema()["properties"]
    [chosen] = load_experiments(FOLDER, ("reranking",)).experiments
    assert chosen.treated == ["reranker"]
    with pytest.raises(NotFound, match="nothing"):
        load_experiments(FOLDER, ("nothing",))


@pytest.mark.parametrize(
    "treatment",
    [
        {"description": "the same", "mode": "vector"},
        {"description": "two things", "mode": "hybrid", "limit": 3},
    ],
)
def test_arms_must_differ_in_one_parameter(tmp_path: Path, treatment: dict[str, Any]) -> None:
    path = tmp_path / "experiments.json"
    content = {
        "title": "T", "description": "D", "asked_on": "2026-08-01", "baseline_suites": ["s"],
        "experiments": [{**EXPERIMENT, "treatment": treatment}],
    }  # fmt: skip
    path.write_text(json.dumps(content))
    with pytest.raises(InvalidSuite, match="exactly one parameter"):
        parse_file(path, ExperimentFile)


def report(
    control: list[int | None],
    treatment: list[int | None],
    baseline: tuple[list[int | None], list[int | None]] = ([1], [1]),
    **fields: Any,
) -> ExperimentOutcome:
    results = [
        ArmResults(cases=build_run(cases).cases, baseline=build_run(checks).cases)
        for cases, checks in zip((control, treatment), baseline, strict=True)
    ]
    return report_experiment(build_experiment(**fields), *results)


def test_a_control_that_fails_and_a_treatment_that_passes_is_shown() -> None:
    outcome = report([None], [1])
    assert outcome.succeeded
    assert [criterion.met for criterion in outcome.criteria] == [True, True, True]
    assert outcome.conclusion == (
        "The control fails, the treatment passes, and the baseline suites do not regress."
    )
    assert "| solved |" in render_experiments_markdown([outcome])


def test_what_is_not_shown_is_said() -> None:
    assert "no problem to solve" in report([1], [1]).conclusion
    assert "does not solve it" in report([None], [None]).conclusion
    regressed = report([None], [1], ([1, 1], [1, None]))
    assert not regressed.succeeded
    assert regressed.lost == ("s: case-1",)
    assert "the baseline suites regress: s: case-1" in regressed.conclusion
    assert "NOT SHOWN" in render_experiments_markdown([regressed])
    allowed = {**EXPERIMENT["criteria"], "baseline_maximum_lost": 1}
    costly = report([None], [1], ([1, 1], [1, None]), criteria=allowed)
    assert costly.succeeded
    assert "It costs what the criteria allow" in costly.conclusion


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "samples" / "policies"
    folder.mkdir(parents=True)
    (folder / "old.md").write_text("Every employee gets 20 working days of annual leave a year.\n")
    (folder / "new.md").write_text(
        "# Rules\n\nOn holidays: staff members have 25 working days of leave.\n"
    )
    yield folder.parent


def test_an_experiment_runs_in_scratch_databases(
    database: Database, embedder: Embedder, reranker: Reranker | None, samples: Path
) -> None:
    corpora = ScratchCorpora(database, embedder, reranker, Settings(_env_file=None))
    file = ExperimentFile.model_validate(
        {
            "title": "T", "description": "D", "asked_on": "2026-08-01",
            "baseline_suites": ["s"], "experiments": [EXPERIMENT],
        }
    )  # fmt: skip
    steps: list[str] = []
    [outcome] = run_experiments(corpora, file, [], samples, steps.append)
    assert outcome.control.cases[0].verdict.code == "outranked"
    assert outcome.treatment.cases[0].verdict.code == "passed"
    assert outcome.succeeded
    assert steps == ["deleting: deleting: current"] * 2
    assert database.documents.total() == 0
    assert database.list_siblings(f"{database.name}_scratch_") == []


@pytest.mark.parametrize(
    "treatment",
    [
        {"reranker": "cross-encoder/ms-marco-MiniLM-L-12-v2"},
        {"embedding_model": "BAAI/bge-small-en-v1.5"},
    ],
)
def test_an_arm_can_name_a_published_model(
    database: Database,
    embedder: Embedder,
    reranker: Reranker | None,
    samples: Path,
    treatment: dict[str, Any],
) -> None:
    corpora = ScratchCorpora(database, embedder, reranker, Settings(_env_file=None))
    source = {"filename": "new.md", "group": "policies", "facts": [["25 working days"]]}
    experiment = {
        **EXPERIMENT,
        "control": {"description": "the studio's models", "minimum_score": 0.0},
        "treatment": {"description": "another model", "minimum_score": 0.0, **treatment},
        "cases": [
            {**EXPERIMENT["cases"][0], "expected_behaviour": "retrieve_answer",
             "expected_sources": [source], "competing_sources": []}
        ],
    }  # fmt: skip
    file = ExperimentFile.model_validate(
        {
            "title": "T", "description": "D", "asked_on": "2026-08-01",
            "baseline_suites": ["s"], "experiments": [experiment],
        }
    )  # fmt: skip
    [outcome] = run_experiments(corpora, file, [], samples)
    [case] = outcome.treatment.cases
    assert case.verdict.code == "passed"
    [name] = treatment
    assert file.experiments[0].treated == [name]


@pytest.mark.slow
def test_the_six_published_experiments_are_shown(
    database: Database, embedder: Embedder, reranker: Reranker | None
) -> None:
    corpora = ScratchCorpora(database, embedder, reranker, Settings(_env_file=None))
    file = load_experiments(FOLDER)
    suites = load_suites(FOLDER, file.baseline_suites)
    outcomes = list(run_experiments(corpora, file, suites, FOLDER.parent / "sample-documents"))
    assert {outcome.id: outcome.conclusion for outcome in outcomes if not outcome.succeeded} == {}
