"""What is ready, looked at in the background so that `/api/health` never waits for it."""

import threading

from pydantic import BaseModel

from ragstudio.errors import StudioError
from ragstudio.retrieval.space import refuse_another_space
from ragstudio.storage.errors import DatabaseFailure
from ragstudio.studio import Studio

_LOOK_SECONDS = 1.0


class Check(BaseModel):
    """One part of the studio: whether it works, and what it is."""

    ready: bool
    detail: str


class Checks(BaseModel):
    """Every part a search needs."""

    mongodb: Check
    search_engine: Check
    embedder: Check
    reranker: Check


class ReadinessMonitor:
    """Looks at the studio's parts about once a second."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="readiness", daemon=True)
        self._checks = self._look()

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stop.set()
        self._thread.join(timeout=5.0)

    def checks(self) -> Checks:
        """What the last look found; returns at once."""
        return self._checks

    def _watch(self) -> None:
        while not self._stop.wait(_LOOK_SECONDS):
            self._checks = self._look()

    def _look(self) -> Checks:
        engine, reranker = self._studio.engine.state(), self._studio.reranker
        return Checks(
            mongodb=self._ping(),
            search_engine=Check(ready=engine.ready, detail=engine.detail),
            embedder=self._compare_spaces(),
            reranker=Check(
                ready=reranker is not None,
                detail=f"{reranker.info.name} ({reranker.info.origin})"
                if reranker
                else "No reranker: searches answer without one and say so.",
            ),
        )

    def _compare_spaces(self) -> Check:
        embedder = self._studio.embedder
        name = f"{embedder.info.name} ({embedder.info.origin})"
        try:
            refuse_another_space(self._studio.database.meta.embedding_space(), embedder.space)
        except StudioError as error:
            return Check(ready=False, detail=f"{name}: {error.message}")
        except DatabaseFailure:
            # The check of MongoDB says so.
            return Check(ready=True, detail=name)
        return Check(ready=True, detail=name)

    def _ping(self) -> Check:
        try:
            milliseconds = self._studio.database.ping() * 1000
        except (DatabaseFailure, StudioError) as error:
            return Check(ready=False, detail=f"MongoDB does not answer ({type(error).__name__}).")
        return Check(ready=True, detail=f"answers in {milliseconds:.1f} ms")
