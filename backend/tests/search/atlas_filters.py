"""What the manual says of the filters of `$vectorSearch` and the clauses of `$search`.

Each takes a stored chunk and says whether it passes; whatever the manual does not know, or a path
the index does not declare, is refused as the server refuses it.
"""

from collections.abc import Mapping, Set
from datetime import datetime
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
    values = held if isinstance(held, list) else [held]
    match operator:
        case "$eq" if isinstance(wanted, str | bool):
            return wanted in values
        case "$in" if all(isinstance(each, str) for each in wanted):
            return any(each in wanted for each in values)
        case "$nin" if all(isinstance(each, str) for each in wanted):
            return all(each not in wanted for each in values)
        case "$gt" if isinstance(wanted, datetime):
            return any(isinstance(each, datetime) and each > wanted for each in values)
        case "$lte" if isinstance(wanted, datetime):
            return any(isinstance(each, datetime) and each <= wanted for each in values)
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
    values = held if isinstance(held, list) else [held]
    match operator, kinds[path], arguments:
        case "exists", _, {"path": _}:
            return path in stored
        case "equals", "boolean", {"path": _, "value": bool(wanted)}:
            return wanted in values
        case "equals", "token", {"path": _, "value": str(wanted)}:
            return wanted in values
        case "in", "token", {"path": _, "value": [_, *_] as wanted}:
            return any(each in wanted for each in values)
        case "range", "date", {"path": _, "gt": edge}:
            return any(isinstance(each, datetime) and each > edge for each in values)
        case "range", "date", {"path": _, "lte": edge}:
            return any(isinstance(each, datetime) and each <= edge for each in values)
    raise refuse(f"clause not understood: {clause}")
