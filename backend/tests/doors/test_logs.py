"""What the processes write down holds no text of a document, no question, no token and no key."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from ragstudio.storage.embedded import EmbeddedMongod
from tests.e2e.conftest import Server
from tests.retrieval.stub_model import StubModel, run_stub_model
from tests.running_server import wait_for

TOKEN = "zqtoken-0123456789"
KEY = "zqkey-0123456789"
QUESTION = "zqquestion about the marmot"
TEXT = "zqtext of the marmot"
BROKEN = "zqbroken marmot"
METADATA = "zqowner"
SECRETS = (TOKEN, KEY, "zqquestion", "zqtext", "zqbroken", METADATA)


@pytest.fixture
def stub() -> Iterator[StubModel]:
    with run_stub_model() as running:
        running.status = 500
        running.body = f"the model says {QUESTION} {TEXT} {KEY}".encode()
        yield running


@pytest.fixture
def server(tmp_path: Path, mongod: EmbeddedMongod, stub: StubModel) -> Iterator[Server]:
    """A server that tells all it can, with a gate whose model fails."""
    server = Server(tmp_path)
    server.environment |= {
        "MONGODB_URI": mongod.uri,
        "MONGODB_DATABASE": f"test_logs_{uuid4().hex[:8]}",
        "LOG_LEVEL": "debug",
        "API_TOKEN": TOKEN,
        "OPENROUTER_API_KEY": KEY,
        "OPENROUTER_BASE_URL": stub.base_url,
        "RERANKER_MODEL": "offline",
        "AMBIGUITY_MARGIN": "1",
        "MINIMUM_SCORE": "0",
    }
    server.start()
    server.http.headers["authorization"] = f"Bearer {TOKEN}"
    yield server
    server.end()


def upload(server: Server, name: str, content: bytes) -> dict[str, Any]:
    """The document once it is ready or has failed."""
    answer = server.http.post("/api/documents", files=[("files", (name, content))])
    document_id = answer.json()["items"][0]["id"]
    return server.wait_until(document_id, lambda found: found["status"] in {"ready", "failed"})


def test_nothing_that_was_said_is_written_down(server: Server, stub: StubModel) -> None:
    http = server.http
    good = upload(server, "good.md", f"# Owls\n\n{TEXT} sleeps in winter.\n".encode())
    other = upload(server, "other.md", f"# Owls\n\n{TEXT} wakes in spring.\n".encode())
    assert (good["status"], other["status"]) == ("ready", "ready")
    for name, content in (
        ("broken.json", f'{{"{BROKEN}": '.encode()),
        ("broken.pdf", f"%PDF-1.7\n{BROKEN}\nstartxref\n99999\n%%EOF".encode()),
    ):
        assert upload(server, name, content)["status"] == "failed"

    http.post("/api/clarify/openrouter/consent")
    for mode in ("vector", "hybrid"):
        body = {"query": QUESTION, "mode": mode, "explain": True}
        assert http.post("/api/search", json=body).status_code == 200
    wait_for(lambda: bool(stub.requests))
    address = f"/api/documents/{good['id']}"
    http.patch(address, json={"owner": METADATA})
    for refused in (
        http.patch(address, json={METADATA: {"$gt": TEXT}}),
        http.post("/api/search", json={"query": QUESTION * 200}),
        http.post("/api/search", content=f'{{"query": "{QUESTION}'.encode()),
        http.get("/api/documents", params={"cursor": QUESTION}),
        http.get("/api/documents", headers={"authorization": f"Bearer {TOKEN}x"}),
    ):
        assert refused.is_client_error
    marked = http.get(f"{address}x")
    http.get(f"{address}/raw")
    http.delete(address)

    server.end()
    log = server.log.read_text()
    for secret in SECRETS:
        assert secret not in log, secret
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert {"document_accepted", "request"} <= {line["event"] for line in lines}
    request_id = marked.json()["error"]["request_id"]
    told = [line for line in lines if line.get("request_id") == request_id]
    assert [(line["event"], line["status"]) for line in told] == [("request", 404)]
