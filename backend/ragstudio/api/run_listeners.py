"""Who listens to which run."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class RunListeners(Generic[Item]):
    """Listeners by the id of a run; they are called in the run's thread."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Callable[[Item], None]]] = {}
        self._lock = threading.Lock()

    def subscribe(self, run_id: str, listener: Callable[[Item], None]) -> Callable[[], None]:
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

    def tell(self, run_id: str, item: Item) -> None:
        """Pass something on to all who listen to the run."""
        with self._lock:
            listeners = list(self._listeners.get(run_id, ()))
        for listener in listeners:
            listener(item)
