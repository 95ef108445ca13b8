"""Looking things up in the package's source: what a call is given, what classes there are."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import ragstudio
from ragstudio.errors import StudioError

PACKAGE = Path(ragstudio.__file__).parent


def find_calls(name: str, folder: Path = PACKAGE) -> Iterator[ast.Call]:
    """Every call of a function or method of this name."""
    for path in sorted([folder] if folder.is_file() else folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                found = called.attr if isinstance(called, ast.Attribute) else None
                found = called.id if isinstance(called, ast.Name) else found
                if found == name:
                    yield node


def constant(node: ast.expr | None) -> str | None:
    """The text of a literal."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def argument(call: ast.Call, position: int) -> str | None:
    """The text literal at a position of a call."""
    return constant(call.args[position]) if position < len(call.args) else None


def keyword(call: ast.Call, name: str) -> str | None:
    """The text literal a call gives to a keyword."""
    return next((constant(given.value) for given in call.keywords if given.arg == name), None)


def find_error_classes() -> set[type[StudioError]]:
    """Every error the package defines, wherever."""
    for module in pkgutil.walk_packages(ragstudio.__path__, "ragstudio."):
        importlib.import_module(module.name)
    found: set[type[StudioError]] = set()
    waiting: list[type[StudioError]] = [StudioError]
    while waiting:
        for error in waiting.pop().__subclasses__():
            if error not in found and error.__module__.startswith("ragstudio."):
                found.add(error)
                waiting.append(error)
    return found
