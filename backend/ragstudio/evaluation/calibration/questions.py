"""Labelled questions: which of them do the documents answer?"""

from datetime import date
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field
from pydantic import model_validator as validates_model

from ragstudio.evaluation.suite_files import parse_file
from ragstudio.evaluation.suites import ExpectedSource, Question, Slug, SuiteModel, Text


class LabelledQuestion(SuiteModel):
    """A question, and whether the documents answer it."""

    id: Slug
    question: Question
    answerable: bool
    expected_sources: tuple[ExpectedSource, ...] = ()
    notes: str | None = None

    @validates_model(mode="after")
    def _check_sources(self) -> Self:
        if self.answerable != bool(self.expected_sources):
            raise ValueError("expected_sources belong to answerable questions, and only to these")
        return self


class LabelledQuestions(SuiteModel):
    """The labelled questions of one file; asked among all groups unless `groups` names some."""

    json_schema: str | None = Field(default=None, alias="$schema")
    name: Slug
    title: Text | None = None
    description: Text | None = None
    groups: tuple[Text, ...] = ()
    asked_on: date | None = None
    cases: Annotated[tuple[LabelledQuestion, ...], Field(min_length=1)]


def load_labelled_questions(path: Path) -> LabelledQuestions:
    """The questions in a file. Raises `InvalidSuite`, naming file, case and field."""
    return parse_file(path, LabelledQuestions)
