"""Around every request: its id, the guard, the size of the body, headers, one log line, metrics."""

import re
import time
from uuid import uuid4

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ragstudio.api.bounded_body import BoundedBody
from ragstudio.api.errors import internal_error_response, studio_error_response
from ragstudio.api.guard import Guard
from ragstudio.api.metrics import Metrics
from ragstudio.api.safe_headers import API_POLICY, SAFE_HEADERS
from ragstudio.errors import StudioError
from ragstudio.logs import describe_frames
from ragstudio.settings import Settings

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
# What a page of a listed origin may read beside the body.
_EXPOSED = ["Content-Disposition", "Retry-After", "X-Page-Count", "X-Request-ID"]

log = structlog.get_logger(__name__)


# Asked for all the time, and of no interest unless something is wrong.
_QUIET_ROUTES = frozenset({"/api/health", "interface"})


class RequestMiddleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._guard = Guard(settings)
        self._metrics = metrics
        self._share = CORSMiddleware(
            self._admit,
            allow_origins=settings.allowed_origins,
            allow_methods=["*"],
            allow_headers=["*"],
            expose_headers=_EXPOSED,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; whatever breaks is answered in the one error shape."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sent = Headers(scope=scope).get("x-request-id", "")
        answer = _Answer(send, sent if _REQUEST_ID.fullmatch(sent) else uuid4().hex, scope)
        if answer.is_headless:
            # The server keeps the real scope and drops the body of its own accord.
            scope = {**scope, "method": "GET"}
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=answer.request_id):
            try:
                shared = Headers(scope=scope).get("origin") in self._settings.allowed_origins
                await (self._share if shared else self._admit)(scope, receive, answer.send)
            except ClientDisconnect:
                log.info("client_left")
            except Exception as error:
                frames = describe_frames(error.__traceback__)
                log.error("request_broke", kind=type(error).__name__, traceback=frames)
                if answer.status == 0:
                    await internal_error_response()(scope, receive, answer.send)
            finally:
                self._record(scope, answer, time.perf_counter() - started)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._guard.check(scope)
            await self._app(scope, BoundedBody(scope, receive, self._settings), send)
        except StudioError as error:
            await studio_error_response(error)(scope, receive, send)

    def _record(self, scope: Scope, answer: "_Answer", seconds: float) -> None:
        route = getattr(scope.get("route"), "path", None) or (
            "unmatched" if scope["path"].startswith("/api") else "interface"
        )
        self._metrics.count_request(answer.method, route, answer.status, seconds)
        write = log.debug if route in _QUIET_ROUTES else log.info
        write(
            "request",
            method=answer.method,
            route=route,
            status=answer.status,
            milliseconds=round(seconds * 1000, 1),
        )


class _Answer:
    """Sends with the studio's headers; answers HEAD as GET without the body."""

    def __init__(self, send: Send, request_id: str, scope: Scope) -> None:
        self.request_id = request_id
        self.method: str = scope["method"]
        self.status = 0
        self._send = send
        self._path: str = scope["path"]
        self.is_headless = self.method == "HEAD" and not self._path.endswith("/events")

    async def send(self, message: Message) -> None:
        """Pass a message on."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self._add_headers(MutableHeaders(scope=message))
        elif message["type"] == "http.response.body" and self.is_headless:
            message = {**message, "body": b""}
        await self._send(message)

    def _add_headers(self, headers: MutableHeaders) -> None:
        headers["X-Request-ID"] = self.request_id
        for name, value in SAFE_HEADERS.items():
            headers.setdefault(name, value)
        headers.setdefault("Content-Security-Policy", API_POLICY)
        if self._path.startswith("/api"):
            headers.setdefault("Cache-Control", "no-store")
