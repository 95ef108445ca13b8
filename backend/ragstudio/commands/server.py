"""`ragstudio serve`: the studio behind a port, until it is told to stop."""

import contextlib
import gc
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import uvicorn

from ragstudio.api.app import create_app
from ragstudio.api.connection import limit_patience
from ragstudio.api.guard import is_loopback
from ragstudio.api.server_sent_events import Streams
from ragstudio.errors import StudioError
from ragstudio.settings import Settings
from ragstudio.studio import Studio

# Requests under way may take this long once the server is told to stop.
_GRACE_SECONDS = 3


class AddressUnavailable(StudioError):
    """The address cannot be listened on."""

    code = "address_unavailable"
    status = 409


class ExposureRefused(StudioError):
    """Listening beyond this machine without a token."""

    code = "exposure_refused"
    status = 422
    exit_code = 2


def run_server(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM.

    Raises `ExposureRefused`, `AddressUnavailable`, and what `Studio.open` raises.
    """
    refuse_exposure(settings)
    with contextlib.closing(_listen(settings.host, settings.port)) as listener, _stoppable():
        _say("Starting MongoDB and loading the models; this takes some seconds.\n")
        studio = Studio.open(settings)
        try:
            studio.start()
            url = _describe_address(settings.host, listener.getsockname()[1])
            _publish(studio, url)
            app = create_app(settings, studio)
            leave_out_of_collections()
            config = uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                http=limit_patience(settings.client_timeout_seconds),
                ws="none",
                timeout_graceful_shutdown=_GRACE_SECONDS,
            )
            greeting = _greet(url, is_empty=studio.database.documents.total() == 0)
            _Server(config, greeting, app.state.streams).run(sockets=[listener])
        finally:
            _say("Stopping; documents in work go back to the queue.\n")
            studio.close()
            _say("Stopped.\n")


def refuse_exposure(settings: Settings) -> None:
    """Raises `ExposureRefused` for an address others can reach while no token is asked for."""
    if settings.api_token.get_secret_value() or is_loopback(settings.host):
        return
    raise ExposureRefused(
        f"HOST={settings.host} can be reached from other machines, and API_TOKEN is not set.",
        hint="Set API_TOKEN to a long random value, or leave HOST at 127.0.0.1.",
    )


def leave_out_of_collections() -> None:
    """Let Python's cyclic collector pass over all that is loaded by now.

    Going through the objects of the models and their libraries holds up every thread for nearly
    half a second, each time, and finds nothing.
    """
    gc.collect()
    gc.freeze()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, greeting: str, streams: Streams) -> None:
        super().__init__(config)
        self._greeting = greeting
        self._streams = streams

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say where."""
        await super().startup(sockets)
        if self.started:
            _say(self._greeting)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the event streams, which would never end by themselves, and stop."""
        self._streams.end_all()
        await super().shutdown(sockets)


def _say(words: str) -> None:
    sys.stdout.write(words)
    sys.stdout.flush()


def _greet(url: str, *, is_empty: bool) -> str:
    """What a person who started the studio wants to know."""
    greeting = f"RAG studio is ready at {url} (API docs at {url}/api/docs)\n"
    if is_empty:
        greeting += (
            "It holds no documents yet: load the sample documents in the browser, or with "
            "`make samples` in another terminal.\n"
        )
    return greeting


class _Stopped(BaseException):
    """SIGINT or SIGTERM arrived."""


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """Turn SIGINT and SIGTERM into a clean end, at any moment; a second one changes nothing."""

    def stop(number: int, frame: FrameType | None) -> None:
        for again in (signal.SIGINT, signal.SIGTERM):
            signal.signal(again, signal.SIG_IGN)
        raise _Stopped

    before: dict[int, Any] = {
        number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    except _Stopped:
        return
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket: a taken port is noticed before anything is started."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(2048)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise AddressUnavailable(
            f"The studio cannot listen on {host}:{port}: {error.strerror}.",
            hint="If it is the studio, use the one that runs; otherwise stop what uses the port, "
            "or choose another with --port or PORT in .env (0 takes any).",
            details={"host": host, "port": port},
        ) from error
    return listener


def _describe_address(host: str, port: int) -> str:
    reachable = host
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(host)
        if address.is_unspecified:
            reachable = "127.0.0.1" if address.version == 4 else "::1"
    if ":" in reachable and not reachable.startswith("["):
        reachable = f"[{reachable}]"
    return f"http://{reachable}:{port}"


def _publish(studio: Studio, url: str) -> None:
    """Write down the address, so that commands find this server."""
    if studio.handle.embedded is not None:
        studio.handle.embedded.directory.publish(
            {"pid": os.getpid(), "mongodb_uri": studio.handle.uri, "api_url": url}
        )
