"""Experiments: a problem, a control, one treatment, and criteria that a program can check."""

from datetime import date
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field
from pydantic import model_validator as validates_model

from ragstudio.errors import NotFound
from ragstudio.evaluation.suite_files import parse_file
from ragstudio.evaluation.suites import Case, Slug, SuiteModel, Text
from ragstudio.retrieval.request import SearchMode

FILENAME = "solution-experiments.json"


class Arm(SuiteModel):
    """One way to retrieve.

    `as_of` keeps sources in force on that day, in vector mode too. `minimum_score` null is the
    studio's own decision. `reranker` false ranks by fusion alone, a name takes that model in
    place of the studio's; so does `embedding_model`, and the documents are embedded with it. Files
    of `as_text` (as group/file) are read as plain text and cut by characters; those of `deleted`
    are loaded and then deleted.
    """

    description: Text
    mode: SearchMode = SearchMode.HYBRID
    limit: Annotated[int, Field(ge=1, le=100)] = 6
    as_of: date | None = None
    include_superseded: bool = False
    minimum_score: Annotated[float | None, Field(ge=0.0, le=1.0)] = None
    reranker: bool | Text = True
    embedding_model: Text | None = None
    as_text: tuple[Text, ...] = ()
    deleted: tuple[Text, ...] = ()

    @property
    def corpus_key(self) -> tuple[object, ...]:
        """What shapes the corpus: arms with the same key can share one."""
        return self.as_text, self.deleted, self.embedding_model


class Criteria(SuiteModel):
    """When the treatment counts as a solution.

    The control passes at most `control_maximum_passed` of the cases, the treatment at least
    `treatment_minimum_passed`, and of the baseline suites' cases that the control passes the
    treatment loses at most `baseline_maximum_lost`.
    """

    control_maximum_passed: Annotated[int, Field(ge=0)]
    treatment_minimum_passed: Annotated[int, Field(ge=1)]
    baseline_maximum_lost: Annotated[int, Field(ge=0)] = 0


class Experiment(SuiteModel):
    """One problem and what is tried against it; the arms differ in exactly one parameter."""

    id: Slug
    title: Text
    problem: Text
    control: Arm
    treatment: Arm
    cases: Annotated[tuple[Case, ...], Field(min_length=1)]
    criteria: Criteria

    @property
    def treated(self) -> list[str]:
        """The parameters in which the arms differ."""
        one, other = self.control.model_dump(), self.treatment.model_dump()
        return [name for name in one if name != "description" and one[name] != other[name]]

    @validates_model(mode="after")
    def _check(self) -> Self:
        if len(self.treated) != 1:
            raise ValueError(
                "control and treatment must differ in exactly one parameter, not in "
                f"{', '.join(self.treated) or 'none'}"
            )
        most = max(self.criteria.control_maximum_passed, self.criteria.treatment_minimum_passed)
        if most > len(self.cases):
            raise ValueError(f"criteria ask for {most} of {len(self.cases)} cases")
        return self


class ExperimentFile(SuiteModel):
    """The experiments over the sample documents, and the suites that must not get worse.

    `groups` are the groups of sample documents that are loaded; all if there is none.
    """

    json_schema: str | None = Field(default=None, alias="$schema")
    title: Text
    description: Text
    asked_on: date
    groups: tuple[Text, ...] = ()
    baseline_suites: Annotated[tuple[Slug, ...], Field(min_length=1)]
    experiments: Annotated[tuple[Experiment, ...], Field(min_length=1)]


def load_experiments(folder: Path, names: tuple[str, ...] = ()) -> ExperimentFile:
    """The experiments of the folder of suites, all or those named.

    Raises `NotFound` for a missing file or a name no experiment has, and `InvalidSuite`.
    """
    path = folder / FILENAME
    if not path.is_file():
        raise NotFound(
            f"There is no {FILENAME} in {folder}.",
            hint="It comes with a checkout of the repository.",
        )
    found = parse_file(path, ExperimentFile)
    if not names:
        return found
    by_id = {experiment.id: experiment for experiment in found.experiments}
    unknown = [name for name in names if name not in by_id]
    if unknown:
        raise NotFound(
            f"No experiment is called {unknown[0]!r}.",
            hint=f"The experiments are: {', '.join(by_id)}.",
        )
    chosen = tuple(by_id[name] for name in dict.fromkeys(names))
    return found.model_copy(update={"experiments": chosen})
