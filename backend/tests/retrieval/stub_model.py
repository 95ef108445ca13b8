"""A server on loopback that answers as a chat completion API does, with what a test gives it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class StubModel:
    """What to answer (`content` inside a completion, or a whole `body`), and what was asked."""

    base_url: str = ""
    status: int = 200
    content: Any = ""
    body: bytes | None = None
    hangs: bool = False
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def answer(self) -> bytes:
        if self.body is not None:
            return self.body
        return json.dumps({"choices": [{"message": {"content": self.content}}]}).encode()


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
            body = stub.answer()
            self.send_response(stub.status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

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
