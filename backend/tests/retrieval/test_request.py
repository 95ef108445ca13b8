from datetime import date
from typing import Any

import pytest
from pydantic import ValidationError

from ragstudio.records import BlockType, SourceStatus
from ragstudio.retrieval.request import (
    SearchFilters,
    SearchMode,
    SearchRequest,
    compile_filter,
    lift_filter,
)
from ragstudio.search.base import SearchFilter

TODAY = date(2026, 8, 1)


def parse(**body: Any) -> SearchRequest:
    return SearchRequest.model_validate({"query": "leave", **body})


def locate_errors(body: dict[str, Any]) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        SearchRequest.model_validate(body)
    return [".".join(str(part) for part in error["loc"]) for error in caught.value.errors()]


def test_defaults_are_those_of_the_contract() -> None:
    request = parse()
    assert request.mode is SearchMode.HYBRID
    assert (request.limit, request.minimum_score, request.candidates) == (6, None, None)
    assert (request.include_superseded, request.as_of, request.explain) == (False, None, False)
    assert request.filters == SearchFilters()


def test_query_is_trimmed_and_its_length_checked() -> None:
    assert parse(query="  what? \n").query == "what?"
    assert len(parse(query="x" * 2000).query) == 2000
    for query in ("", " \n\t ", "x" * 2001, "a\x00b", 7, None, ["a"], "\ud800"):
        assert locate_errors({"query": query}) == ["query"]
    assert locate_errors({}) == ["query"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("limit", 0), ("limit", -1), ("limit", 101), ("limit", "6"), ("limit", True),
        ("limit", 2.5), ("limit", None),
        ("minimum_score", -0.01), ("minimum_score", 1.01), ("minimum_score", float("nan")),
        ("minimum_score", "0.5"),
        ("candidates", 0), ("candidates", 501), ("candidates", {"$gt": 1}),
        ("mode", "keyword"), ("mode", {"$ne": "x"}),
        ("include_superseded", "yes"), ("include_superseded", 1), ("explain", "true"),
        ("as_of", "2026-13-01"), ("as_of", "01.02.2026"), ("as_of", 20260101),
        ("as_of", "2026-01-01T10:00:00"), ("as_of", {"$lt": "2026-01-01"}),
        ("filters", None), ("filters", []),
        ("$where", "1"), ("top_k", 5),
    ],
)  # fmt: skip
def test_wrong_values_and_unknown_keys_are_refused(field: str, value: object) -> None:
    assert locate_errors({"query": "x", field: value}) == [field]


@pytest.mark.parametrize(
    ("filters", "where"),
    [
        ({"group": "policies"}, "filters.group"),
        ({"group": {"$in": ["policies"]}}, "filters.group"),
        ({"group": [{"$ne": ""}]}, "filters.group.0"),
        ({"group": ["a", " "]}, "filters.group.1"),
        ({"document_ids": ["a\x00"]}, "filters.document_ids.0"),
        ({"source_status": ["archived"]}, "filters.source_status.0"),
        ({"section": ["Leave"]}, "filters.section"),
        ({"section": {"$regex": ".*"}}, "filters.section"),
        ({"block_type": ["heading"]}, "filters.block_type.0"),
        ({"groups": ["policies"]}, "filters.groups"),
        ({"$or": []}, "filters.$or"),
    ],
)
def test_filters_take_plain_values_of_known_fields_only(
    filters: dict[str, Any], where: str
) -> None:
    assert locate_errors({"query": "x", "filters": filters}) == [where]


def test_values_that_look_like_operators_are_plain_data() -> None:
    filters = parse(filters={"group": ["$ne"], "section": "$where"}).filters
    assert compile_filter(parse(filters=filters), TODAY).groups == ("$ne",)
    assert filters.section == "$where"


def test_bounds_are_inclusive() -> None:
    request = parse(limit=100, candidates=500, minimum_score=1)
    assert (request.limit, request.candidates, request.minimum_score) == (100, 500, 1.0)
    request = parse(limit=61.0, candidates=10.0)
    assert (request.limit, request.candidates) == (61, 10)
    request = parse(limit=1, candidates=1, minimum_score=0.0)
    assert (request.limit, request.candidates, request.minimum_score) == (1, 1, 0.0)


def test_hybrid_searches_what_is_in_force_today() -> None:
    assert compile_filter(parse(), TODAY) == SearchFilter(in_force_on=TODAY)


def test_hybrid_searches_every_version_on_request() -> None:
    assert compile_filter(parse(include_superseded=True), TODAY) == SearchFilter()


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
@pytest.mark.parametrize("include_superseded", [True, False])
def test_as_of_names_the_day_in_both_modes(mode: str, include_superseded: bool) -> None:
    request = parse(mode=mode, as_of="2025-06-01", include_superseded=include_superseded)
    assert compile_filter(request, TODAY).in_force_on == date(2025, 6, 1)


def test_vector_mode_knows_no_versions() -> None:
    assert compile_filter(parse(mode="vector"), TODAY) == SearchFilter()


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_every_filter_and_every_excluded_document_is_carried_over(mode: str) -> None:
    request = parse(
        mode=mode,
        include_superseded=True,
        filters={
            "group": ["policies", "noise"],
            "document_ids": ["d1"],
            "source_status": ["draft"],
            "section": "Leave > Carry-over",
            "block_type": ["row", "table"],
        },
    )
    assert compile_filter(request, TODAY, {"z", "a"}) == SearchFilter(
        groups=("policies", "noise"),
        document_ids=("d1",),
        excluded_document_ids=("a", "z"),
        source_status=(SourceStatus.DRAFT,),
        section="Leave > Carry-over",
        block_types=(BlockType.ROW, BlockType.TABLE),
    )


def test_lifting_a_filter_keeps_unready_documents_out() -> None:
    where = SearchFilter(groups=("a",), excluded_document_ids=("x",), in_force_on=TODAY)
    assert lift_filter(where) == SearchFilter(excluded_document_ids=("x",))
