"""MongoDB Atlas' search over the collection of a real mongod, stricter than the server.

Stands for the search process no test machine has. It understands what the manual and the source of
`mongot` say and refuses the rest. It follows the collection by a change stream, as `mongot` does:
a batch of changes shows in two refreshes, its later half first; two replicas that lag differently
answer in turn; scores are Lucene's BM25; and, as the server does, every found chunk is looked up in
the collection before it is returned.
"""

import math
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any

import numpy as np
from bson import ObjectId
from pymongo.collection import Collection
from pymongo.errors import ExecutionTimeout, OperationFailure
from pymongo.operations import SearchIndexModel
from pymongo.read_concern import ReadConcern

from ragstudio.storage.mapping import vector_from_bson
from tests.search.atlas_filters import matches, passes, refuse
from tests.search.lucene import analyse

Stored = Mapping[str, Any]
Scored = tuple[float, Stored]
Change = tuple[Any, Stored | None]

_VECTOR_KEYS = {"index", "path", "queryVector", "limit", "numCandidates", "exact", "filter"}
_SEARCH_KEYS = {"index", "compound", "equals", "exists", "sort"}
_META_KEYS = {"index", "compound", "equals", "exists", "facet", "count"}
_BM25_K1, _BM25_B = 1.2, 0.75
_MOST_CLAUSES = 1024


class Replica:
    """One search process: what it shows of the changes it was handed, `lag` seconds late."""

    def __init__(self, lag: float, refresh: float) -> None:
        self._lag = lag
        self._refresh = refresh
        self._pending: list[tuple[float, int, Sequence[Change]]] = []
        self._batches = 0
        self._shown_of: dict[Any, int] = {}
        self._lock = threading.Lock()
        self.shown: dict[Any, Stored] = {}

    def take(self, batch: Sequence[Change]) -> None:
        """Be handed a batch: its later half shows one refresh before the earlier half."""
        due = (math.floor((time.monotonic() + self._lag) / self._refresh) + 1) * self._refresh
        half = len(batch) // 2
        latest = {identifier for identifier, _ in batch[half:]}
        # Of one chunk only the latest change counts.
        earlier = [change for change in batch[:half] if change[0] not in latest]
        with self._lock:
            self._batches += 1
            self._pending += [
                (due, self._batches, batch[half:]),
                (due + self._refresh, self._batches, earlier),
            ]

    def show(self) -> dict[Any, Stored]:
        """The chunks as they show now."""
        with self._lock:
            now = time.monotonic()
            for due, number, changes in sorted(self._pending, key=lambda each: each[0]):
                if due <= now:
                    for identifier, stored in changes:
                        if number < self._shown_of.get(identifier, 0):
                            continue
                        self._shown_of[identifier] = number
                        if stored is None:
                            self.shown.pop(identifier, None)
                        else:
                            self.shown[identifier] = stored
            self._pending = [each for each in self._pending if each[0] > now]
            return dict(self.shown)


