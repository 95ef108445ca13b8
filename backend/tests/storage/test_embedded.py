"""The embedded MongoDB: who may reach it, who owns it, and that it comes back."""

import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from pymongo import MongoClient
from pymongo.errors import OperationFailure, PyMongoError

from ragstudio.errors import DataDirectoryHeld, EmbeddedDatabaseError
from ragstudio.storage import mongod_binary
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.embedded import EmbeddedMongod

_OWNER_PROGRAM = """
import sys, pathlib
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.embedded import EmbeddedMongod
mongod = EmbeddedMongod(DataDirectory(pathlib.Path(sys.argv[1])))
mongod.start()
print(mongod.uri, mongod.pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[EmbeddedMongod]:
    mongod = EmbeddedMongod(DataDirectory(tmp_path / "data"))
    mongod.start()
    yield mongod
    mongod.stop()


def _eventually(look: Callable[[], bool], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < deadline, f"did not come true within {seconds} seconds"
        time.sleep(0.05)


def _anonymous_uri(mongod: EmbeddedMongod) -> str:
    return f"mongodb://127.0.0.1:{mongod.port}/?directConnection=true"


def test_nobody_gets_in_without_the_password(embedded: EmbeddedMongod) -> None:
    with MongoClient(_anonymous_uri(embedded)) as anonymous, pytest.raises(OperationFailure):
        anonymous.ragstudio.documents.find_one()
    wrong = embedded.uri.replace("ragstudio:", "ragstudio:wrong", 1)
    with MongoClient(wrong) as guessing, pytest.raises(OperationFailure):
        guessing.ragstudio.documents.find_one()


def test_it_listens_on_loopback_alone_without_compressors(embedded: EmbeddedMongod) -> None:
    addresses = {
        connection.laddr.ip
        for connection in psutil.Process(embedded.pid).net_connections()
        if connection.status == psutil.CONN_LISTEN
    }
    assert addresses == {"127.0.0.1"}
    with MongoClient(embedded.uri, compressors="zlib") as client:
        hello = client.admin.command("hello", compression=["zlib", "snappy", "zstd"])
        assert "compression" not in hello


def test_secrets_are_readable_by_the_owner_alone(embedded: EmbeddedMongod) -> None:
    root = embedded.directory.root
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    for name in ("mongodb.key", "credentials.json", "owner.json"):
        assert stat.S_IMODE((root / name).stat().st_mode) & 0o077 == 0, name


def test_it_has_transactions(embedded: EmbeddedMongod) -> None:
    with MongoClient(embedded.uri) as client, client.start_session() as session:
        collection = client.test.things
        with session.start_transaction():
            collection.insert_one({"_id": 1}, session=session)
            session.abort_transaction()
        assert collection.count_documents({}) == 0


def test_a_second_start_says_who_holds_the_directory(embedded: EmbeddedMongod) -> None:
    second = EmbeddedMongod(DataDirectory(embedded.directory.root))
    with pytest.raises(DataDirectoryHeld) as refusal:
        second.start()
    assert str(os.getpid()) in refusal.value.message
    # The refused start has not disturbed the owner.
    with MongoClient(embedded.uri) as client:
        assert client.admin.command("ping")["ok"] == 1


def test_data_and_port_outlive_a_stop(tmp_path: Path) -> None:
    ports = []
    for expected in (0, 1):
        mongod = EmbeddedMongod(DataDirectory(tmp_path))
        mongod.start()
        ports.append(mongod.port)
        with MongoClient(mongod.uri) as client:
            assert client.test.things.count_documents({}) == expected
            client.test.things.insert_one({})
        mongod.stop()
    assert ports[0] == ports[1]


def test_it_moves_to_another_port_when_its_own_is_taken(tmp_path: Path) -> None:
    mongod = EmbeddedMongod(DataDirectory(tmp_path))
    mongod.start()
    taken = mongod.port
    with MongoClient(mongod.uri) as client:
        client.test.things.insert_one({})
    mongod.stop()
    with socket.socket() as occupant:
        occupant.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        occupant.bind(("127.0.0.1", taken))
        occupant.listen()
        refusing = threading.Thread(target=_hang_up_on_callers, args=(occupant,), daemon=True)
        refusing.start()
        again = EmbeddedMongod(DataDirectory(tmp_path))
        again.start()
        assert again.port != taken
        with MongoClient(again.uri) as client:
            assert client.test.things.count_documents({}) == 1
            client.test.things.insert_one({})
        again.stop()


def test_a_killed_mongod_is_started_again_with_its_data(embedded: EmbeddedMongod) -> None:
    with MongoClient(embedded.uri, serverSelectionTimeoutMS=500) as client:
        client.test.things.insert_one({"_id": "kept"})
        killed = embedded.pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)

        def is_back() -> bool:
            try:
                return client.test.things.count_documents({"_id": "kept"}) == 1
            except PyMongoError:
                return False

        _eventually(is_back)
    assert embedded.pid != killed


def test_mongod_dies_with_its_killed_owner_and_the_directory_is_free(tmp_path: Path) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", _OWNER_PROGRAM, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    pid = int(owner.stdout.readline().split()[1])
    owner.kill()
    owner.wait()
    mongod = EmbeddedMongod(DataDirectory(tmp_path))
    mongod.start()
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    mongod.stop()


def test_a_directory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a directory")
    with pytest.raises(EmbeddedDatabaseError, match="cannot be used"):
        EmbeddedMongod(DataDirectory(in_the_way / "data")).start()


def test_a_file_where_the_database_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "mongodb").write_text("not a directory")
    with pytest.raises(EmbeddedDatabaseError, match="cannot be used") as refusal:
        EmbeddedMongod(DataDirectory(tmp_path)).start()
    assert "DATA_DIR" in refusal.value.hint
    assert DataDirectory(tmp_path).owner() is None


def test_without_a_binary_the_error_names_three_ways_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A machine of another platform: no package carries a binary, and PATH has none that runs.
    broken = tmp_path / "mongod"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(mongod_binary.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(EmbeddedDatabaseError) as refusal:
        mongod_binary.find_mongod()
    for way_out in ("PATH", "MONGODB_URI", "docker compose"):
        assert way_out in refusal.value.hint


def _hang_up_on_callers(server: socket.socket) -> None:
    while True:
        try:
            caller, _ = server.accept()
        except OSError:
            return
        caller.close()
