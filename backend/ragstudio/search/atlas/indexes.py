"""Creating the search indexes on Atlas, changing them when they differ, and waiting for them."""

import threading
from dataclasses import dataclass
from typing import Any

import structlog
from pymongo.collection import Collection
from pymongo.errors import OperationFailure, PyMongoError
from pymongo.operations import SearchIndexModel

from ragstudio.search.atlas.definitions import (
    TEXT_INDEX,
    VECTOR_INDEX,
    define_text_index,
    define_vector_index,
    is_defined_as,
)
from ragstudio.storage.mapping import BsonDocument

_FIRST_POLL_SECONDS = 0.02
_LONGEST_POLL_SECONDS = 2.0
_WATCH_SECONDS = 10.0
_STOP_SECONDS = 10.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class WantedIndex:
    """One index as it is to be; `kind` is Atlas' own word for it."""

    name: str
    kind: str
    definition: dict[str, Any]


def list_wanted(dimensions: int) -> tuple[WantedIndex, ...]:
    """Both indexes, for vectors of `dimensions` numbers."""
    return (
        WantedIndex(VECTOR_INDEX, "vectorSearch", define_vector_index(dimensions)),
        WantedIndex(TEXT_INDEX, "search", define_text_index()),
    )


class AtlasIndexes:
    """Brings both indexes about in the background and keeps watching whether they answer.

    `detail` says in words what it is doing.
    """

    def __init__(self, chunks: Collection[BsonDocument], dimensions: int) -> None:
        self._chunks = chunks
        self._wanted = list_wanted(dimensions)
        self._queryable = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="atlas-indexes", daemon=True)
        self.detail = "not started"

    def start(self) -> None:
        """Begin in the background; once only."""
        self._thread.start()

    def stop(self) -> None:
        """End; the indexes stay. Harmless if not started."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(_STOP_SECONDS)

    @property
    def queryable(self) -> bool:
        """Whether both indexes are as wanted and answer."""
        return self._queryable.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait until both answer; returns whether they do."""
        return self._queryable.wait(max(0.0, seconds))

    def _run(self) -> None:
        pause = _FIRST_POLL_SECONDS
        while not self._stopping.is_set():
            try:
                missing = self._look()
            except OperationFailure as error:
                # Community servers without a search process refuse every command about indexes.
                self._lose(f"this MongoDB does not manage search indexes (code {error.code})")
            except PyMongoError as error:
                self._lose(f"MongoDB does not answer ({type(error).__name__})")
            else:
                self._note(missing)
            pause = _FIRST_POLL_SECONDS if self.queryable else min(2 * pause, _LONGEST_POLL_SECONDS)
            self._stopping.wait(_WATCH_SECONDS if self.queryable else pause)

    def _look(self) -> list[str]:
        """Names of the indexes that do not answer as wanted; asks for what has to change."""
        found = {index["name"]: index for index in self._chunks.list_search_indexes()}
        missing = []
        for wanted in self._wanted:
            index = found.get(wanted.name)
            if index is None:
                self._chunks.create_search_index(
                    SearchIndexModel(wanted.definition, name=wanted.name, type=wanted.kind)
                )
                log.info("search_index_created", index=wanted.name)
            elif not is_defined_as(index.get("latestDefinition"), wanted.definition):
                self._chunks.update_search_index(wanted.name, wanted.definition)
                log.info("search_index_updated", index=wanted.name)
            elif index.get("queryable") and index.get("status") == "READY":
                continue
            missing.append(wanted.name)
        return missing

    def _note(self, missing: list[str]) -> None:
        if missing:
            self._lose(f"Atlas builds {' and '.join(missing)}")
            return
        self.detail = "Atlas follows MongoDB"
        self._queryable.set()

    def _lose(self, detail: str) -> None:
        self._queryable.clear()
        if detail != self.detail:
            log.info("search_index_waits", reason=detail)
        self.detail = detail