class EmulatedAtlas:
    """A collection with Atlas' search; everything else goes to the collection itself."""

    def __init__(
        self,
        collection: Collection[dict[str, Any]],
        lags: Sequence[float] = (0.0, 0.05),
        refresh: float = 0.05,
        most_indexes: int = 10,
    ) -> None:
        self._collection = collection
        self._most_indexes = most_indexes
        self.replicas = [Replica(lag, refresh) for lag in lags]
        self._answering = cycle(self.replicas)
        self.indexes: dict[str, dict[str, Any]] = {}
        self.pipelines: list[list[dict[str, Any]]] = []
        self.refusal: OperationFailure | None = None
        """What every command about search indexes is answered with, if anything."""
        self._closing = threading.Event()
        self._following = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()
        assert self._following.wait(10)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._collection, name)

    def close(self) -> None:
        """Stop following the collection."""
        self._closing.set()
        self._thread.join(10)

    def is_level(self) -> bool:
        """Whether every replica shows the collection as it is."""
        stored = {each["_id"]: each for each in self._collection.find()}
        return all(replica.show() == stored for replica in self.replicas)

    def with_options(self, *, read_concern: ReadConcern) -> "_Searched":
        """A handle with another read concern."""
        return _Searched(self, read_concern)

    def list_search_indexes(self) -> list[dict[str, Any]]:
        """Every index; one is built as soon as it has been looked at once."""
        self._refuse()
        listed = [dict(index) for index in self.indexes.values()]
        for index in self.indexes.values():
            if index["status"] == "PENDING":
                index.update(queryable=True, status="READY")
        return listed

    def create_search_index(self, model: SearchIndexModel) -> None:
        """Begin an index."""
        self._refuse()
        wanted = model.document
        if wanted["name"] in self.indexes:
            raise OperationFailure("Index already exists with a different definition", 68)
        if len(self.indexes) >= self._most_indexes:
            raise OperationFailure(
                "The maximum number of FTS indexes has been reached for this instance size.", 8000
            )
        self.indexes[wanted["name"]] = {
            "name": wanted["name"],
            "type": wanted["type"],
            "latestDefinition": wanted["definition"],
            "queryable": False,
            "status": "PENDING",
        }

    def update_search_index(self, name: str, definition: object) -> None:
        """No index is ever changed: another version of the studio may use it."""
        raise AssertionError(f"{name} is changed in place")

    def drop_search_index(self, name: str) -> None:
        """Remove an index."""
        del self.indexes[name]

    def _refuse(self) -> None:
        if self.refusal is not None:
            raise self.refusal

    def aggregate(self, pipeline: list[dict[str, Any]], **options: Any) -> list[dict[str, Any]]:
        """With the read concern of the collection itself."""
        return self.search(pipeline, self._collection.read_concern, **options)

    def search(
        self,
        pipeline: list[dict[str, Any]],
        read_concern: ReadConcern,
        maxTimeMS: int | None = None,  # noqa: N803
    ) -> list[dict[str, Any]]:
        """Run a pipeline that begins with a search stage, on the replica whose turn it is."""
        ((stage, arguments),) = pipeline[0].items()
        if read_concern.level not in (None, "local"):
            raise OperationFailure(
                f"Aggregation stage {stage} cannot run with a readConcern other than 'local'. "
                f"Current readConcern: {read_concern.level}",
                72,
            )
        self.pipelines.append(pipeline)
        if count_clauses(arguments) > _MOST_CLAUSES:
            raise refuse(f"maxClauseCount is set to {_MOST_CLAUSES}")
        index = self.indexes.get(arguments["index"])
        if index is None:
            return []
        if not index["queryable"]:
            assert maxTimeMS, "a search of an index that is being built never returns"
            raise ExecutionTimeout("operation exceeded time limit", 50)
        definition = index["latestDefinition"]
        held = list(next(self._answering).show().values())
        if stage == "$searchMeta":
            return self._count(arguments, definition, held)
        if stage == "$vectorSearch":
            found = self._search_vectors(arguments, definition, held)
        else:
            if set(arguments) - _SEARCH_KEYS:
                raise refuse(f"unknown fields: {set(arguments) - _SEARCH_KEYS}")
            found = self._search(arguments, definition, held)
        return self._finish(self._look_up(found), pipeline[1:])

    def _follow(self) -> None:
        with self._collection.watch(full_document="updateLookup", max_await_time_ms=20) as stream:
            snapshot = [(each["_id"], each) for each in self._collection.find()]
            self._hand_out(snapshot)
            self._following.set()
            while not self._closing.is_set():
                batch: list[Change] = []
                while (event := stream.try_next()) is not None:
                    if event["operationType"] in ("insert", "update", "replace", "delete"):
                        batch.append((event["documentKey"]["_id"], event.get("fullDocument")))
                    if len(batch) >= 500:
                        break
                self._hand_out(batch)

    def _hand_out(self, batch: Sequence[Change]) -> None:
        if batch:
            for replica in self.replicas:
                replica.take(batch)

    def _count(
        self, wanted: dict[str, Any], definition: dict[str, Any], held: list[Stored]
    ) -> list[dict[str, Any]]:
        if set(wanted) - _META_KEYS:
            raise refuse(f"unknown fields: {set(wanted) - _META_KEYS}")
        if "facet" not in wanted:
            if wanted.get("count") != {"type": "total"}:
                raise refuse("a count must name its type")
            return [{"count": {"total": len(self._search(wanted, definition, held))}}]
        kinds = _list_kinds(definition)
        passing = [one for one in held if passes(one, wanted["facet"]["operator"], kinds)]
        facets = {}
        for name, facet in wanted["facet"]["facets"].items():
            if set(facet) != {"type", "path", "numBuckets"} or facet["type"] != "string":
                raise refuse("a facet of texts names its path and numBuckets")
            if kinds.get(facet["path"]) != "token" or not 0 < facet["numBuckets"] <= 1000:
                raise refuse("a facet of texts needs a token field and at most 1000 buckets")
            values = Counter(one[facet["path"]] for one in passing if one.get(facet["path"]))
            buckets = values.most_common(facet["numBuckets"])
            facets[name] = {"buckets": [{"_id": value, "count": n} for value, n in buckets]}
        return [{"count": {"lowerBound": len(passing)}, "facet": facets}]

    def _look_up(self, found: Iterable[Scored]) -> list[Scored]:
        ids = [stored["_id"] for _, stored in found]
        there = {stored["_id"]: stored for stored in self._collection.find({"_id": {"$in": ids}})}
        return [(score, there[one["_id"]]) for score, one in found if one["_id"] in there]

    def _finish(self, found: list[Scored], stages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for stage in stages:
            match stage:
                case {"$limit": int(limit)}:
                    found = found[:limit]
                case {"$group": {"_id": "$document_id", "count": {"$sum": 1}}}:
                    counts = Counter(stored["document_id"] for _, stored in found)
                    return [{"_id": each, "count": count} for each, count in counts.items()]
                case {"$project": dict(fields)}:
                    return [
                        {
                            name: score if isinstance(kept, dict) else stored.get(name)
                            for name, kept in fields.items()
                        }
                        for score, stored in found
                    ]
                case _:
                    raise refuse(f"stage not expected: {stage}")
        raise refuse("a pipeline must say what it returns")

    def _search_vectors(
        self, wanted: dict[str, Any], definition: dict[str, Any], shown: list[Stored]
    ) -> list[Scored]:
        if set(wanted) - _VECTOR_KEYS:
            raise refuse(f"unknown fields: {set(wanted) - _VECTOR_KEYS}")
        if bool(wanted.get("exact")) == ("numCandidates" in wanted):
            raise refuse("either exact or numCandidates")
        if not 0 < wanted["limit"] <= wanted.get("numCandidates", wanted["limit"]):
            raise refuse("numCandidates must not be less than limit")
        if wanted.get("numCandidates", 1) > 10_000:
            raise refuse("numCandidates must be within bounds")
        fields = definition["fields"]
        [vector] = [field for field in fields if field["path"] == wanted["path"]]
        declared = {field["path"] for field in fields if field["type"] == "filter"}
        query = np.asarray(wanted["queryVector"], dtype=np.float32)
        if query.shape != (vector["numDimensions"],) or vector["similarity"] != "cosine":
            raise refuse("the query vector does not fit the index")
        if not query.any():
            raise refuse("cosine similarity cannot use a zero vector")
        scored = []
        for stored in shown:
            held = vector_from_bson(stored.get("embedding"))
            if held is None or held.shape != query.shape:
                continue
            if matches(stored, wanted["filter"], declared):
                cosine = float(held @ query) / float(np.linalg.norm(held) * np.linalg.norm(query))
                scored.append(((1 + cosine) / 2, stored))
        return sorted(scored, key=lambda one: (-one[0], one[1]["_id"]))[: wanted["limit"]]

    def _search(
        self, wanted: dict[str, Any], definition: dict[str, Any], held: list[Stored]
    ) -> list[Scored]:
        operators = set(wanted) - {"index", "sort", "count"}
        if len(operators) != 1:
            raise refuse("exactly one operator")
        kinds = _list_kinds(definition)
        [operator] = operators
        if operator != "compound":
            clause = {operator: wanted[operator]}
            return [(1.0, stored) for stored in held if passes(stored, clause, kinds)]
        compound = wanted["compound"]
        if set(compound) - {"filter", "mustNot", "should", "minimumShouldMatch"}:
            raise refuse("unknown clause")
        limits = {name: compound[name] for name in ("filter", "mustNot") if name in compound}
        passing = [one for one in held if passes(one, {"compound": limits}, kinds)]
        if "should" not in compound:
            return [(0.0, stored) for stored in passing]
        if compound["minimumShouldMatch"] != 1:
            raise refuse("one clause must match")
        scores: Counter[Any] = Counter()
        for clause in compound["should"]:
            scores.update(self._score(clause, definition, held))
        found = [(scores[one["_id"]], one) for one in passing if one["_id"] in scores]
        if list(wanted["sort"].values()) != [{"$meta": "searchScore", "order": -1}, 1]:
            raise refuse("results must be sorted by score, then by id")
        return sorted(found, key=lambda one: (-one[0], one[1]["_id"]))

    def _score(
        self, clause: dict[str, Any], definition: dict[str, Any], shown: list[Stored]
    ) -> dict[Any, float]:
        """BM25 by chunk id of one clause, over every chunk the index holds."""
        ((operator, arguments),) = clause.items()
        field = definition["mappings"]["fields"]["content"]
        path = arguments["path"]
        if isinstance(path, dict):
            field = field["multi"][path["multi"]]
        if operator == "phrase" and field["indexOptions"] not in ("positions", "offsets"):
            raise refuse("a phrase needs positions")
        analyzers = {one["name"]: one for one in definition["analyzers"]}
        held = {
            one["_id"]: analyse(str(one.get("content", "")), analyzers[field["analyzer"]])
            for one in shown
        }
        searcher = analyzers[field.get("searchAnalyzer", field["analyzer"])]
        terms = analyse(arguments["query"], searcher)
        size = len(terms) if operator == "phrase" else 1
        phrases = [tuple(terms)] if operator == "phrase" else [(term,) for term in set(terms)]
        boost = arguments.get("score", {}).get("boost", {}).get("value", 1.0)
        average = sum(map(len, held.values())) / max(len(held), 1)
        scores: Counter[Any] = Counter()
        for phrase in phrases:
            frequencies = {
                chunk: sum(
                    tuple(words[at : at + size]) == phrase for at in range(len(words) - size + 1)
                )
                for chunk, words in held.items()
            }
            hits = {chunk: count for chunk, count in frequencies.items() if count}
            rarity = math.log(1 + (len(held) - len(hits) + 0.5) / (len(hits) + 0.5))
            for chunk, count in hits.items():
                length = 1 - _BM25_B + _BM25_B * len(held[chunk]) / average
                scores[chunk] += boost * rarity * count / (count + _BM25_K1 * length)
        return dict(scores)


class _Searched:
    """The collection with a read concern of its own."""

    def __init__(self, atlas: EmulatedAtlas, read_concern: ReadConcern) -> None:
        self._atlas = atlas
        self._read_concern = read_concern

    def aggregate(self, pipeline: list[dict[str, Any]], **options: Any) -> list[dict[str, Any]]:
        return self._atlas.search(pipeline, self._read_concern, **options)


def count_clauses(arguments: Any) -> int:
    """Lucene's clauses of a query: a list of ids is one a value, a list of texts is one in all."""
    match arguments:
        case dict():
            return sum(
                1 if name in ("$in", "$nin", "value") and _is_texts(value) else count_clauses(value)
                for name, value in arguments.items()
                if name != "queryVector"
            )
        case list():
            return sum(map(count_clauses, arguments))
        case str() if " " in arguments:
            return len(arguments.split())
    return int(isinstance(arguments, str | bool | ObjectId))


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _list_kinds(definition: dict[str, Any]) -> dict[str, str]:
    return {path: field["type"] for path, field in definition["mappings"]["fields"].items()}
