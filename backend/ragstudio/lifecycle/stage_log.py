"""Which stages a piece of work has begun and finished, written to the record under its lease."""

from datetime import UTC, datetime
from typing import Any

from ragstudio.records import Lease, Progress, Stage, StageRun
from ragstudio.storage.documents import DocumentRepository


class StageLog:
    """The stages of one attempt; every write is fenced by the lease and raises `LeaseLost`.

    `prefix` is put before the fields `stage`, `stages` and `progress`.
    """

    def __init__(
        self, documents: DocumentRepository, document_id: str, lease: Lease, prefix: str = ""
    ) -> None:
        self._documents = documents
        self._document_id = document_id
        self._lease = lease
        self._prefix = prefix
        self._stages: list[StageRun] = []

    def begin(self, stage: Stage, *, total: int, unit: str) -> None:
        """Open a stage."""
        self.write(self.describe_begin(stage, total=total, unit=unit))

    def describe_begin(self, stage: Stage, *, total: int, unit: str) -> dict[str, Any]:
        """The fields that open a stage, for a write that does more than that."""
        self._stages.append(StageRun(name=stage, started_at=datetime.now(UTC)))
        progress = Progress(done=0, total=total, unit=unit)
        fields = {"stage": stage, "stages": list(self._stages), "progress": progress}
        return {f"{self._prefix}{name}": value for name, value in fields.items()}

    def finish(
        self, detail: dict[str, Any], *, done: int, extra: dict[str, Any] | None = None
    ) -> None:
        """Close the running stage with what it produced."""
        last = self._stages[-1]
        closing = {"finished_at": datetime.now(UTC), "detail": detail}
        self._stages[-1] = last.model_copy(update=closing)
        fields = {"stages": list(self._stages), "progress.done": done}
        named = {f"{self._prefix}{name}": value for name, value in fields.items()}
        self.write({**named, **(extra or {})})

    def advance(self, done: int) -> None:
        """Say how far the running stage is."""
        self.write({f"{self._prefix}progress.done": done})

    def write(self, fields: dict[str, Any]) -> None:
        """Set fields of the document."""
        self._documents.write(self._document_id, self._lease, fields)
