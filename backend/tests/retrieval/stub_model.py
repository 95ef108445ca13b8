"""A server on loopback that answers as a chat completion API does, with what a test gives it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class StubModel:
    """What to answer (`content`, a whole `body`, or an event stream), and what was asked.

    `statuses` go before `status`, one a call. A stream is written in `pieces` as they are; with
    `cuts` the connection ends within it, with `hangs_within` it stays open after the pieces.
    """

    base_url: str = ""
    status: int = 200
    content: Any = ""
    body: bytes | None = None
    hangs: bool = False
    pieces: list[bytes] | None = None
    cuts: bool = False
    hangs_within: bool = False
    statuses: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def answer(self) -> bytes:
        if self.body is not None:
            return self.body
        return json.dumps({"choices": [{"message": {"content": self.content}}]}).encode()


def write_event(said: Any, finish: str | None = None) -> bytes:
    """One event of a stream of chat completions."""
    choice = {"index": 0, "delta": {"content": said}, "finish_reason": finish}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"


@contextmanager
def run_stub_model() -> Iterator[StubModel]:
    """A running stub; the port is any that is free."""
    stub = StubModel()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            stub.requests.append(json.loads(self.rfile.read(length)))
            stub.keys.append(self.headers["Authorization"])
            if stub.hangs:
                stub.released.wait(30)
            status = stub.statuses.pop(0) if stub.statuses else stub.status
            if stub.pieces is not None and status == 200:
                self.stream(stub.pieces)
                return
            body = stub.answer()
            self.send_response(status)
            for name, value in stub.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def stream(self, pieces: list[bytes]) -> None:
            self.protocol_version = "HTTP/1.1"
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.close_connection = True
            with suppress(OSError):
                for piece in pieces:
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                if stub.hangs_within:
                    stub.released.wait(30)
                if not stub.cuts:
                    self.wfile.write(b"0\r\n\r\n")

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    stub.base_url = f"http://127.0.0.1:{server.server_address[1]}/api/v1"
    try:
        yield stub
    finally:
        stub.released.set()
        server.shutdown()
        server.server_close()
        thread.join()
