"""Creating the search indexes on Atlas beside those of earlier versions, and watching them."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from pymongo.collection import Collection
from pymongo.errors import OperationFailure, PyMongoError
from pymongo.operations import SearchIndexModel

from ragstudio.search.atlas.definitions import (
    QUANTIZATIONS,
    TEXT_INDEX,
    Quantization,
    define_text_index,
    define_vector_index,
    name_vector_index,
)
from ragstudio.storage.errors import read_reason
from ragstudio.storage.mapping import BsonDocument

QUANTIZE_BEYOND = 100_000
"""Chunks from which on `auto` quantizes: the manual's recommendation for vector indexes."""

_FIRST_POLL_SECONDS = 0.02
_LONGEST_POLL_SECONDS = 2.0
_WATCH_SECONDS = 10.0
_STOP_SECONDS = 10.0
# CommandNotFound, CommandNotSupported, SearchNotEnabled, unknown stage: a server without search.
_WITHOUT_SEARCH = (59, 115, 31082, 40324)

log = structlog.get_logger(__name__)

Found = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ServingIndexes:
    """The names of the indexes that answer now."""

    vectors: str
    texts: str


class AtlasIndexes:
    """Brings both indexes about in the background and keeps watching whether they answer.

    An index is never changed: its name carries the version of its definition, so that two
    versions of the studio have one each, and the old one serves while the new one is built.
    `detail` says in words what it is doing.
    """

    def __init__(
        self, chunks: Collection[BsonDocument], dimensions: int, quantization: str = "auto"
    ) -> None:
        self._chunks = chunks
        self._dimensions = dimensions
        self._quantization = quantization
        self._serving: ServingIndexes | None = None
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
    def serving(self) -> ServingIndexes | None:
        """The indexes to ask, or None while one of the two does not answer."""
        return self._serving

    def _run(self) -> None:
        pause = _FIRST_POLL_SECONDS
        while not self._stopping.is_set():
            try:
                self._look()
            except OperationFailure as error:
                self._note(None, explain_refusal(error))
            except PyMongoError as error:
                self._note(None, f"MongoDB does not answer ({type(error).__name__})")
            pause = _FIRST_POLL_SECONDS if self._serving else min(2 * pause, _LONGEST_POLL_SECONDS)
            self._stopping.wait(_WATCH_SECONDS if self._serving else pause)

    def _look(self) -> None:
        """Ask for what is missing, and note what answers."""
        found = {index["name"]: index for index in self._chunks.list_search_indexes()}
        variants = self._list_vector_indexes(found)
        remarks = [
            *self._create(found, variants[0]),
            *self._create(found, TEXT_INDEX),
        ]
        vectors = next((name for name in variants if _answers(found, name)), None)
        texts = TEXT_INDEX if _answers(found, TEXT_INDEX) else None
        for name in (variants[0], TEXT_INDEX):
            remarks += _describe(found.get(name))
        serving = ServingIndexes(vectors, texts) if vectors and texts else None
        if serving and vectors == variants[0]:
            self._drop_other_variants(found, variants[1:])
        self._note(serving, "; ".join(remarks) or "Atlas follows MongoDB")

    def _list_vector_indexes(self, found: Found) -> list[str]:
        """The name of the vector index that is wanted, then those that may serve until it does."""
        names = {each: name_vector_index(self._dimensions, each) for each in QUANTIZATIONS}
        wanted: Quantization = "none"
        if self._quantization != "auto":
            wanted = self._quantization  # type: ignore[assignment]
        elif names["scalar"] in found or self._chunks.estimated_document_count() > QUANTIZE_BEYOND:
            wanted = "scalar"
        return [names[wanted], *(name for each, name in names.items() if each != wanted)]

    def _create(self, found: Found, name: str) -> list[str]:
        """Ask for an index that is not there; what the server refused, in words."""
        if name in found:
            return []
        if name == TEXT_INDEX:
            kind, definition = "search", define_text_index()
        else:
            quantization = next(
                each for each in QUANTIZATIONS if name_vector_index(self._dimensions, each) == name
            )
            kind, definition = "vectorSearch", define_vector_index(self._dimensions, quantization)
        try:
            self._chunks.create_search_index(SearchIndexModel(definition, name=name, type=kind))
        except OperationFailure as error:
            return [explain_refusal(error)]
        log.info("search_index_created", index=name)
        return [f"Atlas builds {name}"]

    def _drop_other_variants(self, found: Found, names: Sequence[str]) -> None:
        """Give the memory of other quantizations back."""
        for name in names:
            if name in found:
                self._chunks.drop_search_index(name)
                log.info("search_index_dropped", index=name)

    def _note(self, serving: ServingIndexes | None, detail: str) -> None:
        if detail != self.detail:
            log.info("search_index_state", serving=serving is not None, reason=detail)
        self.detail = detail
        self._serving = serving


def _answers(found: Found, name: str) -> bool:
    """Whether an index answers: an old version of it may while a new one is built."""
    return bool(found.get(name, {}).get("queryable"))


def _describe(index: Mapping[str, Any] | None) -> list[str]:
    """What there is to say of an index that is there and is not simply ready."""
    if index is None:
        return []
    name, status = index["name"], str(index.get("status", "unknown"))
    if index.get("queryable"):
        said = {
            "READY": [],
            "BUILDING": [f"Atlas rebuilds {name}; the index there is answers meanwhile"],
            "STALE": [f"{name} is STALE: it answers, and does not follow MongoDB now"],
        }
        return said.get(status, [f"{name} answers, with status {status}"])
    if status == "FAILED":
        reason = _find_reason(index)
        return [
            f"Atlas could not build {name}{f': {reason}' if reason else ''}; "
            f'drop it with db.chunks.dropSearchIndex("{name}") to have it built again'
        ]
    return [f"Atlas builds {name} ({status})"]


def _find_reason(index: Mapping[str, Any]) -> str:
    """The server's own words on an index that failed."""
    if index.get("message"):
        return str(index["message"])
    for host in index.get("statusDetail") or []:
        for part in (host, host.get("mainIndex") or {}, host.get("stagedIndex") or {}):
            if part.get("message"):
                return str(part["message"])
    return ""


def explain_refusal(error: OperationFailure) -> str:
    """A refused command about indexes in the server's words, and what helps."""
    words = read_reason(error)
    if error.code in _WITHOUT_SEARCH:
        return (
            f"this MongoDB does not manage search indexes (code {error.code}: {words}); "
            "set SEARCH_ENGINE=local, or MONGODB_URI to a cluster with Atlas Search"
        )
    lowered = words.lower()
    if "maximum" in lowered or "limit" in lowered or "too large" in lowered:
        remedy = (
            "list the search indexes with db.chunks.getSearchIndexes() and drop those nobody "
            "uses with db.chunks.dropSearchIndex(name), or choose a larger tier: the studio needs "
            "two, and a third while it is upgraded"
        )
    elif error.code in (13, 18, 8000) or "authoriz" in lowered or "not allowed" in lowered:
        remedy = (
            "give the user of MONGODB_URI the role readWrite on the database, which may create "
            "and list search indexes"
        )
    else:
        remedy = "look at the search indexes of the collection chunks"
    return f"MongoDB refused a search index: {words} (code {error.code}); {remedy}"
