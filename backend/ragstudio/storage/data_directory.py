"""The data directory: one owner at a time, secrets readable by the owner alone."""

import fcntl
import json
import os
import secrets
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from ragstudio.errors import DataDirectoryHeld, EmbeddedDatabaseError

_LOOK_SECONDS = 0.3


class DataDirectory:
    """Paths under `DATA_DIR`, and the lock that gives it one owner.

    The lock belongs to the process, not to a file's content: the kernel drops it when the owner
    dies, however it dies, so there is no stale lock to clean up.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.expanduser().resolve()
        self._lock: IO[str] | None = None

    @property
    def database_path(self) -> Path:
        """Where `mongod` keeps its files."""
        return self.root / "mongodb"

    @property
    def rebuilt_path(self) -> Path:
        """Where a database that is to take the place of this one is written."""
        return self._rebuild_root / "mongodb"

    @property
    def _rebuild_root(self) -> Path:
        return self.root / ".rebuild"

    @property
    def _replaced_path(self) -> Path:
        return self.root / ".mongodb.replaced"

    @property
    def key_file(self) -> Path:
        """The replica set's key file."""
        return self.root / "mongodb.key"

    @property
    def log_file(self) -> Path:
        """The log of `mongod`."""
        return self.root / "mongod.log"

    @property
    def _owner_file(self) -> Path:
        return self.root / "owner.json"

    @property
    def _credentials_file(self) -> Path:
        return self.root / "credentials.json"

    def acquire(self) -> None:
        """Become the owner. Raises `DataDirectoryHeld`, saying who holds it, if another is."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            lock = (self.root / "owner.lock").open("a")
        except OSError as error:
            raise EmbeddedDatabaseError(
                f"The data directory {self.root} cannot be used: {error.strerror}.",
                hint="Set DATA_DIR to a directory this user may write to.",
            ) from error
        if not _lock_alone(lock):
            lock.close()
            raise self._held_by_another()
        if self._is_its_own():
            self.root.chmod(0o700)
        self._lock = lock
        self.publish({"pid": os.getpid()})

    def release(self) -> None:
        """Give the directory up; harmless if it is not held."""
        if self._lock is None:
            return
        self._owner_file.unlink(missing_ok=True)
        self._lock.close()
        self._lock = None

    def publish(self, facts: Mapping[str, Any]) -> None:
        """Write down who the owner is and how to reach it (`pid`, `mongodb_uri`, `api_url`)."""
        write_privately(self._owner_file, json.dumps(dict(facts)))

    def owner(self) -> dict[str, Any] | None:
        """What the living owner published, or None where nobody holds the directory."""
        lock_file = self.root / "owner.lock"
        if self._lock is None:
            if not lock_file.exists():
                return None
            with lock_file.open("a") as probe:
                try:
                    fcntl.flock(probe, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    return self._read_owner()
                return None
        return self._read_owner()

    def read_or_create_secret(self) -> tuple[str, int | None]:
        """The database password and the port used last (None before the first start).

        Raises `EmbeddedDatabaseError` where a database is there and its password is not.
        """
        if not self.key_file.exists():
            # A member's key may change between two starts; the password may not.
            write_privately(self.key_file, secrets.token_hex(96), mode=0o400)
        if self._credentials_file.exists():
            return self._read_credentials()
        if self.database_path.is_dir() and any(self.database_path.iterdir()):
            raise self._without_password("is missing")
        password = secrets.token_urlsafe(32)
        self._write_credentials(password, None)
        return password, None

    def remember_port(self, password: str, port: int) -> None:
        """Keep the port for the next start, so that the replica set need not be reconfigured."""
        self._write_credentials(password, port)

    def prepare_rebuild(self) -> "DataDirectory":
        """An empty data directory inside this one, for a database with the same password."""
        password, _ = self.read_or_create_secret()
        shutil.rmtree(self._rebuild_root, ignore_errors=True)
        copy = DataDirectory(self._rebuild_root)
        copy.root.mkdir(mode=0o700)
        copy._write_credentials(password, None)
        return copy

    def finish_rebuild(self) -> None:
        """Let the database written anew take this one's place; both must be stopped."""
        _rename(self.database_path, self._replaced_path)
        self.settle_rebuild()

    def settle_rebuild(self) -> None:
        """Finish a rebuild that was interrupted, or undo it where its copy was not whole yet.

        The old database is moved away only once the copy is whole, so its absence says that it is.
        """
        if not self.database_path.exists() and self._replaced_path.exists():
            whole = self.rebuilt_path if self.rebuilt_path.exists() else self._replaced_path
            _rename(whole, self.database_path)
        if self.database_path.exists():
            shutil.rmtree(self._replaced_path, ignore_errors=True)
        shutil.rmtree(self._rebuild_root, ignore_errors=True)

    def _is_its_own(self) -> bool:
        """Whether nothing else lies in the directory: one shared with others stays open to them."""
        own = {
            self.database_path,
            self.key_file,
            self.log_file,
            self._owner_file,
            self._credentials_file,
            self.root / "owner.lock",
        }
        return all(
            path in own or path.name.startswith(".") or path.name.startswith("mongod.log")
            for path in self.root.iterdir()
        )

    def _read_credentials(self) -> tuple[str, int | None]:
        try:
            stored = json.loads(self._credentials_file.read_text())
        except (OSError, ValueError):
            stored = None
        password = stored.get("password") if isinstance(stored, dict) else None
        if not isinstance(password, str) or not password:
            raise self._without_password("cannot be read")
        port = stored.get("port")
        return password, port if isinstance(port, int) and 0 < port < 65536 else None

    def _without_password(self, what: str) -> EmbeddedDatabaseError:
        return EmbeddedDatabaseError(
            f"{self._credentials_file} {what}: it holds the password of the embedded MongoDB.",
            hint=f"Restore this file from a backup; or, to start empty, move {self.root} away, "
            "which gives up the documents in it.",
        )

    def _write_credentials(self, password: str, port: int | None) -> None:
        write_privately(self._credentials_file, json.dumps({"password": password, "port": port}))

    def _read_owner(self) -> dict[str, Any]:
        try:
            facts = json.loads(self._owner_file.read_text())
        except (OSError, ValueError):
            return {}
        return facts if isinstance(facts, dict) else {}

    def _held_by_another(self) -> DataDirectoryHeld:
        owner = self._read_owner()
        who = f"process {owner['pid']}" if "pid" in owner else "another process"
        where = f", serving {owner['api_url']}" if "api_url" in owner else ""
        return DataDirectoryHeld(
            f"The data directory {self.root} is in use by {who}{where}.",
            hint="Use that one, stop it, or set DATA_DIR to another directory.",
            details={key: owner[key] for key in ("pid", "api_url") if key in owner},
        )


def _lock_alone(lock: IO[str]) -> bool:
    """Take the lock, waiting out a command that only looks whether it is held."""
    deadline = time.monotonic() + _LOOK_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)


def _rename(path: Path, target: Path) -> None:
    """Rename, and have it on disk before the next step."""
    path.rename(target)
    for folder in {path.parent, target.parent}:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_privately(path: Path, text: str, mode: int = 0o600) -> None:
    """Replace `path` atomically by a file only its owner can read."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
