"""What the manual says of the filters of `$vectorSearch` and the clauses of `$search`.

Each takes a stored chunk and says whether it passes; whatever the manual does not know, or a path
the index does not declare, is refused as the server refuses it.
"""

from collections.abc import Mapping, Set
from typing import Any

from pymongo.errors import OperationFailure

Stored = Mapping[str, Any]
_MISSING = object()


def refuse(reason: str) -> OperationFailure:
    """The server's answer to a stage it does not understand."""
    return OperationFailure(reason, 8)


def matches(stored: Stored, condition: Mapping[str, Any], declared: Set[str]) -> bool:
    """A filter of `$vectorSearch`, in the query language."""
    return all(_match_part(stored, name, value, declared) for name, value in condition.items())


def _match_part(stored: Stored, name: str, value: Any, declared: Set[str]) -> bool:
    if name in ("$and", "$or", "$nor"):
        if not value:
            raise refuse(f"{name} must not be empty")
        parts = [matches(stored, one, declared) for one in value]
        return {"$and": all(parts), "$or": any(parts), "$nor": not any(parts)}[name]
    if name not in declared:
        raise refuse(f"path '{name}' needs to be indexed as filter")
    return all(
        _compare(stored.get(name, _MISSING), operator, wanted) for operator, wanted in value.items()
    )


def _compare(held: Any, operator: str, wanted: Any) -> bool:
    if operator in ("$in", "$nin") and not wanted:
        raise refuse(f"{operator} must not be empty")
    match operator:
        case "$eq":
            return bool(held == wanted)
        case "$ne":
            return bool(held != wanted)
        case "$in":
            return held in wanted
        case "$nin":
            return held not in wanted
        case "$gt":
            return held not in (_MISSING, None) and held > wanted
        case "$lte":
            return held not in (_MISSING, None) and held <= wanted
    raise refuse(f"operator {operator} is not supported")


def passes(stored: Stored, clause: Mapping[str, Any], kinds: Mapping[str, str]) -> bool:
    """A clause of `$search` that only filters. `kinds` are the declared types by path."""
    ((operator, arguments),) = clause.items()
    if operator == "compound":
        if set(arguments) - {"filter", "mustNot"}:
            raise refuse("an inner compound with scores is not expected")
        return all(passes(stored, one, kinds) for one in arguments.get("filter", [])) and not any(
            passes(stored, one, kinds) for one in arguments.get("mustNot", [])
        )
    path = arguments["path"]
    if path not in kinds:
        raise refuse(f"path '{path}' is not indexed")
    held = stored.get(path)
    match operator, arguments:
        case "exists", {"path": _}:
            return path in stored
        case "equals", {"path": _, "value": wanted} if kinds[path] in ("token", "objectId"):
            return bool(held == wanted)
        case "in", {"path": _, "value": [_, *_] as wanted} if kinds[path] in ("token", "objectId"):
            return held in wanted
        case "range", {"path": _, "gt": edge} if kinds[path] == "date":
            return held is not None and held > edge
        case "range", {"path": _, "lte": edge} if kinds[path] == "date":
            return held is not None and held <= edge
    raise refuse(f"clause not understood: {clause}")
