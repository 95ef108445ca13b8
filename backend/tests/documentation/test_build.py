"""Make targets, ports, versions and layers in the pages are the build's own."""

import json
import re
import tomllib
from pathlib import Path

from ragstudio.settings import Settings
from tests.documentation.markdown import Page

_TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)
_MAKE = re.compile(r"(?:^|\s)make ([a-z-]+)(?=\s|$)")
_ADDRESS = re.compile(r"127\.0\.0\.1:(\d+)")


def test_make_targets_exist(repository_root: Path, pages: list[Page]) -> None:
    targets = set(_TARGET.findall((repository_root / "Makefile").read_text()))
    named = {
        target
        for page in pages
        for line in page.code_lines
        for target in _MAKE.findall(line.partition("#")[0])
    }
    assert {"run", "test", "samples", "evaluate", "mongosh"} <= named
    assert named <= targets


def test_make_targets_for_people_stand_in_the_development_guide(
    repository_root: Path, guides: dict[str, Page]
) -> None:
    described = re.findall(r"^([a-z-]+):.*## ", (repository_root / "Makefile").read_text(), re.M)
    commands = guides["development"].section("commands").code
    assert {f"make {target}" for target in described} <= commands


def test_addresses_use_ports_that_something_listens_on(
    repository_root: Path, pages: list[Page]
) -> None:
    compose = (repository_root / "docker-compose.yml").read_text()
    published = set(re.findall(r"127\.0\.0\.1:(\d+):\d+", compose))
    assert len(published) == 2
    default = str(Settings.model_fields["port"].default)
    named = {port for page in pages for port in _ADDRESS.findall(page.path.read_text())}
    assert named == {default, *published}


def test_port_of_the_development_server(repository_root: Path, guides: dict[str, Page]) -> None:
    configuration = (repository_root / "frontend" / "vite.config.ts").read_text()
    port = re.search(r"port: (\d+)", configuration)
    assert port is not None
    assert f"on port {port.group(1)}" in guides["development"].path.read_text()


def test_versions_that_are_needed(repository_root: Path) -> None:
    readme = (repository_root / "README.md").read_text()
    package = json.loads((repository_root / "frontend" / "package.json").read_text())
    node = package["engines"]["node"].removeprefix(">=")
    project = tomllib.loads((repository_root / "backend" / "pyproject.toml").read_text())
    least, beyond = project["project"]["requires-python"].split(",")
    newest = f"3.{int(beyond.removeprefix('<3.')) - 1}"
    assert f"Node {node} or newer" in readme
    assert f"Python {least.removeprefix('>=')} to {newest}," in readme


def test_layers_are_those_the_linter_checks(repository_root: Path, guides: dict[str, Page]) -> None:
    project = tomllib.loads((repository_root / "backend" / "pyproject.toml").read_text())
    contract = next(
        contract
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    )
    layers = [layer.removeprefix("ragstudio.") for layer in contract["layers"]]
    assert guides["development"].first_column("layers") == layers
