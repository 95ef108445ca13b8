"""Evaluation runs in the background, one after another, with listeners to their progress."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import structlog

from ragstudio.errors import StudioError
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.runner import Plan
from ragstudio.evaluation.runs import EvaluationRun, begin_run, execute_run, get_run
from ragstudio.storage.errors import DatabaseFailure
from ragstudio.studio import Studio

RunListener = Callable[[EvaluationRun, CaseResult | None], None]
"""Called with the run and the case just judged; None where the run has ended."""

log = structlog.get_logger(__name__)


class RunStopped(StudioError):
    """The studio was stopped while a run was under way."""

    code = "run_stopped"
    status = 503


class EvaluationJobs:
    """Starts runs and tells listeners how they go. Listeners are called in the run's thread."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="evaluation")
        self._listeners: dict[str, set[RunListener]] = {}
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._running: set[Future[None]] = set()

    def start(self, plan: Plan, studio_facts: dict[str, Any]) -> EvaluationRun:
        """Record a run and queue it; returns it as recorded."""
        run = begin_run(self._studio.database.evaluation_runs, plan, studio_facts)
        future = self._executor.submit(self._execute, run, plan)
        self._running.add(future)
        future.add_done_callback(self._running.discard)
        return run

    def subscribe(self, run_id: str, listener: RunListener) -> Callable[[], None]:
        """Tell `listener` about a run from now on; returns what ends that."""
        with self._lock:
            self._listeners.setdefault(run_id, set()).add(listener)

        def unsubscribe() -> None:
            with self._lock:
                remaining = self._listeners.get(run_id, set())
                remaining.discard(listener)
                if not remaining:
                    self._listeners.pop(run_id, None)

        return unsubscribe

    def stop(self) -> None:
        """End after the search under way; unfinished runs are recorded as failed."""
        self._stopping.set()
        self._executor.shutdown(wait=True)

    def _execute(self, run: EvaluationRun, plan: Plan) -> None:
        store = self._studio.database.evaluation_runs

        def notice(progressed: EvaluationRun, result: CaseResult) -> None:
            self._tell(progressed, result)
            if self._stopping.is_set():
                raise RunStopped("The studio stopped during this run.", hint="Start it again.")

        try:
            execute_run(store, run, self._studio.retriever, plan, notice)
        except Exception as error:
            # The run's record says why; the log says that it happened.
            log.warning("evaluation_run_failed", run_id=run.id, reason=type(error).__name__)
        try:
            self._tell(get_run(store, run.id), None)
        except (StudioError, DatabaseFailure) as error:
            log.warning("evaluation_run_not_told", run_id=run.id, reason=type(error).__name__)

    def _tell(self, run: EvaluationRun, result: CaseResult | None) -> None:
        with self._lock:
            listeners = list(self._listeners.get(run.id, ()))
        for listener in listeners:
            listener(run, result)
