"""Runs of experiments in the background, in turn with the evaluation runs."""

from typing import Any

import structlog

from ragstudio.api.evaluation_jobs import EvaluationJobs
from ragstudio.api.run_listeners import RunListeners
from ragstudio.errors import StudioError
from ragstudio.evaluation.experiment_runs import (
    ExperimentRun,
    begin_experiment_run,
    execute_experiment_run,
    get_experiment_run,
)
from ragstudio.evaluation.experiments import ExperimentFile
from ragstudio.evaluation.suite_files import load_suites, locate_folder
from ragstudio.lifecycle.samples import locate_samples
from ragstudio.storage.errors import DatabaseFailure
from ragstudio.studio import Studio

ExperimentProgress = tuple[ExperimentRun, str | None]
"""The run and what was just done, in words; None where the run has ended."""

log = structlog.get_logger(__name__)


class ExperimentJobs:
    """Starts runs of experiments; `listeners` hear how they go."""

    def __init__(self, studio: Studio, jobs: EvaluationJobs) -> None:
        self._studio = studio
        self._jobs = jobs
        self.listeners: RunListeners[ExperimentProgress] = RunListeners()

    def start(self, file: ExperimentFile, studio_facts: dict[str, Any]) -> ExperimentRun:
        """Record a run and queue it. Raises `NotFound` where suites or samples are missing."""
        store = self._studio.database.experiment_runs
        suites = load_suites(locate_folder(), file.baseline_suites)
        samples = locate_samples()
        run = begin_experiment_run(store, file, suites, studio_facts)

        def notice(progressed: ExperimentRun, words: str) -> None:
            self.listeners.tell(run.id, (progressed, words))
            self._jobs.refuse_if_stopping()

        def work() -> None:
            try:
                execute_experiment_run(
                    store,
                    run,
                    corpora=self._studio.scratch,
                    file=file,
                    suites=suites,
                    samples=samples,
                    on_progress=notice,
                )
            except Exception as error:
                log.warning("experiment_run_failed", run_id=run.id, reason=type(error).__name__)
            try:
                self.listeners.tell(run.id, (get_experiment_run(store, run.id), None))
            except (StudioError, DatabaseFailure) as error:
                log.warning("experiment_run_not_told", run_id=run.id, reason=type(error).__name__)

        self._jobs.submit(work)
        return run
