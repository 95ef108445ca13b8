"""One connection: what is too slow, too large or no HTTP is ended before it holds anything up."""

import asyncio
from asyncio import TimerHandle
from uuid import uuid4

import structlog
from starlette.responses import Response
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from ragstudio.api.errors import studio_error_response
from ragstudio.api.safe_headers import API_POLICY, SAFE_HEADERS
from ragstudio.errors import StudioError

PIECE_BYTES = 64 * 1024
MOST_HEADER_BYTES = 64 * 1024
MOST_CONNECTIONS = 500

log = structlog.get_logger(__name__)


class NoRequest(StudioError):
    """What came is no HTTP."""

    code = "bad_request"
    status = 400


class ClientTooSlow(StudioError):
    """A request did not arrive in time."""

    code = "client_too_slow"
    status = 408


class HeadersTooLarge(StudioError):
    """The headers of a request are larger than any studio's."""

    code = "headers_too_large"
    status = 431


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol with an end to its patience.

    A client has `seconds` for the headers of a request, and for each further 64 KiB of its body
    or of the answer, or what is left of them; then it is told so (408) where an answer can still
    be given, and the connection ends. Time in which the studio itself is busy does not count.
    """

    seconds: float = 30.0
    most_connections: int = MOST_CONNECTIONS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first headers."""
        super().connection_made(transport)
        self._reading_headers = True
        self._header_bytes = 0
        self._arrived = 0
        self._unsent = 0
        self._inbound: TimerHandle | None = None
        self._outbound: TimerHandle | None = None
        if len(self.connections) > self.most_connections:
            transport.abort()
        else:
            self._wait_for_client()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        self._stop_draining()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes in, if they come fast enough."""
        self._arrived += len(data)
        if self._inbound is None or (not self._reading_headers and self._arrived >= PIECE_BYTES):
            self._wait_for_client()
        if self._reading_headers:
            self._header_bytes += len(data)
        super().data_received(data)
        if self._reading_headers and self._header_bytes > MOST_HEADER_BYTES:
            too_large = HeadersTooLarge(
                f"The headers of the request are larger than {MOST_HEADER_BYTES} bytes.",
                hint="Send fewer or smaller headers.",
                details={"limit_bytes": MOST_HEADER_BYTES},
            )
            self._refuse(too_large)

    def on_headers_complete(self) -> None:
        """Go on to wait for the body."""
        self._reading_headers = False
        self._wait_for_client()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request has arrived: what takes time now is the studio."""
        self._stop_waiting()
        self._reading_headers = True
        self._header_bytes = 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        """More is to be sent than the client has read: see whether it reads on."""
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        """The client has read."""
        self._stop_draining()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP in the one error shape."""
        self._refuse(NoRequest(msg, hint="Send a well-formed request of HTTP/1.1."))

    def _wait_for_client(self) -> None:
        self._stop_waiting()
        self._arrived = 0
        self._inbound = self.loop.call_later(self.seconds, self._give_up_waiting)

    def _stop_waiting(self) -> None:
        if self._inbound is not None:
            self._inbound.cancel()
            self._inbound = None

    def _give_up_waiting(self) -> None:
        # Between two requests an event stream may run; and a full buffer is the studio's doing.
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if self.flow.read_paused or (self._reading_headers and is_answering):
            self._wait_for_client()
            return
        if self._reading_headers and not self._header_bytes:
            self.transport.close()
            return
        too_slow = ClientTooSlow(
            f"The request did not arrive in time: {self.seconds:g} seconds for its headers, and "
            f"for each {PIECE_BYTES} bytes of its body.",
            hint="Send it again over a faster connection, or raise CLIENT_TIMEOUT_SECONDS.",
            details={"limit_seconds": self.seconds, "limit_bytes": PIECE_BYTES},
        )
        self._refuse(too_slow)

    def _wait_for_reader(self) -> None:
        self._unsent = self.transport.get_write_buffer_size()
        self._outbound = self.loop.call_later(self.seconds, self._give_up_draining)

    def _stop_draining(self) -> None:
        if self._outbound is not None:
            self._outbound.cancel()
            self._outbound = None

    def _give_up_draining(self) -> None:
        if self.transport.get_write_buffer_size() <= self._unsent - PIECE_BYTES:
            self._wait_for_reader()
        else:
            self.transport.abort()

    def _refuse(self, error: StudioError) -> None:
        """Answer where nothing has been answered yet, and end the connection either way."""
        self._stop_waiting()
        if self.transport.is_closing():
            return
        if self.cycle is not None and self.cycle.response_started and not self._reading_headers:
            self.transport.abort()
            return
        request_id = uuid4().hex
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            answer = studio_error_response(error)
            log.info("request_refused", status=error.status, code=error.code)
        self.transport.write(_write_answer(answer, request_id))
        self.transport.close()


def limit_patience(seconds: float) -> type[PatientProtocol]:
    """The protocol with that many seconds of patience."""
    return type("LimitedProtocol", (PatientProtocol,), {"seconds": seconds})


def _write_answer(answer: Response, request_id: str) -> bytes:
    headers = {
        "X-Request-ID": request_id,
        **SAFE_HEADERS,
        "Content-Security-Policy": API_POLICY,
        "Cache-Control": "no-store",
        "Connection": "close",
        **answer.headers,
    }
    lines = [f"{name}: {value}\r\n".encode("latin-1") for name, value in headers.items()]
    return b"".join([STATUS_LINE[answer.status_code], *lines, b"\r\n", bytes(answer.body)])
