"""The command line without a studio: help, settings, addresses."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ragstudio.storage.data_directory import DataDirectory

COMMANDS = ["serve", "worker", "ingest", "list", "show", "search", "delete", "retry", "evaluate"]
COMMANDS += ["calibrate", "audit", "doctor", "mongo-uri", "reembed", "models"]


def run(folder: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """One command with its data under `folder`."""
    kept = {name: value for name, value in os.environ.items() if name != "RAGSTUDIO_URL"}
    return subprocess.run(
        [sys.executable, "-m", "ragstudio.cli", *arguments],
        cwd=folder,
        env={**kept, "DATA_DIR": str(folder / "data"), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_help_lists_every_command_without_loading_what_they_need(tmp_path: Path) -> None:
    answer = run(tmp_path, "--help", PYTHONPROFILEIMPORTTIME="1")
    for command in COMMANDS:
        assert f"  {command} " in answer.stdout
    for heavy in ("torch", "fastapi", "pymongo", "httpx", "pydantic"):
        assert f" {heavy}\n" not in answer.stderr


@pytest.mark.parametrize("command", ["list", "serve", "worker", "doctor"])
def test_settings_that_make_no_sense_end_with_2_and_one_line(tmp_path: Path, command: str) -> None:
    answer = run(tmp_path, command, CHUNK_SIZE="100", CHUNK_OVERLAP="100", API_TOKEN="secret-value")
    assert answer.returncode == 2
    assert answer.stderr == (
        "Error: the settings are wrong: "
        "CHUNK_OVERLAP (100) must be smaller than CHUNK_SIZE (100).\n"
    )


def test_a_setting_that_is_no_number_is_named(tmp_path: Path) -> None:
    answer = run(tmp_path, "list", PORT="eighty")
    assert answer.returncode == 2
    assert "PORT" in answer.stderr
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.20", "::"])
def test_serving_beyond_this_machine_needs_a_token(tmp_path: Path, host: str) -> None:
    answer = run(tmp_path, "serve", "--host", host)
    assert answer.returncode == 2
    assert "API_TOKEN" in answer.stderr
    assert not (tmp_path / "data").exists()


def test_a_taken_port_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = run(tmp_path, "serve", "--port", str(port))
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"Error: The studio cannot listen on 127.0.0.1:{port}")
    assert "Traceback" not in answer.stderr
    assert not (tmp_path / "data").exists()


def test_a_held_data_directory_is_one_clear_sentence(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path / "data")
    directory.acquire()
    try:
        answer = run(tmp_path, "serve", "--port", "0")
    finally:
        directory.release()
    assert answer.returncode == 1
    assert f"in use by process {os.getpid()}" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("command", ["mongo-uri", "worker"])
def test_a_database_that_does_not_run_is_said_to_be_so(tmp_path: Path, command: str) -> None:
    answer = run(tmp_path, command)
    assert answer.returncode == 1
    assert "No studio is running" in answer.stderr
    assert "ragstudio serve" in answer.stderr


def test_mongo_uri_is_the_configured_one(tmp_path: Path) -> None:
    answer = run(tmp_path, "mongo-uri", MONGODB_URI="mongodb://db.example/?replicaSet=x")
    assert answer.stdout == "mongodb://db.example/?replicaSet=x\n"


def test_a_server_that_does_not_answer_is_said_to_be_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    answer = run(tmp_path, "--url", f"http://127.0.0.1:{port}", "list")
    assert answer.returncode == 1
    assert "does not answer" in answer.stderr
