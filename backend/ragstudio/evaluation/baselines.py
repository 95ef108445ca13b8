"""Runs that others are held against, by name."""

from datetime import UTC, datetime
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict

from ragstudio.errors import NotFound
from ragstudio.evaluation.runs import EvaluationRun, RunStore, get_run
from ragstudio.evaluation.suites import Slug

_PREFIX = "baseline:"


class Baseline(BaseModel):
    """A named baseline run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Slug
    run_id: str
    set_at: datetime


class EntryStore(Protocol):
    """What keeps a few fields under a name."""

    def read_entry(self, name: str, /) -> dict[str, Any] | None:
        """The fields kept under a name, or None."""

    def write_entry(self, name: str, fields: dict[str, Any], /) -> None:
        """Keep fields under a name, in place of what was there."""

    def remove_entry(self, name: str, /) -> bool:
        """Remove what is kept under a name; False where there is nothing."""

    def list_entries(self, prefix: str, /) -> dict[str, dict[str, Any]]:
        """What is kept under names with a prefix, by the rest of the name."""


def set_baseline(entries: EntryStore, runs: RunStore, name: str, run_id: str) -> Baseline:
    """Make a run the baseline of that name. Raises `NotFound` where there is no such run."""
    run = get_run(runs, run_id)
    baseline = Baseline(name=name, run_id=run.id, set_at=datetime.now(UTC))
    entries.write_entry(f"{_PREFIX}{name}", {"run_id": run.id, "set_at": baseline.set_at})
    return baseline


def list_baselines(entries: EntryStore) -> list[Baseline]:
    """Every baseline, by name."""
    return [Baseline(name=name, **fields) for name, fields in entries.list_entries(_PREFIX).items()]


def remove_baseline(entries: EntryStore, name: str) -> None:
    """Forget a baseline; its run stays. Raises `NotFound`."""
    if not entries.remove_entry(f"{_PREFIX}{name}"):
        raise _missing(name)


def get_baseline_run(entries: EntryStore, runs: RunStore, name: str) -> EvaluationRun:
    """The run of a baseline. Raises `NotFound`."""
    fields = entries.read_entry(f"{_PREFIX}{name}")
    if fields is None:
        raise _missing(name)
    return get_run(runs, fields["run_id"])


def _missing(name: str) -> NotFound:
    return NotFound(
        f"No baseline is called {name!r}.",
        hint="Name one with PUT /api/evaluations/baselines/{name}, or with "
        "`ragstudio evaluate --save-baseline NAME`.",
    )
