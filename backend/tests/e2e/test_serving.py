"""A whole visit: serve, use it from the command line, stop it, use it without a server."""

import json
import signal
import time

import psutil
import pytest

from tests.e2e.conftest import Server
from tests.running_server import new_text


def is_at_work(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.timeout(300)
def test_a_studio_is_served_used_and_stopped(server: Server) -> None:
    note = server.folder / "note.md"
    note.write_text(new_text("a signal flag on the pier"))
    ingested = server.run("ingest", "note.md", "--wait")
    assert ingested.returncode == 0, ingested.stderr
    answer = json.loads(server.run("search", "signal flag", "--json").stdout)
    assert answer["results"][0]["filename"] == "note.md"
    uri = server.run("mongo-uri").stdout.strip()
    assert uri.startswith("mongodb://ragstudio:")
    held = server.run("serve")
    assert held.returncode == 1
    assert f"serving {server.http.base_url}".rstrip("/") in held.stderr

    followed = server.http.stream("GET", "/api/events")
    assert server.process is not None
    with followed as stream:
        assert stream.status_code == 200
        children = server.children("")
        started = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
    assert time.monotonic() - started < 20
    # A child of one that has ended is a zombie until the machine's first process looks after it.
    assert not [child for child in children if is_at_work(child)]
    assert "Traceback" not in server.log.read_text()
    assert uri.partition("@")[0].rpartition(":")[2] not in server.log.read_text()

    without = server.run("search", "signal flag", "--json")
    assert without.returncode == 0, without.stderr
    assert json.loads(without.stdout)["results"] == answer["results"]
    assert without.stderr == ""
