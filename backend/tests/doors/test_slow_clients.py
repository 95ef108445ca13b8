"""A client that sends or reads next to nothing is told so, or left; others are served meanwhile."""

import json
import socket
import time
from contextlib import ExitStack, suppress

import pytest

from ragstudio.api.connection import MOST_HEADER_BYTES
from tests.doors.conftest import PATIENCE, Door
from tests.running_server import wait_for

UPLOAD = (
    b"POST /api/documents HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n"
    b'--x\r\nContent-Disposition: form-data; name="files"; filename="slow.txt"\r\n\r\n'
)
SEARCH = (
    b"POST /api/search HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n"
)
# Wide of the limit: the machine may be busy.
ENOUGH = PATIENCE + 20


def drip(connection: socket.socket, begin: bytes, drops: bytes) -> tuple[bytes, float]:
    """Send `begin`, then drop after drop; what came back, and after how many seconds."""
    started = time.monotonic()
    connection.sendall(begin)
    connection.settimeout(0.1)
    received = b""
    while time.monotonic() - started < ENOUGH:
        try:
            connection.sendall(drops)
            while piece := connection.recv(65536):
                received += piece
            break
        except TimeoutError:
            continue
        except OSError:
            break
    return received, time.monotonic() - started


@pytest.mark.parametrize(
    ("begin", "drop"),
    [
        (b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", b"x"),
        (SEARCH, b" "),
        (UPLOAD, b"x"),
    ],
    ids=["headers", "body", "upload"],
)
def test_who_sends_a_byte_at_a_time_is_told_and_left(
    narrow: Door, begin: bytes, drop: bytes
) -> None:
    with narrow.connect() as connection:
        received, seconds = drip(connection, begin, drop)
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert b"Content-Security-Policy: default-src 'none'" in head
    error = json.loads(body)["error"]
    assert error["code"] == "client_too_slow"
    assert error["details"]["limit_seconds"] == PATIENCE
    assert error["request_id"].encode() in head
    assert PATIENCE * 0.9 < seconds < ENOUGH


@pytest.mark.parametrize("sent", [b"", b"\r\n"])
def test_who_says_nothing_is_left(narrow: Door, sent: bytes) -> None:
    with narrow.connect() as connection:
        connection.sendall(sent)
        assert connection.recv(1000) == b"" or sent


def test_between_two_requests_a_stray_line_does_not_keep_a_connection(narrow: Door) -> None:
    with narrow.connect() as connection:
        connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"\r\n")
        while connection.recv(65536):
            pass


def test_who_does_not_read_the_answer_is_left(narrow: Door) -> None:
    content = b"a line of a file that is read by nobody\n" * 24_000
    answer = narrow.http.post("/api/documents", files=[("files", ("large.txt", content))])
    document_id = answer.json()["items"][0]["id"]
    with narrow.connect() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        request = f"GET /api/documents/{document_id}/raw HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        connection.sendall(request.encode() * 8)
        wait_for(lambda: is_busy(narrow))
        wait_for(lambda: not is_busy(narrow))
    narrow.http.delete(f"/api/documents/{document_id}")


def is_busy(door: Door) -> bool:
    return any(
        protocol.flow is not None and protocol.flow.write_paused
        for protocol in list(door.server.server_state.connections)
    )


def test_endless_headers_are_431(narrow: Door) -> None:
    with narrow.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX-Long: " + b"x" * (MOST_HEADER_BYTES + 1))
        received = connection.recv(65536)
    assert received.startswith(b"HTTP/1.1 431 ")
    error = json.loads(received.partition(b"\r\n\r\n")[2])["error"]
    assert (error["code"], error["details"]) == (
        "headers_too_large",
        {"limit_bytes": MOST_HEADER_BYTES},
    )


@pytest.mark.parametrize("junk", [b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"\0" * 100])
def test_what_is_no_http_is_400_in_the_one_shape(narrow: Door, junk: bytes) -> None:
    with narrow.connect() as connection:
        connection.sendall(junk)
        received = connection.recv(65536)
    assert received.startswith(b"HTTP/1.1 400 ")
    assert json.loads(received.partition(b"\r\n\r\n")[2])["error"]["code"] == "bad_request"
    assert b"X-Content-Type-Options: nosniff" in received


def test_idle_connections_are_bounded(narrow: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow.server.config.http_protocol_class, "most_connections", 10)
    with ExitStack() as stack:
        started = time.monotonic()
        idle = [stack.enter_context(narrow.connect()) for _ in range(40)]
        with suppress(ConnectionResetError):
            assert idle[-1].recv(10) == b""
        assert time.monotonic() - started < PATIENCE / 2


def test_more_slow_uploads_than_threads_hold_nobody_up(narrow: Door) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(narrow.connect()) for _ in range(60)]
        for connection in slow:
            connection.sendall(UPLOAD)
        found = narrow.http.post("/api/search", json={"query": "a lighthouse"})
        assert found.status_code in {200, 503}
        assert all(connection.recv(12) == b"HTTP/1.1 408" for connection in slow)
    assert narrow.http.get("/api/documents").status_code == 200
