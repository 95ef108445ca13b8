"""Evaluation suites: questions with the behaviour expected for each, as JSON files hold them."""

import hashlib
from datetime import date
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic import model_validator as validates_model

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]


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

    @property
    def relevances(self) -> tuple[int, ...]:
        """Grades of the expected sources, in their order; empty where each is 1."""
        return ()

    @property
    def expectation(self) -> str:
        """Sixteen hexadecimal digits that differ where anything expected of the answer differs."""
        described = self.model_dump_json(
            include={
                "expected_behaviour",
                "expected_sources",
                "include_superseded",
                "as_of",
                "clarification_readings",
                "grades",
            }
        )
        return hashlib.sha256(described.encode()).hexdigest()[:16]

    @validates_model(mode="after")
    def _check_sources(self) -> Self:
        named = [f"{source.group}/{source.filename}" for source in self.expected_sources]
        repeated = sorted({name for name in named if named.count(name) > 1})
        if repeated:
            raise ValueError(
                f"expected_sources must be distinct, but repeats {', '.join(repeated)}; "
                "write all facts of a source in one entry"
            )
        return self

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
    instead of by today, so that a suite gives the same result in every year. A suite that is not
    `by_default` runs only where it is named.
    """

    json_schema: str | None = Field(default=None, alias="$schema")
    name: Slug
    title: Text
    description: Text
    groups: Annotated[tuple[Text, ...], Field(min_length=1)]
    asked_on: date | None = None
    by_default: bool = True
    cases: Annotated[tuple[Case, ...], Field(min_length=1)]

    @validates_model(mode="after")
    def _check_ids(self) -> Self:
        identifiers = [case.id for case in self.cases]
        repeated = sorted({name for name in identifiers if identifiers.count(name) > 1})
        if repeated:
            raise ValueError(f"id must be unique, but is repeated: {', '.join(repeated)}")
        return self
