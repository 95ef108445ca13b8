"""`docs/api.md` has every route, parameter and type of the OpenAPI document, and no other."""

import re
from typing import Any

import pytest

from ragstudio.api.app import create_app
from ragstudio.settings import Settings
from tests.documentation.markdown import Page

_ROUTE = re.compile(r"(GET|POST|PATCH|PUT|DELETE) (/api\S*)")
_BODIES = {"SourceEdit", "RunRequest"}


@pytest.fixture(scope="module")
def openapi() -> dict[str, Any]:
    return create_app(Settings(_env_file=None)).openapi()


@pytest.fixture
def api(guides: dict[str, Page]) -> Page:
    return guides["api"]


def _operations(openapi: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{method.upper()} {path}": operation
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
    }


def _routes(api: Page) -> dict[str, Page]:
    return {
        title: api.section(anchor)
        for _, title, anchor in api.headings
        if _ROUTE.fullmatch(title) is not None
    }


def _resolve(openapi: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = openapi["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def test_every_route_has_a_section(openapi: dict[str, Any], api: Page) -> None:
    assert set(_routes(api)) == set(_operations(openapi))


def test_routes_named_anywhere_exist(openapi: dict[str, Any], pages: list[Page]) -> None:
    known = set(_operations(openapi))
    named = {code for page in pages for code in page.code if re.fullmatch(_ROUTE, code) is not None}
    assert named
    assert named <= known


def test_query_parameters_stand_in_a_table_with_their_defaults(
    openapi: dict[str, Any], api: Page
) -> None:
    sections = _routes(api)
    for route, operation in _operations(openapi).items():
        expected = {
            parameter["name"]: parameter["schema"].get("default")
            for parameter in operation.get("parameters", [])
            if parameter["in"] == "query"
        }
        if not expected:
            continue
        rows = {row[0]: row[2] for row in sections[route].tables[0]}
        assert set(rows) == set(expected), route
        for name, default in expected.items():
            if isinstance(default, int):
                assert rows[name] == str(default).lower(), f"{route} {name}"


def test_keys_of_a_body_stand_in_its_section(openapi: dict[str, Any], api: Page) -> None:
    sections = _routes(api)
    checked = set()
    for route, operation in _operations(openapi).items():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            schema = content["schema"]
            name = schema.get("$ref", "").rpartition("/")[2]
            if name and name not in _BODIES:
                # A type with a table of its own, or the same body as the route beside it.
                continue
            keys = set(_resolve(openapi, schema).get("properties", {}))
            assert keys <= sections[route].code, route
            checked.add(name)
    assert checked == {"", *_BODIES}


def test_tables_of_types_are_complete(openapi: dict[str, Any], guides: dict[str, Page]) -> None:
    schemas = openapi["components"]["schemas"]
    compared = set()
    for page in (guides["api"], guides["evaluation"]):
        for _, title, anchor in page.headings:
            if title in schemas:
                assert page.first_column(anchor) == list(schemas[title]["properties"]), title
                compared.add(title)
    assert {"Document", "Chunk", "Hit", "Pipeline", "SearchRequest", "DeletionReceipt"} <= compared


def test_every_field_of_every_type_is_named(
    openapi: dict[str, Any], guides: dict[str, Page]
) -> None:
    words = {
        word
        for page in (guides["api"], guides["evaluation"], guides["chunking"])
        for code in page.code
        for word in re.findall(r"[$\w]+", code)
    }
    missing = {
        f"{name}.{field}"
        for name, schema in openapi["components"]["schemas"].items()
        for field in schema.get("properties", {})
        if field not in words
    }
    assert missing == set()


def test_defaults_of_a_search_are_the_documented_ones(openapi: dict[str, Any], api: Page) -> None:
    properties = openapi["components"]["schemas"]["SearchRequest"]["properties"]
    shown = {row[0]: row[2] for row in api.section("searchrequest").tables[0]}
    for name, schema in properties.items():
        if schema.get("default") is not None and not isinstance(schema["default"], dict):
            assert shown[name] == str(schema["default"]).lower()
