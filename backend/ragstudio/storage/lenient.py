"""Reading what a person may have edited by hand in mongosh."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

Record = TypeVar("Record", bound=BaseModel)


def read_leniently(
    record: type[Record], fields: Mapping[str, Any], defaults: Mapping[str, Any]
) -> Record:
    """The record, with its default for every field that is missing or holds no valid value.

    `defaults` has a valid value for each field the record requires. One edited record must not
    keep every other one from being listed or found.
    """
    try:
        return record.model_validate({**defaults, **fields})
    except ValidationError as error:
        wrong = {part["loc"][0] for part in error.errors() if part["loc"]}
        kept = {name: value for name, value in fields.items() if name not in wrong}
        return record.model_validate({**defaults, **kept})


def list_unreadable(record: type[BaseModel], fields: Mapping[str, Any]) -> list[str]:
    """Names of the fields that the record requires and are missing, or that hold no valid value."""
    try:
        record.model_validate(fields)
    except ValidationError as error:
        return sorted({str(part["loc"][0]) for part in error.errors() if part["loc"]})
    return []
