"""What the chunk laboratory is asked."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from ragstudio.retrieval.request import WHOLE, Query, WholeNumber

MOST_CHARACTERS = 200_000
MOST_CHUNKS = 1000
MOST_SIDES = 2
MOST_FACTS = 50
MOST_RESULTS = 50

Value = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
Fact = Annotated[list[Value], Field(min_length=1, max_length=10)]


class ReadAs(StrEnum):
    """How the text is read: with the blocks its format gives it, or as characters alone."""

    PARSED = "parsed"
    PLAIN_TEXT = "plain_text"


class LaboratoryModel(BaseModel):
    """Base of requests and reports: unknown keys are an error."""

    model_config = ConfigDict(extra="forbid")


class ChunkingSide(LaboratoryModel):
    """One way to cut. What is left out is what an upload would take; sizes in characters."""

    strategy: str | None = Field(default=None, max_length=50)
    size: WholeNumber | None = None
    overlap: WholeNumber | None = None
    read_as: ReadAs = ReadAs.PARSED


class EvidenceCheck(LaboratoryModel):
    """Facts an answer needs, each the values that must stand together in one chunk.

    With a question, a search over the chunks tells whether its first `limit` hold them.
    """

    facts: list[Fact] = Field(default_factory=list, max_length=MOST_FACTS)
    question: Query | None = None
    limit: Annotated[int, Field(ge=1, le=MOST_RESULTS, strict=True), WHOLE] = 6

    @model_validator(mode="after")
    def _check_something_is_asked(self) -> Self:
        if not self.facts and self.question is None:
            raise ValueError("an evidence check needs facts, a question, or both")
        return self


class LaboratoryRequest(LaboratoryModel):
    """A document or a pasted text of at most 200,000 characters, and one or two ways to cut it.

    `content_type` says how a pasted text is to be parsed.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": [given], "properties": {given: {"type": "string"}}}
                for given in ("document_id", "text")
            ]
        }
    )

    document_id: str | None = None
    text: str | None = Field(default=None, min_length=1, max_length=MOST_CHARACTERS)
    content_type: str = Field(default="text/plain", max_length=200)
    sides: list[ChunkingSide] = Field(min_length=1, max_length=MOST_SIDES)
    evidence: EvidenceCheck | None = None

    @model_validator(mode="after")
    def _check_source(self) -> Self:
        if (self.document_id is None) == (self.text is None):
            raise ValueError("give either a document_id or a text")
        return self
