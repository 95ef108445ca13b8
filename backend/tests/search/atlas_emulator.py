"""MongoDB Atlas' search as its manual describes it, over the collection of a real mongod.

Stands for the search process no test machine has. It understands what the manual says and refuses
the rest, follows the collection `lag` searches late, scores by Lucene's BM25 and, as the server
does, looks every found chunk up in the collection before it returns it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from pymongo.collection import Collection
from pymongo.operations import SearchIndexModel

from ragstudio.storage.mapping import vector_from_bson
from tests.search.atlas_filters import matches, passes, refuse
from tests.search.lucene import analyse

Stored = Mapping[str, Any]
Scored = tuple[float, Stored]

_VECTOR_KEYS = {"index", "path", "queryVector", "limit", "numCandidates", "exact", "filter"}
_BM25_K1, _BM25_B = 1.2, 0.75


class EmulatedAtlas:
    """A collection with Atlas' search; everything else goes to the collection itself."""

    def __init__(self, collection: Collection[dict[str, Any]], lag: int = 1) -> None:
        self._collection = collection
        self._lag = lag
        self._asked = 0
        self._held: list[Stored] = []
        self.indexes: dict[str, dict[str, Any]] = {}
        self.pipelines: list[list[dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._collection, name)

    def list_search_indexes(self) -> list[dict[str, Any]]:
        """Every index; one is built as soon as it has been looked at once."""
        listed = [dict(index) for index in self.indexes.values()]
        for index in self.indexes.values():
            index.update(queryable=True, status="READY")
        return listed

    def create_search_index(self, model: SearchIndexModel) -> None:
        """Begin an index."""
        wanted = model.document
        self.indexes[wanted["name"]] = {"name": wanted["name"], "type": wanted["type"]}
        self.update_search_index(wanted["name"], wanted["definition"])

    def update_search_index(self, name: str, definition: dict[str, Any]) -> None:
        """Build an index anew."""
        self.indexes[name].update(latestDefinition=definition, queryable=False, status="BUILDING")

    def aggregate(self, pipeline: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Run a pipeline that begins with a search stage."""
        self.pipelines.append(pipeline)
        self._follow()
        ((stage, arguments),) = pipeline[0].items()
        index = self.indexes[arguments["index"]]
        if not index["queryable"]:
            return []
        definition = index["latestDefinition"]
        if stage == "$searchMeta":
            if arguments.get("count") != {"type": "total"}:
                raise refuse("a count must name its type")
            return [{"count": {"total": len(self._search(arguments, definition))}}]
        found = {"$vectorSearch": self._search_vectors, "$search": self._search}[stage](
            arguments, definition
        )
        return self._finish(self._look_up(found), pipeline[1:])

    def _follow(self) -> None:
        self._asked += 1
        if self._asked % self._lag == 0:
            self._held = list(self._collection.find())

    def _look_up(self, found: Iterable[Scored]) -> list[Scored]:
        ids = [stored["_id"] for _, stored in found]
        there = {stored["_id"]: stored for stored in self._collection.find({"_id": {"$in": ids}})}
        return [(score, there[one["_id"]]) for score, one in found if one["_id"] in there]

    def _finish(self, found: list[Scored], stages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for stage in stages:
            match stage:
                case {"$limit": int(limit)}:
                    found = found[:limit]
                case {"$count": str(name)}:
                    return [{name: len(found)}] if found else []
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

    def _search_vectors(self, wanted: dict[str, Any], definition: dict[str, Any]) -> list[Scored]:
        if set(wanted) - _VECTOR_KEYS:
            raise refuse(f"unknown fields: {set(wanted) - _VECTOR_KEYS}")
        if bool(wanted.get("exact")) == ("numCandidates" in wanted):
            raise refuse("either exact or numCandidates")
        if not wanted["limit"] <= wanted.get("numCandidates", wanted["limit"]):
            raise refuse("numCandidates must not be less than limit")
        if wanted.get("numCandidates", 1) > 10_000:
            raise refuse("numCandidates must be within bounds")
        fields = definition["fields"]
        [vector] = [field for field in fields if field["path"] == wanted["path"]]
        declared = {field["path"] for field in fields if field["type"] == "filter"}
        query = np.asarray(wanted["queryVector"], dtype=np.float32)
        if query.shape != (vector["numDimensions"],) or vector["similarity"] != "cosine":
            raise refuse("the query vector does not fit the index")
        scored = []
        for stored in self._held:
            held = vector_from_bson(stored.get("embedding"))
            if held is None or held.shape != query.shape:
                continue
            if matches(stored, wanted["filter"], declared):
                cosine = float(held @ query) / float(np.linalg.norm(held) * np.linalg.norm(query))
                scored.append(((1 + cosine) / 2, stored))
        return sorted(scored, key=lambda one: -one[0])[: wanted["limit"]]

    def _search(self, wanted: dict[str, Any], definition: dict[str, Any]) -> list[Scored]:
        operators = set(wanted) - {"index", "sort", "count"}
        if len(operators) != 1:
            raise refuse("exactly one operator")
        fields = definition["mappings"]["fields"]
        kinds = {path: field["type"] for path, field in fields.items()}
        [operator] = operators
        if operator != "compound":
            clause = {operator: wanted[operator]}
            return [(1.0, stored) for stored in self._held if passes(stored, clause, kinds)]
        compound = wanted["compound"]
        if set(compound) - {"filter", "mustNot", "should", "minimumShouldMatch"}:
            raise refuse("unknown clause")
        limits = {name: compound[name] for name in ("filter", "mustNot") if name in compound}
        passing = [one for one in self._held if passes(one, {"compound": limits}, kinds)]
        if "should" not in compound:
            return [(0.0, stored) for stored in passing]
        if compound["minimumShouldMatch"] != 1:
            raise refuse("one clause must match")
        scores: Counter[Any] = Counter()
        for clause in compound["should"]:
            scores.update(self._score(clause, definition))
        found = [(scores[one["_id"]], one) for one in passing if one["_id"] in scores]
        if list(wanted["sort"].values()) != [{"$meta": "searchScore", "order": -1}, 1]:
            raise refuse("results must be sorted by score, then by id")
        return sorted(found, key=lambda one: (-one[0], one[1]["_id"]))

    def _score(self, clause: dict[str, Any], definition: dict[str, Any]) -> dict[Any, float]:
        """BM25 by chunk id of one clause, over every chunk the index holds."""
        ((operator, arguments),) = clause.items()
        field = definition["mappings"]["fields"]["content"]
        path = arguments["path"]
        if isinstance(path, dict):
            field = field["multi"][path["multi"]]
        analyzers = {one["name"]: one for one in definition["analyzers"]}
        held = {
            one["_id"]: analyse(str(one.get("content", "")), analyzers[field["analyzer"]])
            for one in self._held
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
