"""The tables of errors in `docs/api.md` are the errors the code raises."""

from ragstudio.api.errors import _HTTP_CODES
from ragstudio.errors import StudioError
from tests.documentation.markdown import Page
from tests.documentation.source_code import argument, find_calls, find_error_classes, keyword

_ANSWERED_ALIKE = "http_error"


def test_error_codes_are_complete_with_their_status(guides: dict[str, Page]) -> None:
    over_http, elsewhere = guides["api"].section("error-codes").tables[:2]
    shown = {row[0]: row[1] for row in over_http}
    classes = find_error_classes()
    statuses = {error.code: str(error.status) for error in classes} | {
        code: str(status) for status, (code, _) in _HTTP_CODES.items() if code != "not_found"
    }
    written = {code for call in find_calls("error_response") if (code := argument(call, 1))}
    assert "validation_error" in written
    expected = {*statuses, *written, StudioError.code, _ANSWERED_ALIKE}
    assert {*shown, *(row[0] for row in elsewhere)} == expected
    for code, status in shown.items():
        assert status == statuses.get(code, status), code


def test_failure_codes_are_complete(guides: dict[str, Page]) -> None:
    failures = [argument(call, 0) for call in find_calls("IngestionFailure")]
    recorded = [keyword(call, "code") for call in find_calls("DocumentError")]
    failed = [argument(call, 2) for call in find_calls("_fail")]
    expected = {code for code in (*failures, *recorded, *failed) if code is not None}
    assert {"corrupt_file", "attempts_exhausted", "ingestion_broke"} <= expected
    assert set(guides["api"].first_column("failure-codes")) == expected
