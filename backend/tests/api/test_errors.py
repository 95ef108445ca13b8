"""The one shape of errors, whatever goes wrong."""

import json
import socket
import time
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from ragstudio.api.app import create_app
from ragstudio.settings import Settings
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.embedded import EmbeddedMongod
from ragstudio.studio import Studio
from tests.running_server import Api, assert_error, wait_for

JSON = {"content-type": "application/json"}
DOCUMENT_TEXT = "text of a document"


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "HEAD"])
@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/documents/x/y", "/api/docs/x"]
)
def test_an_unknown_path_is_404(api: Api, method: str, path: str) -> None:
    answer = api.http.request(method, path, headers={"accept": "text/html"})
    assert answer.status_code == 404
    if method != "HEAD":
        assert_error(answer, 404, "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/documents", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("POST", "/api/health", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/api/documents/abc", {"DELETE", "GET", "HEAD", "OPTIONS", "PATCH"}),
        ("GET", "/api/search", {"OPTIONS", "POST"}),
    ],
)
def test_a_method_that_is_not_there_is_405_and_names_those_that_are(
    api: Api, method: str, path: str, allowed: set[str]
) -> None:
    answer = api.http.request(method, path)
    assert_error(answer, 405, "method_not_allowed")
    assert set(answer.headers["allow"].split(", ")) == allowed
    options = api.http.options(path)
    assert (options.status_code, options.headers["allow"]) == (204, answer.headers["allow"])


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"[]",
        b'"text"',
        b'{"query": NaN}',
        b'{"query": "x", "minimum_score": NaN}',
        b'{"query": "x", "minimum_score": Infinity}',
        b'{"query": "x", "limit": 1e999}',
        b'{"query": "\\ud800"}',
        b'{"query": "x", "\\ud800": 1}',
        b'{"query": "x", "filters": {"group": ["\\udfff"]}}',
        b'{"query": "a\\u0000b"}',
        b"\xff\xfe\x00",
    ],
)
def test_a_broken_body_is_refused_and_breaks_nothing(api: Api, body: bytes) -> None:
    answer = api.http.post("/api/search", content=body, headers=JSON)
    assert answer.status_code in {400, 422}, answer.text
    assert_error(answer, answer.status_code, answer.json()["error"]["code"])


def test_deeply_nested_json_is_refused(api: Api) -> None:
    body = b"[" * 100_000 + b"]" * 100_000
    answer = api.http.post("/api/search", content=body, headers=JSON)
    assert answer.status_code in {400, 422}


@pytest.mark.parametrize("announced", [True, False])
def test_a_body_over_a_megabyte_is_413(api: Api, announced: bool) -> None:
    body = json.dumps({"query": "x" * (1024 * 1024 + 1)}).encode()
    answer = api.http.post(
        "/api/search",
        content=body if announced else iter([body[:1000], body[1000:]]),
        headers=JSON,
    )
    assert_error(answer, 413, "request_too_large")


def test_every_answer_carries_a_request_id_and_safe_headers(api: Api) -> None:
    given = api.http.get("/api/health", headers={"x-request-id": "my-id-1"})
    made = api.http.get("/api/health", headers={"x-request-id": "not allowed\tat all"})

    assert given.headers["x-request-id"] == "my-id-1"
    assert len(made.headers["x-request-id"]) == 32
    assert given.headers["x-content-type-options"] == "nosniff"
    assert given.headers["x-frame-options"] == "DENY"
    assert "default-src 'none'" in given.headers["content-security-policy"]


@pytest.fixture
def broken_app(studio: Studio, api_settings: Settings) -> FastAPI:
    """The application with one more route that fails while it holds document text."""
    app = create_app(api_settings, studio)

    @app.get("/api/broken")
    def break_down() -> None:
        raise ValueError(DOCUMENT_TEXT)

    app.router.routes.insert(0, app.router.routes.pop())
    return app


def test_a_fault_of_the_studio_is_500_and_tells_no_text(
    broken_app: FastAPI, capsys: pytest.CaptureFixture[str]
) -> None:
    with TestClient(broken_app, base_url="http://127.0.0.1") as client:
        answer = client.get("/api/broken")

    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal_error"
    captured = capsys.readouterr()
    assert "request_broke" in captured.out + captured.err
    assert DOCUMENT_TEXT not in answer.text + captured.out + captured.err


def test_an_absent_database_is_503_while_the_process_stays_alive(tmp_path: Path) -> None:
    embedded = EmbeddedMongod(DataDirectory(tmp_path))
    embedded.start()
    studio = Studio.open(
        Settings(_env_file=None, mongodb_uri=embedded.uri, workers=0, reranker_model="none")
    )
    studio.start()
    try:
        with TestClient(create_app(studio=studio), base_url="http://127.0.0.1") as client:
            wait_for(lambda: client.get("/api/health").json()["ready"])
            embedded.stop()
            for answer in (
                client.get("/api/documents"),
                client.get("/api/system"),
                client.post("/api/search", json={"query": "anything"}),
                client.post("/api/documents", files=[("files", ("note.md", "some words"))]),
            ):
                assert answer.status_code == 503, answer.text
                assert answer.json()["error"]["code"] in {"database_unavailable", "index_not_ready"}
            wait_for(lambda: not client.get("/api/health").json()["ready"])
            health = client.get("/api/health")
            assert health.status_code == 200
            assert health.json()["checks"]["mongodb"]["ready"] is False
    finally:
        studio.close()
        embedded.stop()


def test_a_client_that_leaves_in_mid_upload_breaks_nothing(
    api: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    address = api.http.base_url
    with socket.create_connection((address.host, address.port)) as connection:
        connection.sendall(
            b"POST /api/documents HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n"
            b'--x\r\nContent-Disposition: form-data; name="files"; filename="cut.txt"\r\n\r\nbegun'
        )
    log = ""
    deadline = time.monotonic() + 20
    while "client_left" not in log:
        assert time.monotonic() < deadline, log
        log += "".join(capsys.readouterr())
        time.sleep(0.05)
    assert "request_broke" not in log
    assert api.http.get("/api/health").status_code == 200
