"""Evaluation suites: questions with the behaviour expected for each, as JSON files hold them."""

import json
from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic import model_validator as validates_model

from ragstudio.errors import NotFound, StudioError

# Files of the folder that hold something other than a suite.
OTHER_FILES = frozenset({"calibration-questions.json", "gate.json", "solution-experiments.json"})

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]


class InvalidSuite(StudioError):
    """A suite, calibration or gate file cannot be read or breaks its schema."""

    code = "invalid_suite"
    status = 422


class Behaviour(StrEnum):
    """What a correct configuration does with a question."""

    RETRIEVE_ANSWER = "retrieve_answer"
    RETRIEVE_MULTIPLE_SOURCES = "retrieve_multiple_sources"
    PREFER_CURRENT_SOURCE = "prefer_current_source"
    PREFER_LATER_CONTROLLING_SOURCE = "prefer_later_controlling_source"
    PREFER_RELEVANT_SOURCE = "prefer_relevant_source"
    RETRIEVE_HISTORICAL_ANSWER = "retrieve_historical_answer"
    REQUEST_CLARIFICATION = "request_clarification"
    ABSTAIN = "abstain"


class SuiteModel(BaseModel):
    """Base of what stands in the files: unknown keys are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CompetingSource(SuiteModel):
    """A document that is likely to be returned by mistake."""

    filename: Text
    group: Text


class ExpectedSource(CompetingSource):
    """A document that answers, and the facts that must be found in it.

    Each fact is a list of values that must stand together in one returned passage.
    """

    facts: tuple[Annotated[tuple[Text, ...], Field(min_length=1)], ...] = ()


class Reading(CompetingSource):
    """One way to understand an ambiguous question, and the document that answers it."""

    reading: Text


class Case(SuiteModel):
    """One question and what is expected of the answer."""

    id: Slug
    question: Question
    category: Text
    expected_behaviour: Behaviour
    expected_sources: tuple[ExpectedSource, ...]
    competing_sources: tuple[CompetingSource, ...] = ()
    expected_fact: str | None = None
    include_superseded: bool = False
    as_of: date | None = None
    clarification_readings: Annotated[tuple[Reading, ...], Field(max_length=4)] = ()
    notes: str | None = None

    @validates_model(mode="after")
    def _check_behaviour(self) -> Self:
        behaviour, sources = self.expected_behaviour, self.expected_sources
        if behaviour is Behaviour.ABSTAIN:
            if sources:
                raise ValueError("expected_sources must be empty where abstaining is expected")
            return self
        if not sources or not all(source.facts for source in sources):
            raise ValueError("expected_sources needs at least one source, each with its facts")
        if behaviour is Behaviour.RETRIEVE_MULTIPLE_SOURCES and len(sources) < 2:
            raise ValueError("expected_sources needs at least two sources")
        if (behaviour is Behaviour.REQUEST_CLARIFICATION) != (len(self.clarification_readings) > 1):
            raise ValueError(
                "clarification_readings needs two to four readings where a clarification is "
                "expected, and none elsewhere"
            )
        return self


class Suite(SuiteModel):
    """A list of cases, asked among the documents of `groups`.

    `asked_on` is the day on which the questions are asked: what is in force is judged by it
    instead of by today, so that a suite gives the same result in every year.
    """

    json_schema: str | None = Field(default=None, alias="$schema")
    name: Slug
    title: Text
    description: Text
    groups: Annotated[tuple[Text, ...], Field(min_length=1)]
    asked_on: date | None = None
    cases: Annotated[tuple[Case, ...], Field(min_length=1)]

    @validates_model(mode="after")
    def _check_ids(self) -> Self:
        identifiers = [case.id for case in self.cases]
        repeated = sorted({name for name in identifiers if identifiers.count(name) > 1})
        if repeated:
            raise ValueError(f"id must be unique, but is repeated: {', '.join(repeated)}")
        return self


def locate_folder(chosen: Path | None = None) -> Path:
    """The folder of suites: the chosen one, else `evaluations` here, else that of the checkout.

    Raises `NotFound` if there is none.
    """
    checkout = Path(__file__).resolve().parents[3] / "evaluations"
    candidates = [chosen] if chosen else [Path("evaluations"), checkout]
    for folder in candidates:
        if folder.is_dir():
            return folder
    raise NotFound(
        f"There is no folder of evaluation suites at {candidates[0]}.",
        hint="Run the command in the repository's root, or name the folder.",
    )


def load_suites(folder: Path, names: Sequence[str] = ()) -> list[Suite]:
    """The named suites of a folder in that order, or all of them, the larger first.

    Raises `NotFound` for a name no suite has and `InvalidSuite` for a file that breaks the schema.
    """
    files = sorted(
        path
        for path in folder.glob("*.json")
        if path.name not in OTHER_FILES and not path.name.endswith(".schema.json")
    )
    suites = {suite.name: suite for suite in map(load_suite, files)}
    unknown = [name for name in names if name not in suites]
    if unknown:
        raise NotFound(
            f"No evaluation suite is called {unknown[0]!r}.",
            hint=f"The suites are: {', '.join(suites) or 'none'}.",
        )
    if names:
        return [suites[name] for name in dict.fromkeys(names)]
    return sorted(suites.values(), key=lambda suite: (-len(suite.cases), suite.name))


def load_suite(path: Path) -> Suite:
    """The suite in one file. Raises `InvalidSuite`, naming file, case and field."""
    return parse_file(path, Suite)


Model = TypeVar("Model", bound=BaseModel)


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
