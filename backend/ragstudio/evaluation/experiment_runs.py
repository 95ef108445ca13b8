"""Runs of experiments as they are kept in `experiment_runs`."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from ragstudio.errors import NotFound
from ragstudio.evaluation.experiment_reports import ExperimentOutcome
from ragstudio.evaluation.experiment_runner import count_steps, run_experiments
from ragstudio.evaluation.experiments import ExperimentFile
from ragstudio.evaluation.runs import RunStatus, RunStore, describe_failure
from ragstudio.evaluation.scratch import ScratchCorpora
from ragstudio.evaluation.suites import Suite


class ExperimentRun(BaseModel):
    """One run; `done` of `total` questions are asked. It holds no document text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = ""
    status: RunStatus = RunStatus.RUNNING
    message: str | None = None
    started_at: datetime
    finished_at: datetime | None = None
    experiments: tuple[str, ...]
    configuration: dict[str, Any]
    done: int = 0
    total: int
    outcomes: tuple[ExperimentOutcome, ...] = ()


ExperimentListener = Callable[[ExperimentRun, str], None]
"""Called with the run and what was just done, in words."""


def begin_experiment_run(
    store: RunStore, file: ExperimentFile, suites: Sequence[Suite], studio: Mapping[str, Any]
) -> ExperimentRun:
    """Record that a run has begun."""
    run = ExperimentRun(
        started_at=datetime.now(UTC),
        experiments=tuple(experiment.id for experiment in file.experiments),
        configuration=dict(studio),
        total=count_steps(file, suites),
    )
    return run.model_copy(update={"id": store.insert(run.model_dump(exclude={"id"}))})


def execute_experiment_run(
    store: RunStore,
    run: ExperimentRun,
    *,
    corpora: ScratchCorpora,
    file: ExperimentFile,
    suites: Sequence[Suite],
    samples: Path,
    on_progress: ExperimentListener = lambda run, words: None,
) -> ExperimentRun:
    """Run the experiments, recording each outcome; returns the run finished.

    Whatever stops it is recorded as the run's `message` and raised again.
    """
    outcomes: list[ExperimentOutcome] = []
    done = 0

    def step(words: str) -> None:
        nonlocal done
        done += 1
        store.update(run.id, {"done": done})
        on_progress(run.model_copy(update={"done": done, "outcomes": tuple(outcomes)}), words)

    try:
        for outcome in run_experiments(corpora, file, suites, samples, step):
            outcomes.append(outcome)
            store.update(run.id, {"outcomes": [one.model_dump() for one in outcomes]})
    except Exception as error:
        changes = {"status": RunStatus.FAILED, "message": describe_failure(error)}
        store.update(run.id, {**changes, "finished_at": datetime.now(UTC)})
        raise
    ended = {"status": RunStatus.FINISHED, "finished_at": datetime.now(UTC), "done": done}
    store.update(run.id, ended)
    return run.model_copy(update={**ended, "outcomes": tuple(outcomes)})


def get_experiment_run(store: RunStore, run_id: str) -> ExperimentRun:
    """One run with its outcomes. Raises `NotFound`."""
    stored = store.get(run_id)
    if stored is None:
        raise NotFound(
            f"No run of experiments has the id {run_id!r}.",
            hint="List the runs with GET /api/experiments/runs.",
        )
    return ExperimentRun.model_validate(stored)


def list_experiment_runs(store: RunStore, limit: int = 50) -> list[ExperimentRun]:
    """The newest runs first, with their outcomes."""
    return [ExperimentRun.model_validate(stored) for stored in store.list_recent(limit)]
