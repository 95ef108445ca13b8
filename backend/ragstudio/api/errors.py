"""One shape for every error the API answers."""

import errno
import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ragstudio.api.allowed_methods import list_allowed_methods
from ragstudio.errors import DiskFull, StudioError
from ragstudio.storage.errors import DatabaseFailure, explain

# No space, no more of a quota, and larger than a process may write.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_HTTP_CODES = {
    400: ("bad_request", "Check the request against the description at /api/docs."),
    404: ("not_found", "Check the address; /api/docs lists every route."),
    405: ("method_not_allowed", "Use one of the methods in the Allow header."),
    413: ("request_too_large", "Send a smaller body; `details` says how small."),
}
_OTHER_HINT = "Check the request against the description at /api/docs."


def current_request_id() -> str:
    """The id of the request in work, as the log has it; empty outside of one."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


class ErrorDetail(BaseModel):
    """What happened to whom, and what to do next; the log has the request under its id."""

    code: str
    message: str
    hint: str
    details: dict[str, Any]
    request_id: str = Field(default_factory=current_request_id)


class ErrorResponse(BaseModel):
    """The one shape of every error."""

    error: ErrorDetail


class LimitExceeded(HTTPException):
    """Something of a request is over a limit, which `details` names."""

    def __init__(self, status_code: int, details: dict[str, Any]) -> None:
        super().__init__(status_code)
        self.details = details


class ErrorJSON(Response):
    """An error as JSON that can always be written: lone surrogates are escaped."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The content as UTF-8 JSON."""
        return json.dumps(content, ensure_ascii=False, default=str).encode(
            "utf-8", "backslashreplace"
        )


def error_response(
    status: int,
    code: str,
    message: str,
    hint: str,
    *,
    details: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An error in the one shape."""
    body = {
        "code": code,
        "message": message,
        "hint": hint,
        "details": dict(details or {}),
        "request_id": current_request_id(),
    }
    return ErrorJSON({"error": body}, status_code=status, headers=headers)


def studio_error_response(error: StudioError) -> Response:
    """A deliberate error in the one shape."""
    headers = {"WWW-Authenticate": "Bearer"} if error.status == HTTPStatus.UNAUTHORIZED else {}
    if (seconds := error.details.get("retry_after_seconds")) is not None:
        headers["Retry-After"] = str(seconds)
    return error_response(
        error.status,
        error.code,
        error.message,
        error.hint,
        details=error.details,
        headers=headers,
    )


def internal_error_response() -> Response:
    """The answer where the studio itself is at fault; it says nothing about the content."""
    return error_response(
        500,
        "internal_error",
        "The studio failed to answer this request.",
        "Look in the log for the request id.",
    )


def document_errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route: the errors it may answer, for OpenAPI."""
    return {
        status: {"model": ErrorResponse, "description": HTTPStatus(status).phrase}
        for status in statuses
    }


def install_error_handlers(app: FastAPI) -> None:
    """Answer every kind of error in the one shape."""

    @app.exception_handler(StudioError)
    async def answer_studio_error(request: Request, error: StudioError) -> Response:
        return studio_error_response(error)

    @app.exception_handler(DatabaseFailure)
    async def answer_database_failure(request: Request, error: Exception) -> Response:
        return studio_error_response(explain(error))

    @app.exception_handler(OSError)
    async def answer_system_error(request: Request, error: OSError) -> Response:
        if error.errno not in _NO_ROOM:
            raise error
        full = DiskFull(
            "This machine has no disk space left to take the request in.",
            hint="Free disk space where temporary files are kept (TMPDIR), then try again.",
        )
        return studio_error_response(full)

    @app.exception_handler(RequestValidationError)
    async def answer_validation_error(request: Request, error: RequestValidationError) -> Response:
        fields = _describe_fields(error.errors())
        named = "; ".join(f"{field['field']}: {field['message']}" for field in fields[:3])
        more = f" (and {len(fields) - 3} more)" if len(fields) > 3 else ""
        return error_response(
            422,
            "validation_error",
            f"The request is not valid: {named}{more}.",
            "Correct the fields in `details`; /api/docs describes each.",
            details={"fields": fields},
        )

    @app.exception_handler(HTTPException)
    async def answer_http_error(request: Request, error: HTTPException) -> Response:
        return _answer_http_error(request, error)


def _answer_http_error(request: Request, error: HTTPException) -> Response:
    status, headers = error.status_code, dict(error.headers or {})
    path = request.url.path
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED):
        # Routes that share a path, and the interface behind them, each know a part only.
        allowed = list_allowed_methods(request.app, path)
        status, headers = (405, {"Allow": ", ".join(allowed)}) if allowed else (404, {})
        if allowed and request.method == "OPTIONS":
            return Response(status_code=204, headers=headers)
    code, hint = _HTTP_CODES.get(status, ("http_error", _OTHER_HINT))
    return error_response(
        status,
        code,
        {
            404: f"There is nothing at {path}.",
            405: f"{path} does not take {request.method}.",
            413: "The body of the request is too large.",
        }.get(status, f"{error.detail}."),
        hint,
        details=getattr(error, "details", None),
        headers=headers,
    )


def _describe_fields(errors: Iterable[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Where each error is and what is wrong. The values sent are left out: they may be text."""
    return [
        {
            "field": ".".join(str(part) for part in error["loc"]),
            "message": str(error["msg"]),
            "type": str(error["type"]),
        }
        for error in errors
    ]
