"""How much of the time that a file may take is used, for work that can stop early."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic


@dataclass(slots=True)
class TimeBudget:
    """`seconds` from its making; None never ends."""

    seconds: float | None = None
    _started: float = field(default_factory=monotonic)

    @property
    def used(self) -> float:
        """The share that is used, from 0; over 1 when the time is over."""
        return 0.0 if self.seconds is None else (monotonic() - self._started) / self.seconds

    def share_of(self, seconds: float) -> float:
        """What `seconds` of work are of the whole."""
        return 0.0 if self.seconds is None else seconds / self.seconds


_current: ContextVar[TimeBudget] = ContextVar("time_budget")


@contextlib.contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Tell what runs inside that it will be ended after `seconds`."""
    token = _current.set(TimeBudget(seconds))
    try:
        yield
    finally:
        _current.reset(token)


def current_budget() -> TimeBudget:
    """The budget of the file in work; one without an end outside `limit_time`."""
    return _current.get(TimeBudget())
