"""Evaluation runs in the background, one after another, with listeners to their progress."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import structlog

from ragstudio.api.run_listeners import RunListeners
from ragstudio.errors import StudioError
from ragstudio.evaluation.document_collections import Collection
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.runner import Plan, Searcher
from ragstudio.evaluation.runs import (
    EvaluationRun,
    begin_run,
    execute_run,
    fail_run,
    get_run,
)
from ragstudio.evaluation.scratch import ScratchFile
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
        self._listeners: RunListeners[tuple[EvaluationRun, CaseResult | None]] = RunListeners()
        self._stopping = threading.Event()
        self._running: set[Future[None]] = set()

    def start(self, plan: Plan, studio_facts: dict[str, Any]) -> EvaluationRun:
        """Record a run and queue it; returns it as recorded."""
        run = begin_run(self._studio.database.evaluation_runs, plan, studio_facts)
        self.submit(lambda: self._execute(run, plan))
        return run

    def start_collection(
        self, collection: Collection, plan: Plan, studio_facts: dict[str, Any]
    ) -> EvaluationRun:
        """Record a run over a collection's own documents and queue it."""
        facts = {**studio_facts, "documents": len(collection.documents), "chunks": None}
        store = self._studio.database.evaluation_runs
        run = begin_run(store, plan, facts, "scratch", collection.warnings)
        self.submit(lambda: self._execute_collection(run, plan, collection))
        return run

    def submit(self, work: Callable[[], None]) -> None:
        """Queue work behind the runs that wait."""
        future = self._executor.submit(work)
        self._running.add(future)
        future.add_done_callback(self._running.discard)

    def refuse_if_stopping(self) -> None:
        """Raises `RunStopped` once the studio is being stopped."""
        if self._stopping.is_set():
            raise RunStopped("The studio stopped during this run.", hint="Start it again.")

    def subscribe(self, run_id: str, listener: RunListener) -> Callable[[], None]:
        """Tell `listener` about a run from now on; returns what ends that."""
        return self._listeners.subscribe(run_id, lambda told: listener(*told))

    def stop(self) -> None:
        """End after the search under way; unfinished runs are recorded as failed."""
        self._stopping.set()
        self._executor.shutdown(wait=True)

    def _execute(self, run: EvaluationRun, plan: Plan) -> None:
        self._run(run, plan, self._studio.retriever)

    def _execute_collection(self, run: EvaluationRun, plan: Plan, collection: Collection) -> None:
        store = self._studio.database.evaluation_runs

        def notice(loaded: int) -> None:
            self.refuse_if_stopping()
            total = len(collection.documents)
            words = f"Loading {loaded} of {total} documents into a scratch database."
            store.update(run.id, {"message": words})

        try:
            files = [
                ScratchFile(document.filename, collection.group, document.text.encode())
                for document in collection.documents
            ]
            with self._studio.scratch.open() as corpus:
                corpus.load(files, notice)
                chunks = corpus.database.chunks.total()
                store.update(run.id, {"message": None, "configuration.studio.chunks": chunks})
                self._run(run, plan, corpus)
        except Exception as error:
            log.warning("evaluation_run_failed", run_id=run.id, reason=type(error).__name__)
            fail_run(store, run, error)
            self._tell_end(run)

    def _run(self, run: EvaluationRun, plan: Plan, searcher: Searcher) -> None:
        def notice(progressed: EvaluationRun, result: CaseResult) -> None:
            self._tell(progressed, result)
            self.refuse_if_stopping()

        try:
            execute_run(self._studio.database.evaluation_runs, run, searcher, plan, notice)
        except Exception as error:
            # The run's record says why; the log says that it happened.
            log.warning("evaluation_run_failed", run_id=run.id, reason=type(error).__name__)
        self._tell_end(run)

    def _tell_end(self, run: EvaluationRun) -> None:
        try:
            self._tell(get_run(self._studio.database.evaluation_runs, run.id), None)
        except (StudioError, DatabaseFailure) as error:
            log.warning("evaluation_run_not_told", run_id=run.id, reason=type(error).__name__)

    def _tell(self, run: EvaluationRun, result: CaseResult | None) -> None:
        self._listeners.tell(run.id, (run, result))
