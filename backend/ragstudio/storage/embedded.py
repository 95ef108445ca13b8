"""The embedded MongoDB: a real `mongod` child, single-node replica set, loopback, with a password.

It follows its owner in death, is restarted when it crashes, and comes back with its data after
any kind of stop.
"""

import contextlib
import os
import socket
import subprocess
import threading
import time
from pathlib import Path
from urllib.parse import quote

import psutil
import structlog
from pymongo import MongoClient
from pymongo.errors import OperationFailure, PyMongoError

from ragstudio.errors import EmbeddedDatabaseError
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.mongod_binary import find_mongod
from ragstudio.storage.process_guard import die_with_parent

_REPLICA_SET = "ragstudio"
_USER = "ragstudio"
_START_SECONDS = 60.0
_STOP_SECONDS = 30.0
_NODE_NOT_IN_CONFIGURATION = 93
_NOT_YET_INITIALIZED = 94

log = structlog.get_logger(__name__)


class EmbeddedMongod:
    """Owns `DATA_DIR` and the `mongod` in it. `start()` returns when it takes writes."""

    def __init__(self, directory: DataDirectory) -> None:
        self.directory = directory
        self.port = 0
        self._password = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper: threading.Thread | None = None
        self._up = threading.Event()
        self._stopping = threading.Event()
        self._failure: EmbeddedDatabaseError | None = None

    @property
    def uri(self) -> str:
        """The connection string, with the password."""
        return (
            f"mongodb://{_USER}:{quote(self._password, safe='')}@127.0.0.1:{self.port}/"
            f"?directConnection=true&authSource=admin"
        )

    @property
    def pid(self) -> int | None:
        """Process id of the running `mongod`."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Take the data directory and start.

        Raises `DataDirectoryHeld` and `EmbeddedDatabaseError`.
        """
        binary = find_mongod()
        self.directory.acquire()
        try:
            _end_leftover(self.directory.rebuilt_path)
            self.directory.settle_rebuild()
            self._password, last_port = self.directory.read_or_create_secret()
            self.directory.database_path.mkdir(exist_ok=True)
            _end_leftover(self.directory.database_path)
            self.port = _choose_port(last_port)
            # One thread starts every mongod: the kernel's parent-death signal is bound to the
            # thread that forked, so that thread must live as long as the studio.
            self._keeper = threading.Thread(
                target=self._keep_running, args=(binary,), name="mongod-keeper", daemon=True
            )
            self._keeper.start()
            while not self._up.wait(0.05):
                if self._failure is not None:
                    raise self._failure
            self.directory.remember_port(self._password, self.port)
            self.directory.publish({"pid": os.getpid(), "mongodb_uri": self.uri})
        except OSError as error:
            self.stop()
            raise EmbeddedDatabaseError(
                f"The data directory {self.directory.root} cannot be used: "
                f"{error.strerror or type(error).__name__}.",
                hint="Make it and what is in it writable for this user, free disk space, or set "
                "DATA_DIR to another directory.",
            ) from error
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop `mongod` cleanly and give the data directory up; harmless if it is not running."""
        self.halt()
        self.directory.release()

    def halt(self) -> None:
        """Stop `mongod` cleanly for good, and stay the owner of the data directory."""
        self._stopping.set()
        self._end_process()
        if self._keeper is not None:
            self._keeper.join(_STOP_SECONDS)
        # The keeper may have been in the middle of a restart: end that process as well.
        self._end_process()

    def _end_process(self) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _keep_running(self, binary: Path) -> None:
        first = True
        while not self._stopping.is_set():
            try:
                self._launch(binary)
                self._wait_until_writable()
            except EmbeddedDatabaseError as error:
                if self._stopping.is_set():
                    return
                if first:
                    self._failure = error
                    return
                log.error("mongod_restart_failed", reason=error.message)
                self._stopping.wait(1.0)
                continue
            first = False
            self._up.set()
            code = self._process.wait() if self._process else 0
            if not self._stopping.is_set():
                log.warning("mongod_died", exit_code=code)

    def _launch(self, binary: Path) -> None:
        command = [
            str(binary),
            "--dbpath", str(self.directory.database_path),
            "--port", str(self.port),
            "--bind_ip", "127.0.0.1",
            "--nounixsocket",
            "--replSet", _REPLICA_SET,
            "--keyFile", str(self.directory.key_file),
            "--networkMessageCompressors", "disabled",
            "--wiredTigerCacheSizeGB", "0.5",
            # A slow-query line repeats the command; this keeps document text out of the log.
            "--slowms", "2147483647",
            "--quiet",
            "--logpath", str(self.directory.log_file),
            "--setParameter", "diagnosticDataCollectionEnabled=false",
        ]  # fmt: skip
        self.directory.log_file.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent(),  # noqa: PLW1509
            start_new_session=True,
        )

    def _wait_until_writable(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        last_reason = ""
        while time.monotonic() < deadline:
            if self._stopping.is_set():
                raise EmbeddedDatabaseError("Stopped while starting.", hint="Start it again.")
            if self._process is None or self._process.poll() is not None:
                raise self._explain_exit()
            try:
                if self._become_primary():
                    return
            except PyMongoError as error:
                if str(error) != last_reason:
                    last_reason = str(error)
                    log.debug("mongod_not_yet", reason=last_reason[:200])
            time.sleep(0.05)
        raise EmbeddedDatabaseError(
            f"The embedded MongoDB did not become writable within {_START_SECONDS:.0f} seconds.",
            hint=f"Look at {self.directory.log_file}.",
        )

    def _become_primary(self) -> bool:
        """One step towards a primary with a user; True when it is one."""
        with _connect(f"mongodb://127.0.0.1:{self.port}/?directConnection=true") as anonymous:
            hello = anonymous.admin.command("hello")
            if hello.get("isWritablePrimary"):
                return self._ensure_user(anonymous)
            if hello.get("isreplicaset"):
                # The localhost exception lets this through only while no user exists.
                with contextlib.suppress(OperationFailure):
                    anonymous.admin.command("replSetInitiate", self._configuration())
                    return False
                self._move_to_port()
        return False

    def _ensure_user(self, anonymous: "MongoClient[dict[str, object]]") -> bool:
        try:
            with _connect(self.uri) as client:
                client.admin.command("ping")
                client.admin.command("usersInfo", _USER)
            return True
        except OperationFailure:
            anonymous.admin.command("createUser", _USER, pwd=self._password, roles=["root"])
        return False

    def _move_to_port(self) -> None:
        """The port changed since the last start: the replica set's only member moves along."""
        with _connect(self.uri) as client:
            try:
                stored = client.admin.command("replSetGetConfig")["config"]
            except OperationFailure as error:
                if error.code in (_NODE_NOT_IN_CONFIGURATION, _NOT_YET_INITIALIZED):
                    stored = client.local["system.replset"].find_one() or self._configuration()
                else:
                    raise
            stored["members"][0]["host"] = f"127.0.0.1:{self.port}"
            stored["version"] += 1
            client.admin.command("replSetReconfig", stored, force=True)

    def _configuration(self) -> dict[str, object]:
        return {
            "_id": _REPLICA_SET,
            "version": 1,
            "members": [{"_id": 0, "host": f"127.0.0.1:{self.port}"}],
        }

    def _explain_exit(self) -> EmbeddedDatabaseError:
        code = self._process.returncode if self._process else None
        return EmbeddedDatabaseError(
            f"The embedded MongoDB ended at its start with exit code {code}.",
            hint=f"Look at {self.directory.log_file}; free disk space and the directory's "
            "permissions are the usual causes.",
        )


def _connect(uri: str) -> "MongoClient[dict[str, object]]":
    return MongoClient(uri, serverSelectionTimeoutMS=2000, connectTimeoutMS=2000)


def _choose_port(last_port: int | None) -> int:
    for port in (last_port, 0):
        if port is None:
            continue
        with socket.socket() as probe:
            # mongod sets the same option: a port in TIME_WAIT is free for it.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise EmbeddedDatabaseError(
        "No free port on 127.0.0.1.", hint="Close programs that listen on many ports."
    )


def _end_leftover(database_path: Path) -> None:
    """End a `mongod` that outlived its owner, and wait until it has closed its files."""
    lock_file = database_path / "mongod.lock"
    try:
        process = psutil.Process(int(lock_file.read_text()))
        if str(database_path) not in process.cmdline():
            return
        log.info("ending_leftover_mongod", pid=process.pid)
        process.terminate()
        process.wait(_STOP_SECONDS)
    except psutil.TimeoutExpired:
        process.kill()
        process.wait()
    except (OSError, ValueError, psutil.NoSuchProcess):
        return
