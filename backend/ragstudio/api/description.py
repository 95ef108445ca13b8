"""What OpenAPI says of every route: the token, and the errors that stand before them all."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI

_ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorResponse"}}}
_OF_ANY_CALL = ("403",)
# A body that cannot be read, comes too slowly, or is too large.
_OF_BODIES = ("400", "408", "413")
_TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "The value of API_TOKEN, if it is set.",
}


def refine_description(app: FastAPI) -> None:
    """Say that calls may need the token, and that every error is JSON of one shape."""
    generate = app.openapi

    def describe() -> dict[str, Any]:
        schema = generate()
        schema["components"]["securitySchemes"] = {"bearer": _TOKEN}
        schema["security"] = [{}, {"bearer": []}]
        for path in schema["paths"].values():
            for operation in path.values():
                _describe_errors(operation)
        return schema

    app.openapi = describe  # type: ignore[method-assign]


def _describe_errors(operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    more = _OF_ANY_CALL + (_OF_BODIES if "requestBody" in operation else ())
    for status in more:
        responses.setdefault(status, {"description": HTTPStatus(int(status)).phrase})
    for status, response in responses.items():
        if status >= "4":
            # A stream's errors would else be documented as events.
            response["content"] = _ERROR
    operation["responses"] = dict(sorted(responses.items()))
