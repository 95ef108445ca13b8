"""The hub: reached, refusing, silent, absent. A server on this machine stands in for it."""

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import perf_counter

import pytest

from ragstudio.errors import ModelUnavailable
from ragstudio.inference.weights import resolve_weights

COMMIT = "d" * 40
NAME = "someone/published"
FILES = {
    "config.json": b"{}",
    "model.safetensors": b"weights",
    "pytorch_model.bin": b"pickled weights",
    "onnx/model.onnx": b"unused",
    "README.md": b"unused",
}


class _Hub(BaseHTTPRequestHandler):
    """Answers what the hub client asks for when it fetches a model."""

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        path = self.path.partition("?")[0]
        if path in (f"/api/models/{NAME}", f"/api/models/{NAME}/revision/main"):
            siblings = [{"rfilename": name} for name in FILES]
            self._send(
                json.dumps({"id": NAME, "modelId": NAME, "sha": COMMIT, "siblings": siblings}),
                with_body,
            )
        elif path.startswith(f"/api/models/{NAME}/tree/"):
            tree = [
                {"type": "file", "path": name, "size": len(content), "oid": f"{number:040}"}
                for number, (name, content) in enumerate(FILES.items())
            ]
            self._send(json.dumps(tree), with_body)
        elif path.removeprefix(f"/{NAME}/resolve/{COMMIT}/") in FILES:
            name = path.removeprefix(f"/{NAME}/resolve/{COMMIT}/")
            self._send(FILES[name].decode(), with_body, etag=f'"{name.replace("/", "-")}"')
        else:
            self.send_error(404)

    def _send(self, text: str, with_body: bool, etag: str = '"x"') -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", etag)
        self.send_header("X-Repo-Commit", COMMIT)
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    _use_endpoint(monkeypatch, server.server_address[1])
    yield
    server.shutdown()
    server.server_close()


def _use_endpoint(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    endpoint = f"http://127.0.0.1:{port}"
    template = endpoint + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", endpoint)
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)


def test_a_model_is_fetched_into_the_cache(empty_cache: Path, hub: None) -> None:
    files = resolve_weights(NAME, use_hub=True, hub_timeout_seconds=5)
    assert files.origin == "hub"
    assert files.path.is_relative_to(empty_cache)
    fetched = {str(p.relative_to(files.path)) for p in files.path.rglob("*") if p.is_file()}
    assert fetched == {"config.json", "model.safetensors"}
    again = resolve_weights(NAME, use_hub=False, hub_timeout_seconds=5)
    assert (again.origin, again.revision) == ("cache", files.revision)


def test_an_unknown_model_names_the_ways_out(empty_cache: Path, hub: None) -> None:
    with pytest.raises(ModelUnavailable, match="did not deliver") as caught:
        resolve_weights("someone/else", use_hub=True, hub_timeout_seconds=5)
    assert "make models" in caught.value.hint


def test_an_absent_hub_costs_little(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        _use_endpoint(monkeypatch, closed.getsockname()[1])
        started = perf_counter()
        with pytest.raises(ModelUnavailable, match="did not deliver"):
            resolve_weights(NAME, use_hub=True, hub_timeout_seconds=2)
        assert perf_counter() - started < 4


def test_a_silent_hub_costs_no_more_than_the_timeout(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        _use_endpoint(monkeypatch, silent.getsockname()[1])
        started = perf_counter()
        with pytest.raises(ModelUnavailable, match="did not deliver"):
            resolve_weights(NAME, use_hub=True, hub_timeout_seconds=0.5)
        assert perf_counter() - started < 3
