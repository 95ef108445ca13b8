"""The body of `POST /api/search`, checked once, and the filter it compiles to."""

import re
from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic import StringConstraints as Constraints

from ragstudio.records import SAYS_SOMETHING, BlockType, SourceStatus
from ragstudio.search.base import SearchFilter

_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOST_VALUES = 1000


class SearchMode(StrEnum):
    """`vector` is the teaching baseline: cosine order alone. `hybrid` is the whole path."""

    VECTOR = "vector"
    HYBRID = "hybrid"


def _refuse_nul(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not contain the NUL character")
    return value


def _refuse_all_but_iso_days(value: object) -> object:
    is_day = isinstance(value, date) and not isinstance(value, datetime)
    if value is None or is_day or (isinstance(value, str) and _ISO_DAY.fullmatch(value)):
        return value
    raise ValueError("must be a day written as YYYY-MM-DD")


def _take_whole_numbers(value: object) -> object:
    """JSON does not tell 6.0 from 6; text and truth values are no numbers."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


# Bounds stand before it, so that the schema shows them.
WHOLE = BeforeValidator(_take_whole_numbers)
WholeNumber = Annotated[int, Field(strict=True), WHOLE]
MostResults = Annotated[int, Field(ge=1, le=100, strict=True), WHOLE]
MostCandidates = Annotated[int, Field(ge=1, le=500, strict=True), WHOLE]


def _refuse_headings(value: BlockType) -> BlockType:
    if value is BlockType.HEADING:
        raise ValueError("no passage is a heading; filter by `section` instead")
    return value


# For whoever reads the schema: no NUL, and something beside white space.
_SAYS_SOMETHING = Field(json_schema_extra={"pattern": SAYS_SOMETHING})
Query = Annotated[
    str,
    Constraints(strip_whitespace=True, min_length=1, max_length=2000),
    AfterValidator(_refuse_nul),
    _SAYS_SOMETHING,
]
FilterValue = Annotated[
    str,
    Constraints(strip_whitespace=True, min_length=1, max_length=500),
    AfterValidator(_refuse_nul),
    _SAYS_SOMETHING,
]
Day = Annotated[date | None, BeforeValidator(_refuse_all_but_iso_days)]
PassageType = Annotated[
    BlockType,
    AfterValidator(_refuse_headings),
    Field(json_schema_extra={"not": {"const": BlockType.HEADING.value}}),
]


class SearchFilters(BaseModel):
    """What a person restricts a search to. Fields combine with AND, values of a field with OR.

    Every value is compared as plain data: an object such as `{"$ne": ""}` is refused, a string
    that begins with `$` is an ordinary string.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    group: tuple[FilterValue, ...] = Field(default=(), max_length=_MOST_VALUES)
    document_ids: tuple[FilterValue, ...] = Field(default=(), max_length=_MOST_VALUES)
    source_status: tuple[SourceStatus, ...] = Field(default=(), max_length=len(SourceStatus))
    section: FilterValue | None = Field(
        default=None, description="A heading path; it and everything below it match, ignoring case."
    )
    block_type: tuple[PassageType, ...] = Field(default=(), max_length=len(BlockType))


class SearchRequest(BaseModel):
    """One question and how to answer it. Unknown keys are an error at every level."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    query: Query = Field(description="The question, 1 to 2000 characters once trimmed.")
    mode: SearchMode = SearchMode.HYBRID
    limit: MostResults = Field(default=6, description="Most results returned.")
    minimum_score: float | None = Field(
        default=None,
        ge=0.0,
        le=1.0,
        strict=True,
        allow_inf_nan=False,
        description="Abstention threshold on the reranker score; null uses the configured one.",
    )
    candidates: MostCandidates | None = Field(
        default=None,
        description="Candidates per branch; null uses the setting. A larger `limit` raises it.",
    )
    include_superseded: bool = Field(
        default=False,
        strict=True,
        description="Search every version of a source, not only those in force.",
    )
    as_of: Day = Field(
        default=None,
        description="Search what was in force on this day; wins over `include_superseded`.",
    )
    exact: bool = Field(
        default=False,
        strict=True,
        description="Compare every vector where the engine approximates (Atlas); the local engine "
        "always does.",
    )
    explain: bool = Field(
        default=False, strict=True, description="Add `stages`: every candidate with its outcome."
    )
    filters: SearchFilters = Field(default_factory=SearchFilters)


def compile_filter(
    request: SearchRequest, today: date, excluded_document_ids: Iterable[str] = ()
) -> SearchFilter:
    """The one filter both branches honour.

    Hybrid keeps sources in force `today`, unless `as_of` names another day or
    `include_superseded` asks for every version. Vector mode is the baseline and knows no versions
    unless `as_of` is given. `excluded_document_ids` are documents that must not be found at all.
    """
    in_force_on = request.as_of
    if in_force_on is None and request.mode is SearchMode.HYBRID and not request.include_superseded:
        in_force_on = today
    filters = request.filters
    return SearchFilter(
        groups=filters.group,
        document_ids=filters.document_ids,
        excluded_document_ids=tuple(sorted(excluded_document_ids)),
        source_status=filters.source_status,
        section=filters.section,
        block_types=filters.block_type,
        in_force_on=in_force_on,
    )


def lift_filter(where: SearchFilter) -> SearchFilter:
    """The same search without any restriction a person or a version rule made."""
    return SearchFilter(excluded_document_ids=where.excluded_document_ids)
