"""The image and the compose file name files, settings and commands that exist."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from ragstudio.cli import COMMANDS
from ragstudio.settings import Settings

_SETTINGS = {name.upper() for name in Settings.model_fields}
# What the image sets for Python and pip themselves.
_FOREIGN = {"PYTHONUNBUFFERED"}


@pytest.fixture
def dockerfile(repository_root: Path) -> str:
    return (repository_root / "Dockerfile").read_text()


@pytest.fixture
def services(repository_root: Path) -> dict[str, Any]:
    compose = yaml.safe_load((repository_root / "docker-compose.yml").read_text())
    return dict(compose["services"])


def test_the_image_is_made_of_files_that_exist_and_are_sent(
    repository_root: Path, dockerfile: str
) -> None:
    sent = (repository_root / ".dockerignore").read_text().splitlines()
    copied = [
        source.rstrip("/")
        for line in re.findall(r"^COPY (?!--from)(.+)$", dockerfile, re.MULTILINE)
        for source in line.split()[:-1]
    ]
    assert len(copied) >= 6
    for source in copied:
        assert (repository_root / source).exists(), source
        assert any(f"!{part}" in sent for part in (source, source.partition("/")[0])), source


def test_the_image_runs_without_privileges_and_reports_its_health(dockerfile: str) -> None:
    last_user = re.findall(r"^USER (\S+)$", dockerfile, re.MULTILINE)[-1]
    assert last_user != "root"
    assert f" {last_user}\n" in re.search(r"^RUN useradd .*\n", dockerfile, re.MULTILINE)[0]  # type: ignore[index]
    assert "/api/health" in re.search(r"^HEALTHCHECK .*\\\n.*$", dockerfile, re.MULTILINE)[0]  # type: ignore[index]


def test_variables_are_settings(dockerfile: str, services: dict[str, Any]) -> None:
    final = dockerfile.rpartition("\nFROM ")[2]
    set_in_image = {
        name
        for block in re.findall(r"^ENV ((?:.*\\\n)*.*)$", final, re.MULTILINE)
        for name in re.findall(r"([A-Z_]+)=", block)
        if not name.startswith("PIP_")
    }
    assert {"HOST", "PORT", "DATA_DIR"} <= set_in_image
    assert set_in_image - _FOREIGN <= _SETTINGS
    for name in ("api", "worker"):
        assert set(services[name]["environment"]) <= _SETTINGS


def test_containers_run_commands_of_the_studio(dockerfile: str, services: dict[str, Any]) -> None:
    default = re.findall(r'^CMD \["ragstudio", "(\w+)"\]$', dockerfile, re.MULTILINE)
    assert default == ["serve"]
    assert services["worker"]["command"] == ["ragstudio", "worker"]
    assert {"serve", "worker"} <= set(COMMANDS)


def test_everything_is_published_on_this_machine_alone(services: dict[str, Any]) -> None:
    for service in services.values():
        for port in service.get("ports", []):
            assert port.startswith("127.0.0.1:"), port
