"""HTTP calls of commands, to the running server or to one started for the command."""

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx

from ragstudio.errors import StudioError
from ragstudio.settings import Settings
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.process_guard import die_with_parent

_TIMEOUT = httpx.Timeout(600.0, connect=5.0)
_READY = re.compile(r"ready at (http://\S+)")
_STOP_SECONDS = 20.0


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
def open_client(settings: Settings, url: str | None, *, workers: int = 0) -> Iterator[StudioClient]:
    """A client of the server at `url`, of the one that owns `DATA_DIR`, or of one started here.

    A server that is started here has `workers` workers and stops when the command ends. Where it
    cannot start, it says why on standard error and the command ends with its exit code.
    """
    found = url or find_server(settings)
    with contextlib.ExitStack() as stack:
        address = found or stack.enter_context(_run_server(settings, workers))
        http = httpx.Client(
            base_url=address, headers=_authorise(settings), timeout=_TIMEOUT, trust_env=False
        )
        yield StudioClient(stack.enter_context(http))


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
def _run_server(settings: Settings, workers: int) -> Iterator[str]:
    """The address of a server that runs for as long as the context."""
    # The server of a command is as quiet as the command.
    level = "warning" if settings.log_level == "info" else settings.log_level
    own = {"HOST": "127.0.0.1", "WORKERS": str(workers), "LOG_LEVEL": level}
    server = subprocess.Popen(
        [sys.executable, "-m", "ragstudio.cli", "serve", "--port", "0"],
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        text=True,
        # An interrupt from the keyboard reaches the command, which then stops its server.
        start_new_session=True,
        preexec_fn=die_with_parent(),  # noqa: PLW1509
    )
    try:
        assert server.stdout is not None
        address = next((at[1] for line in server.stdout if (at := _READY.search(line))), None)
        if address is None:
            sys.exit(server.wait() or 1)
        yield address
    finally:
        server.terminate()
        try:
            server.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _read_error(response: httpx.Response) -> dict[str, Any]:
    try:
        error = response.json()["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return error if isinstance(error, dict) else {}
