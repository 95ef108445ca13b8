"""The server does what its OpenAPI document says, whatever is sent; requests by schemathesis."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import FlakyStrategyDefinition
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from ragstudio.api.app import create_app
from ragstudio.settings import Settings
from tests.running_server import Api, new_text

# What bytes are a document, and how two fields go together, no schema can say: there valid data
# may be refused, by an error of the schema.
_BEYOND_SCHEMA = {
    "POST /api/documents",
    "POST /api/documents/{document_id}/versions",
    "POST /api/documents/{document_id}/chunking",
    "POST /api/laboratory/chunking",
    "POST /api/calibration/runs",
    "POST /api/evaluations/collections/runs",
    "POST /api/evaluations/runs/{run_id}/gate",
    "POST /api/archive",
}
# Streams without an end, and work in the background that would outlive the test.
_LEFT_OUT = {
    "GET /api/events",
    "POST /api/samples",
    "POST /api/evaluations/runs",
    "POST /api/experiments/runs",
    "POST /api/evaluations/collections/runs",
    "POST /api/calibration/runs",
}
# An upload, and what its links lead to.
_LINKED = {
    "POST /api/documents",
    "POST /api/documents/{document_id}/chunking",
    "GET /api/documents/{document_id}",
    "GET /api/documents/{document_id}/text",
    "GET /api/documents/{document_id}/chunks",
    "GET /api/documents/{document_id}/storage",
    "GET /api/documents/{document_id}/raw",
    "PATCH /api/documents/{document_id}",
    "DELETE /api/documents/{document_id}",
}


@schemathesis.serializer("application/zip")
def keep_bytes(_: Any, value: Any) -> bytes:
    """An archive is sent as it is."""
    return value if isinstance(value, bytes) else str(value).encode()


schema = schemathesis.openapi.from_dict(create_app(Settings(_env_file=None)).openapi()).exclude(
    lambda found: found.operation.label in _LEFT_OUT
)
OPERATIONS = {
    operation.label: operation for operation in (each.ok() for each in schema.get_all_operations())
}


@pytest.fixture(scope="module")
def address(api: Api) -> Iterator[str]:
    """The server's address; what is left behind is undone afterwards."""
    yield str(api.http.base_url)
    api.http.delete("/api/calibration/applied")
    while items := api.http.get("/api/documents").json()["items"]:
        for document in items:
            api.http.delete(f"/api/documents/{document['id']}")


def validate(case: Case, response: Any) -> None:
    """Hold an answer against every check."""
    excluded = []
    if case.operation.label in _BEYOND_SCHEMA:
        excluded.append(positive_data_acceptance)
    if response.status_code == 413 or response.request.headers.get("x-mended"):
        # A refusal too, of one file or byte too many; or what was wrong was mended on the way.
        excluded.append(negative_data_rejection)
    if holds_written_number(case):
        excluded.append(negative_data_rejection)
    case.validate_response(response, excluded_checks=excluded)


def holds_written_number(case: Case) -> bool:
    """Whether text is a number once it is sent: a form has no types."""
    fields = case.body if isinstance(case.body, dict) else {}
    is_form = case.media_type == "multipart/form-data"
    written = [fields.get(name) for name in ("chunk_size", "chunk_overlap")]
    return is_form and any(isinstance(each, str) and each.strip().isdecimal() for each in written)


def bound(examples: int, **more: Any) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        **more,
    )


def probe(label: str, mode: GenerationMode, address: str, examples: int) -> None:
    @seed(examples)
    @bound(examples)
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def run(case: Case) -> None:
        validate(case, case.call(base_url=address))

    run()


def run_sequences(address: str, runs: int) -> Counter[tuple[str, int]]:
    """Sequences along the links of the document, such as upload, look, delete, look again.

    How often each operation was answered with each status.
    """
    answered: Counter[tuple[str, int]] = Counter()

    linked = schema.include(lambda found: found.operation.label in _LINKED)

    class Sequence(linked.as_state_machine()):  # type: ignore[misc]
        def before_call(self, case: Case) -> None:
            if case.operation.label == "POST /api/documents":
                case.body = {"files": [new_text().encode()]}
                case.headers["x-mended"] = "yes"

        def validate_response(self, response: Any, case: Case, **_: Any) -> None:
            answered[case.operation.label, response.status_code] += 1
            validate(case, response)

        def get_call_kwargs(self, case: Case) -> dict[str, Any]:
            return {"base_url": address}

    for number in range(runs):
        # What comes next depends on how far the worker is, which no run repeats.
        with suppress(FlakyStrategyDefinition):
            seeded = seed(number)(Sequence)
            run_state_machine_as_test(seeded, settings=bound(5, stateful_step_count=6))
    return answered


def can_be_wrong(label: str) -> bool:
    """Whether a request can break the schema: it has a body, or a query, that is no archive."""
    operation = OPERATIONS[label]
    return bool(operation.body or operation.query) and label != "POST /api/archive"


MODES = [
    (label, mode)
    for label in sorted(OPERATIONS)
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    if mode is GenerationMode.POSITIVE or can_be_wrong(label)
]


@pytest.mark.parametrize(("label", "mode"), MODES)
def test_answers_keep_to_the_schema(address: str, label: str, mode: GenerationMode) -> None:
    probe(label, mode, address, 5)


@pytest.mark.parametrize("value", ["", " ", "rows", " rows", "a\0b", "500", "49", "keep"])
@pytest.mark.parametrize(
    "name", ["group", "on_duplicate", "chunk_strategy", "chunk_size", "chunk_overlap"]
)
def test_fields_of_an_upload_may_be_what_the_schema_says(
    address: str, api: Api, name: str, value: str
) -> None:
    form = OPERATIONS["POST /api/documents"].body[0].definition["schema"]["properties"]
    is_number = value.isdigit() and "anyOf" in form[name]
    described = jsonschema.Draft202012Validator(form[name])
    # Of several files: one file's own error would be the answer anyway.
    answer = api.upload(("a.md", new_text()), ("b.md", new_text()), **{name: value})
    is_described = described.is_valid(int(value) if is_number else value)
    assert answer.status_code == (202 if is_described else 422)


def test_sequences_of_calls_keep_to_the_schema(address: str) -> None:
    answered = run_sequences(address, 3)
    assert answered["POST /api/documents", 202]
    assert answered["DELETE /api/documents/{document_id}", 200]


@pytest.mark.slow
@pytest.mark.parametrize(("label", "mode"), MODES)
def test_many_answers_keep_to_the_schema(address: str, label: str, mode: GenerationMode) -> None:
    probe(label, mode, address, 200)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_many_sequences_keep_to_the_schema(address: str) -> None:
    answered = run_sequences(address, 300)
    assert answered["GET /api/documents/{document_id}", 200]
    assert answered["GET /api/documents/{document_id}", 404]
