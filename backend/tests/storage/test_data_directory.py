"""The data directory: its owner, its secrets, and what lies beside them."""

import fcntl
import json
import stat
import threading
from pathlib import Path

import pytest

from ragstudio.errors import DataDirectoryHeld, EmbeddedDatabaseError
from ragstudio.storage.data_directory import DataDirectory


@pytest.fixture
def directory(tmp_path: Path) -> DataDirectory:
    return DataDirectory(tmp_path / "data")


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(
    "written", ["", "{", "[]", "null", '{"port": 5}', '{"password": 5}', '{"password": ""}', "\0"]
)
def test_an_unreadable_password_is_said_and_kept(directory: DataDirectory, written: str) -> None:
    directory.acquire()
    credentials = directory.root / "credentials.json"
    credentials.write_text(written)
    with pytest.raises(EmbeddedDatabaseError, match="cannot be read") as raised:
        directory.read_or_create_secret()
    assert "Restore" in raised.value.hint
    assert credentials.read_text() == written


def test_no_new_password_is_made_for_a_database_that_has_one(directory: DataDirectory) -> None:
    directory.acquire()
    directory.database_path.mkdir()
    (directory.database_path / "WiredTiger").touch()
    with pytest.raises(EmbeddedDatabaseError, match="is missing"):
        directory.read_or_create_secret()
    assert not (directory.root / "credentials.json").exists()


@pytest.mark.parametrize("port", ["27017", 0, 70000, None, 1.5])
def test_a_port_that_is_none_is_chosen_anew(directory: DataDirectory, port: object) -> None:
    directory.acquire()
    (directory.root / "credentials.json").write_text(json.dumps({"password": "p", "port": port}))
    assert directory.read_or_create_secret() == ("p", None)


def test_a_key_lost_between_two_writes_is_made_again(directory: DataDirectory) -> None:
    directory.acquire()
    password, _ = directory.read_or_create_secret()
    directory.key_file.unlink()
    assert directory.read_or_create_secret() == (password, None)
    assert _mode(directory.key_file) == 0o400


@pytest.mark.parametrize("written", ["", "{", "[]", "7"])
def test_an_unreadable_owner_file_still_says_that_it_is_held(
    directory: DataDirectory, written: str
) -> None:
    directory.acquire()
    (directory.root / "owner.json").write_text(written)
    second = DataDirectory(directory.root)
    assert second.owner() == {}
    with pytest.raises(DataDirectoryHeld, match="another process"):
        second.acquire()


def test_a_look_at_the_lock_does_not_refuse_a_start(directory: DataDirectory) -> None:
    directory.root.mkdir()
    with (directory.root / "owner.lock").open("a") as look:
        fcntl.flock(look, fcntl.LOCK_SH)
        end_of_look = threading.Timer(0.05, fcntl.flock, (look, fcntl.LOCK_UN))
        end_of_look.start()
        directory.acquire()
        end_of_look.join()
    assert directory.owner() is not None


def test_a_directory_of_its_own_is_closed_to_others(directory: DataDirectory) -> None:
    directory.root.mkdir(mode=0o755)
    for _ in range(2):
        directory.acquire()
        directory.read_or_create_secret()
        directory.release()
    assert _mode(directory.root) == 0o700


def test_a_directory_shared_with_other_files_stays_as_it_was(directory: DataDirectory) -> None:
    directory.root.mkdir()
    directory.root.chmod(0o755)
    (directory.root / "thesis.txt").touch()
    directory.acquire()
    directory.read_or_create_secret()
    assert _mode(directory.root) == 0o755
    assert _mode(directory.root / "credentials.json") == 0o600
