"""`docs/cli.md` has every command and option, and what the pages tell people to type exists."""

import shlex
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from ragstudio.cli import COMMANDS, app, load_command
from tests.documentation.markdown import Page

# Typer brings a click of its own.
Command = Any

_PREFIX = "ragstudio "
_PROGRAMS = (".venv/bin/ragstudio", "../.venv/bin/ragstudio", "ragstudio")


@pytest.fixture(scope="module")
def commands() -> dict[str, Command]:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return {"": group, **{name: load_command(name) for name in COMMANDS}}


def _options(command: Command) -> dict[str, Any]:
    return {
        parameter.opts[0]: parameter
        for parameter in command.params
        if parameter.param_type_name == "option"
    }


def test_every_command_has_a_section(commands: dict[str, Command], guides: dict[str, Page]) -> None:
    titles = [title for _, title, _ in guides["cli"].headings if title.startswith(_PREFIX)]
    assert sorted(titles) == sorted(f"ragstudio {name}" for name in commands if name)


def test_options_are_complete_with_their_defaults(
    commands: dict[str, Command], guides: dict[str, Page]
) -> None:
    page = guides["cli"]
    for name, command in commands.items():
        anchor = f"ragstudio-{name}" if name else "which-studio-a-command-talks-to"
        tables = page.section(anchor).tables
        shown = {row[0]: row[1] for row in tables[0]} if tables else {}
        options = _options(command)
        assert set(shown) == set(options), name
        for option, parameter in options.items():
            default = parameter.default
            if isinstance(default, Enum):
                default = default.value
            if isinstance(default, str | int | Path) and not isinstance(default, bool) and default:
                assert shown[option] == str(default), f"{name} {option}"


def test_commands_in_all_pages_can_be_typed(
    repository_root: Path, commands: dict[str, Command], pages: list[Page]
) -> None:
    lines = [line for page in pages for line in page.code_lines]
    lines += [
        line.replace("$(RAGSTUDIO)", "ragstudio")
        for line in (repository_root / "Makefile").read_text().splitlines()
    ]
    typed = [words for line in lines if (words := _read_command(line))]
    assert len(typed) > 30
    for words in typed:
        _check(words, commands)


def _read_command(line: str) -> list[str]:
    """The words after the program's name; none where the line runs something else."""
    words = line.strip().lstrip("@").partition("  #")[0].split(" ", 1)
    if len(words) < 2 or words[0] not in _PROGRAMS:
        return []
    return [word.strip("[]") for word in shlex.split(words[1])]


def _check(words: list[str], commands: dict[str, Command]) -> None:
    if words[0] == "--url":
        words = words[2:]
    if words[0] in ("--help", "COMMAND"):
        return
    assert words[0] in commands, f"there is no command {words[0]}"
    known = {*_options(commands[words[0]]), "--help"}
    unknown = [word for word in words[1:] if word.startswith("--") and word not in known]
    assert unknown == [], f"{words[0]} has no {unknown}"


def test_the_list_of_commands_describes_each_in_a_few_words(commands: dict[str, Command]) -> None:
    for name, (_, function, words) in COMMANDS.items():
        assert commands[name].callback.__name__ == function
        assert len(words) <= 60 and words.endswith(".")
