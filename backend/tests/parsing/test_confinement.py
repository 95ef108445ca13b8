"""What a hostile file could make a parser do, its process is not allowed to do."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ragstudio.parsing.confinement import MOST_OPEN_FILES
from ragstudio.parsing.sandbox import ParserPool

_ASK_FOR_SOCKET = "import socket; socket.socket()"


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    pool = ParserPool(timeout_seconds=60, memory_mb=512)
    yield pool
    pool.close()


def run(pool: ParserPool, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function gives in the parser's process."""
    return pool._run_limited(function, list(arguments), "a file", lambda: False)


def attempt_connections(port: int) -> list[str]:
    """The errors that every kind of connection to a listening port ends in."""
    errors = []
    for family, address in (
        (socket.AF_INET, ("127.0.0.1", port)),
        (socket.AF_INET6, ("::1", port)),
        (socket.AF_UNIX, "/run/service.sock"),
    ):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as connection:
                connection.connect(address)
                errors.append("none")
        except OSError as error:
            errors.append(type(error).__name__)
    return errors


def ask_for_name(name: str) -> str:
    """The error that looking up a host ends in."""
    try:
        socket.getaddrinfo(name, 80)
    except OSError as error:
        return type(error).__name__
    return "none"


def connect_from_child() -> int:
    """The exit code of a program that the parser starts and that asks for a socket."""
    return subprocess.run([sys.executable, "-c", _ASK_FOR_SOCKET], check=False).returncode


def open_files(folder: Path, most: int) -> int:
    """How many files could be opened at once."""
    files = []
    try:
        for number in range(most):
            files.append((folder / str(number)).open("w"))
    except OSError:
        pass
    finally:
        for file in files:
            file.close()
    return len(files)


def follow_streams() -> list[str]:
    """Where the standard streams lead."""
    return [str(Path(f"/proc/self/fd/{stream}").readlink()) for stream in (1, 2)]


def test_no_connection_is_opened(pool: ParserPool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert attempt_connections(port)[0] == "none"
        assert run(pool, attempt_connections, port) == ["PermissionError"] * 3
        listener.setblocking(False)
        listener.accept()[0].close()
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_no_name_is_looked_up(pool: ParserPool) -> None:
    assert run(pool, ask_for_name, "name.example") in {"PermissionError", "gaierror"}


def test_programs_that_a_parser_starts_have_no_network_either(pool: ParserPool) -> None:
    assert connect_from_child() == 0
    assert run(pool, connect_from_child) == 1


def test_not_more_than_some_files_are_open(pool: ParserPool, tmp_path: Path) -> None:
    opened = run(pool, open_files, tmp_path, 10_000)
    assert MOST_OPEN_FILES // 2 < opened < MOST_OPEN_FILES
    assert open_files(tmp_path, 2 * MOST_OPEN_FILES) == 2 * MOST_OPEN_FILES


@pytest.mark.skipif(sys.platform != "linux", reason="told by /proc")
def test_what_a_library_says_is_not_heard(pool: ParserPool) -> None:
    assert run(pool, follow_streams) == [os.devnull, os.devnull]
    assert os.devnull not in follow_streams()
