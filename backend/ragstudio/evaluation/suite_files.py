"""Reading suites from the folder that holds them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ragstudio.errors import NotFound, StudioError
from ragstudio.evaluation.suites import Suite
from ragstudio.settings import locate_resource

# Files of the folder that hold something other than a suite.
OTHER_FILES = frozenset(
    {
        "calibration-questions.json",
        "clarification-questions.json",
        "gate.json",
        "solution-experiments.json",
    }
)

Model = TypeVar("Model", bound=BaseModel)


class InvalidSuite(StudioError):
    """A suite, calibration or gate file cannot be read or breaks its schema."""

    code = "invalid_suite"
    status = 422


def locate_folder(chosen: Path | None = None) -> Path:
    """The folder of suites: the chosen one, else `evaluations` here, else the studio's own.

    Raises `NotFound` if there is none.
    """
    folder = chosen or Path("evaluations")
    if folder.is_dir():
        return folder
    own = None if chosen else locate_resource("evaluations")
    if own is not None:
        return own
    raise NotFound(
        f"There is no folder of evaluation suites at {folder}.",
        hint="Run the command in the repository's root, or name the folder.",
    )


def list_suites(folder: Path) -> list[Suite]:
    """All suites of a folder: those that run by default first, then the larger first.

    Raises `InvalidSuite` for a file that breaks the schema.
    """
    files = (
        path
        for path in folder.glob("*.json")
        if path.name not in OTHER_FILES and not path.name.endswith(".schema.json")
    )
    return sorted(
        map(load_suite, files),
        key=lambda suite: (not suite.by_default, -len(suite.cases), suite.name),
    )


def load_suites(folder: Path, names: Sequence[str] = ()) -> list[Suite]:
    """The named suites of a folder in that order, or those that run by default.

    Raises `NotFound` for a name no suite has and `InvalidSuite` for a file that breaks the schema.
    """
    suites = {suite.name: suite for suite in list_suites(folder)}
    unknown = [name for name in names if name not in suites]
    if unknown:
        raise NotFound(
            f"No evaluation suite is called {unknown[0]!r}.",
            hint=f"The suites are: {', '.join(suites) or 'none'}.",
        )
    if names:
        return [suites[name] for name in dict.fromkeys(names)]
    return [suite for suite in suites.values() if suite.by_default]


def load_suite(path: Path) -> Suite:
    """The suite in one file. Raises `InvalidSuite`, naming file, case and field."""
    return parse_file(path, Suite)


def parse_file(path: Path, model: type[Model]) -> Model:
    """A JSON file as a model. Raises `InvalidSuite`, naming file, case and field."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InvalidSuite(
            f"{path.name} cannot be read as JSON: {error}.",
            hint="Correct the file, then run again.",
        ) from error
    try:
        return model.model_validate(content)
    except ValidationError as error:
        problems = [
            _describe(problem["loc"], problem["msg"], content) for problem in error.errors()
        ]
        raise InvalidSuite(
            f"{path.name}: {problems[0]}.",
            hint="Correct the file, then run again.",
            details={"file": path.name, "problems": problems},
        ) from error


def _describe(location: tuple[int | str, ...], message: str, content: Any) -> str:
    where = list(location)
    parts = []
    if len(where) > 1 and where[0] == "cases" and isinstance(where[1], int):
        case = content["cases"][where[1]]
        name = case.get("id") if isinstance(case, dict) else None
        parts.append(f"case {name or where[1] + 1}")
        where = where[2:]
    if where:
        parts.append(f"field {'.'.join(str(part) for part in where)}")
    return f"{', '.join(parts)}: {message}" if parts else message
