"""What a soak counts: answers by kind, latencies, and the documents that must be there."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

# Refusals that are meant: a limit was reached, a document was deleted by another client.
MEANT = frozenset(
    {"duplicate_document", "document_not_found", "upload_rate_exceeded", "queue_full"}
)


@dataclass(slots=True)
class Figures:
    """Filled by all clients, in one thread. Latencies are seconds by kind of call."""

    latencies: dict[str, list[float]] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)
    server_errors: Counter[str] = field(default_factory=Counter)
    unexpected: Counter[str] = field(default_factory=Counter)
    accepted: dict[str, str] = field(default_factory=dict)
    deleted: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def record(self, kind: str, status: int, code: str, seconds: float) -> None:
        """One answer: its status, the error's code if it was one, and how long it took."""
        self.answers[f"{kind} {status}"] += 1
        self.latencies.setdefault(kind, []).append(seconds)
        if status >= 500 and code not in MEANT:
            self.server_errors[f"{kind} {status} {code}"] += 1
        elif status >= 400 and code not in MEANT:
            self.unexpected[f"{kind} {status} {code}"] += 1


def percentile(values: Sequence[float], share: float) -> float:
    """The nearest-rank percentile, `share` from 0 to 1; 0 of nothing."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]


def summarise(values: Sequence[float]) -> dict[str, float]:
    """Count, and median, 95th and 99th percentile and maximum in milliseconds."""
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    figures = {name: round(percentile(values, share) * 1000, 1) for name, share in shares.items()}
    return {"count": len(values), **figures}
