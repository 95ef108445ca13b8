"""Calibrating the abstention threshold and applying what was found."""

import threading
from datetime import datetime
from typing import Annotated

import structlog
from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from ragstudio.api.dependencies import StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.api.evaluation_jobs import EvaluationJobs
from ragstudio.errors import InvalidState
from ragstudio.evaluation.calibration.questions import LabelledQuestions, load_labelled_questions
from ragstudio.evaluation.calibration.report import CalibrationReport
from ragstudio.evaluation.calibration.runner import calibrate
from ragstudio.evaluation.calibration.store import (
    AppliedThreshold,
    apply_calibration,
    get_applied,
    get_calibration,
    keep_calibration,
    withdraw_applied,
)
from ragstudio.evaluation.runs import describe_failure
from ragstudio.evaluation.suite_files import locate_folder
from ragstudio.inference.thresholds import threshold_for
from ragstudio.retrieval.decision import ThresholdOrigin, choose_threshold
from ragstudio.retrieval.path import find_shipped_threshold
from ragstudio.studio import Studio

router = APIRouter(
    prefix="/api/calibration", tags=["evaluations"], responses=document_errors(404, 409, 503)
)
_QUESTIONS = "calibration-questions.json"

log = structlog.get_logger(__name__)


class CalibrationProgress(BaseModel):
    """How far a calibration is; `message` says why the last one broke."""

    running: bool = False
    done: int = 0
    total: int = 0
    message: str | None = None


class CalibrationState(BaseModel):
    """What is measured and what is in force for the reranker that is loaded.

    `threshold` is the one a search uses and `origin` who set it; `shipped` is what the reranker
    comes with, `applied` what was applied in this studio, `report` the last calibration.
    """

    reranker: str | None
    threshold: float | None
    origin: ThresholdOrigin
    shipped: float | None
    applied: AppliedThreshold | None
    measured_at: datetime | None
    report: CalibrationReport | None
    progress: CalibrationProgress


class CalibrationRequest(BaseModel):
    """Labelled questions to calibrate on; null or left out means those of `evaluations`."""

    model_config = ConfigDict(extra="forbid")

    questions: LabelledQuestions | None = None


class ApplyRequest(BaseModel):
    """Which threshold to apply; null or left out means the recommended one."""

    model_config = ConfigDict(extra="forbid")

    threshold: float | None = Field(default=None, ge=0.0, le=1.0, strict=True, allow_inf_nan=False)


class CalibrationJobs:
    """Runs one calibration at a time, in turn with the evaluation runs."""

    def __init__(self, studio: Studio, jobs: EvaluationJobs) -> None:
        self._studio = studio
        self._jobs = jobs
        self._lock = threading.Lock()
        self.progress = CalibrationProgress()

    def start(self, questions: LabelledQuestions) -> None:
        """Queue a calibration. Raises `InvalidState` while one is under way."""
        with self._lock:
            if self.progress.running:
                raise InvalidState(
                    "A calibration is under way.", hint="Wait for it: GET /api/calibration."
                )
            self.progress = CalibrationProgress(running=True, total=len(questions.cases))
        self._jobs.submit(lambda: self._run(questions))

    def _run(self, questions: LabelledQuestions) -> None:
        def notice(done: int, total: int) -> None:
            self._jobs.refuse_if_stopping()
            self.progress = CalibrationProgress(running=True, done=done, total=total)

        message = None
        try:
            report = calibrate(self._studio.retriever, questions, on_progress=notice)
            keep_calibration(self._studio.database.meta, report)
        except Exception as error:
            message = str(error) if isinstance(error, ValueError) else describe_failure(error)
            log.warning("calibration_failed", reason=type(error).__name__)
        total = len(questions.cases)
        done = self.progress.done
        self.progress = CalibrationProgress(done=done, total=total, message=message)


def get_calibration_jobs(request: Request) -> CalibrationJobs:
    """The calibration that runs."""
    jobs: CalibrationJobs = request.app.state.calibration_jobs
    return jobs


CalibrationJobsDependency = Annotated[CalibrationJobs, Depends(get_calibration_jobs)]


@router.get("", summary="Show the calibration")
def show_calibration(studio: StudioDependency, jobs: CalibrationJobsDependency) -> CalibrationState:
    """The last calibration with its curve, how far a running one is, and what is in force."""
    return _describe(studio, jobs)


@router.post("/runs", status_code=202, summary="Calibrate")
def start_calibration(
    body: CalibrationRequest, studio: StudioDependency, jobs: CalibrationJobsDependency
) -> CalibrationState:
    """Ask the labelled questions in the background and keep the result; nothing is applied."""
    _name_reranker(studio)
    jobs.start(body.questions or load_labelled_questions(locate_folder() / _QUESTIONS))
    return _describe(studio, jobs)


@router.post("/apply", summary="Apply a calibrated threshold")
def apply_threshold(
    body: ApplyRequest, studio: StudioDependency, jobs: CalibrationJobsDependency
) -> CalibrationState:
    """Let searches use the threshold from now on; MINIMUM_SCORE and a request's own still win."""
    apply_calibration(studio.database.meta, _name_reranker(studio), body.threshold)
    return _describe(studio, jobs)


@router.delete("/applied", summary="Withdraw the applied threshold")
def withdraw_threshold(
    studio: StudioDependency, jobs: CalibrationJobsDependency
) -> CalibrationState:
    """Return to the threshold the reranker is shipped with."""
    withdraw_applied(studio.database.meta, _name_reranker(studio))
    return _describe(studio, jobs)


def _name_reranker(studio: Studio) -> str:
    if studio.reranker is None:
        raise InvalidState(
            "No reranker is loaded, so there is no score to calibrate a threshold on.",
            hint="Set RERANKER_MODEL to `auto` and start again.",
        )
    return studio.reranker.info.name


def _describe(studio: Studio, jobs: CalibrationJobs) -> CalibrationState:
    name = studio.reranker.info.name if studio.reranker else None
    entries = studio.database.meta
    kept = get_calibration(entries, name) if name else None
    applied = get_applied(entries, name) if name else None
    calibrated = threshold_for(name) if name else None
    shipped = calibrated.threshold if calibrated else None
    chosen = choose_threshold(
        None,
        studio.settings.minimum_score,
        find_shipped_threshold(name) if name else None,
        applied.threshold if applied else None,
    )
    return CalibrationState(
        reranker=name,
        threshold=chosen.value,
        origin=chosen.origin,
        shipped=shipped,
        applied=applied,
        measured_at=kept.measured_at if kept else None,
        report=kept.report if kept else None,
        progress=jobs.progress,
    )
