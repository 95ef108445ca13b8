"""Calibrations as they are kept, each with the reranker it was measured for, and applying one."""

from datetime import UTC, datetime

from pydantic import BaseModel, ConfigDict, Field

from ragstudio.errors import InvalidState, NotFound
from ragstudio.evaluation.baselines import EntryStore
from ragstudio.evaluation.calibration.report import CalibrationReport
from ragstudio.storage.meta import APPLIED_THRESHOLD

_REPORT = "calibration:"


class KeptCalibration(BaseModel):
    """The last calibration of a reranker."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    measured_at: datetime
    report: CalibrationReport


class AppliedThreshold(BaseModel):
    """The threshold that searches use for a reranker, because a person applied it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reranker: str
    threshold: float = Field(ge=0.0, le=1.0)
    questions: str
    measured_at: datetime
    applied_at: datetime


def keep_calibration(entries: EntryStore, report: CalibrationReport) -> KeptCalibration:
    """Keep a report in place of the reranker's last one; nothing is applied."""
    kept = KeptCalibration(measured_at=datetime.now(UTC), report=report)
    entries.write_entry(f"{_REPORT}{report.reranker}", kept.model_dump())
    return kept


def get_calibration(entries: EntryStore, reranker: str) -> KeptCalibration | None:
    """The last calibration of a reranker, if there is one."""
    fields = entries.read_entry(f"{_REPORT}{reranker}")
    return KeptCalibration.model_validate(fields) if fields else None


def apply_calibration(
    entries: EntryStore, reranker: str, threshold: float | None = None
) -> AppliedThreshold:
    """Let searches use the last calibration's threshold, or another one of its curve's range.

    Raises `InvalidState` where this reranker has not been calibrated here.
    """
    kept = get_calibration(entries, reranker)
    if kept is None:
        raise InvalidState(
            f"The reranker {reranker} has not been calibrated in this studio.",
            hint="Run a calibration first: POST /api/calibration/runs, or `ragstudio calibrate`.",
        )
    applied = AppliedThreshold(
        reranker=reranker,
        threshold=kept.report.threshold if threshold is None else threshold,
        questions=kept.report.questions,
        measured_at=kept.measured_at,
        applied_at=datetime.now(UTC),
    )
    fields = applied.model_dump(exclude={"reranker"})
    entries.write_entry(f"{APPLIED_THRESHOLD}{reranker}", fields)
    return applied


def get_applied(entries: EntryStore, reranker: str) -> AppliedThreshold | None:
    """What is applied for a reranker, if anything is."""
    fields = entries.read_entry(f"{APPLIED_THRESHOLD}{reranker}")
    return AppliedThreshold(reranker=reranker, **fields) if fields else None


def withdraw_applied(entries: EntryStore, reranker: str) -> None:
    """Return to the threshold the reranker is shipped with. Raises `NotFound`."""
    if not entries.remove_entry(f"{APPLIED_THRESHOLD}{reranker}"):
        raise NotFound(
            f"No threshold is applied for {reranker}.",
            hint="Searches use the one the reranker is shipped with.",
        )
