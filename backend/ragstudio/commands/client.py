"""How commands talk to the studio: over HTTP to a running server, else to one in this process."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import httpx

from ragstudio.errors import StudioError
from ragstudio.settings import Settings
from ragstudio.storage.data_directory import DataDirectory

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from fastapi import FastAPI

_TIMEOUT = httpx.Timeout(600.0, connect=5.0)
_IN_PROCESS = "http://127.0.0.1"


class StudioUnreachable(StudioError):
    """No studio answers at the address."""

    code = "studio_unreachable"
    status = 503


class CallRefused(StudioError):
    """The API answered with an error, which is passed on as it came."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        super().__init__(
            str(answer.get("message") or f"The studio answered {status}."),
            hint=str(answer.get("hint") or "Look in the server's log."),
            details=answer.get("details") or {},
        )
        self.http_status = status
        self.answer_code = str(answer.get("code") or "unknown")

    @property
    def exit_code(self) -> int:
        """2 where the command was used wrongly, else 1."""
        return 2 if self.answer_code == "validation_error" else 1

    @property
    def is_about_caller(self) -> bool:
        """Whether every further call would be refused just the same."""
        return self.http_status in (401, 403) or self.http_status >= 500

    def as_dict(self) -> dict[str, Any]:
        """The error as the API answered it."""
        return {**super().as_dict(), "code": self.answer_code}


class StudioClient:
    """Calls to the API below `/api`."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def call(self, method: str, path: str, **options: Any) -> httpx.Response:
        """The answer to one call. Raises `CallRefused` and `StudioUnreachable`."""
        with _named(self._http):
            response = self._http.request(method, f"/api{path}", **options)
        if response.is_error:
            raise CallRefused(response.status_code, _read_error(response))
        return response

    def stream(self, path: str, **parameters: Any) -> Iterator[bytes]:
        """The body of one GET in pieces. Raises `CallRefused` and `StudioUnreachable`."""
        with (
            _named(self._http),
            self._http.stream("GET", f"/api{path}", params=parameters, timeout=None) as response,
        ):
            if response.is_error:
                response.read()
                raise CallRefused(response.status_code, _read_error(response))
            yield from response.iter_bytes()

    def get(self, path: str, **parameters: Any) -> httpx.Response:
        """One GET with query parameters; those that are None are left out."""
        given = {name: value for name, value in parameters.items() if value is not None}
        return self.call("GET", path, params=given)


@contextlib.contextmanager
def _named(http: httpx.Client) -> Iterator[None]:
    """Say which studio it is that does not answer."""
    try:
        yield
    except httpx.TransportError as error:
        raise StudioUnreachable(
            f"The studio at {http.base_url} does not answer ({type(error).__name__}).",
            hint="Start it with `ragstudio serve`, or correct --url.",
        ) from error


@contextlib.contextmanager
def connect_to_server(settings: Settings, url: str | None) -> Iterator[StudioClient | None]:
    """A client of the server at `url`, or of the one that owns `DATA_DIR`; None without one."""
    found = url or find_server(settings)
    if found is None:
        yield None
        return
    with httpx.Client(
        base_url=found, headers=_authorise(settings), timeout=_TIMEOUT, trust_env=False
    ) as http:
        yield StudioClient(http)


@contextlib.contextmanager
def open_client(settings: Settings, url: str | None, *, workers: int = 0) -> Iterator[StudioClient]:
    """A client of the server at `url`, of the one that owns `DATA_DIR`, or of one started here.

    Raises what `Studio.open` raises where it is started here, with `workers` workers.
    """
    with connect_to_server(settings, url) as client:
        if client is not None:
            yield client
            return
    # The worker of a command keeps as quiet as the command.
    level = "warning" if settings.log_level == "info" else settings.log_level
    own = {"workers": workers, "log_level": level}
    with (
        _run_app(settings.model_copy(update=own)) as transport,
        httpx.Client(
            base_url=_IN_PROCESS, headers=_authorise(settings), transport=transport
        ) as http,
    ):
        yield StudioClient(http)


def _authorise(settings: Settings) -> dict[str, str]:
    token = settings.api_token.get_secret_value()
    return {"Authorization": f"Bearer {token}"} if token else {}


def find_server(settings: Settings) -> str | None:
    """The address of the server that owns `DATA_DIR`, if one runs."""
    if not settings.uses_embedded_database:
        return None
    owner = DataDirectory(settings.data_dir).owner() or {}
    return str(owner["api_url"]) if "api_url" in owner else None


@contextlib.contextmanager
def _run_app(settings: Settings) -> Iterator["_AppTransport"]:
    from anyio.from_thread import start_blocking_portal

    from ragstudio.api.app import create_app

    app = create_app(settings)
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(app.router.lifespan_context(app)),
    ):
        yield _AppTransport(portal, app)


class _AppTransport(httpx.BaseTransport):
    """Hands requests to an application whose event loop runs in another thread."""

    def __init__(self, portal: "BlockingPortal", app: "FastAPI") -> None:
        self._portal = portal
        self._asgi = httpx.ASGITransport(app=app, raise_app_exceptions=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The whole answer to one request."""
        return self._portal.call(self._answer, request)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        response = await self._asgi.handle_async_request(request)
        content = await response.aread()
        return httpx.Response(response.status_code, headers=response.headers, content=content)


def _read_error(response: httpx.Response) -> dict[str, Any]:
    try:
        error = response.json()["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return error if isinstance(error, dict) else {}
