"""Every limit is an error that names it, with the status that fits."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from ragstudio.api.admission import QueueFull, UploadRate, UploadRateExceeded, check_queue
from ragstudio.api.app import create_app
from ragstudio.api.errors import studio_error_response
from ragstudio.lifecycle.intake import Intake, Upload
from ragstudio.settings import Settings
from ragstudio.storage.client import Database
from ragstudio.studio import Studio
from tests.running_server import MAX_UPLOAD_FILES, Api, assert_error, new_text

MEBIBYTE = 1024 * 1024


@pytest.fixture
def small(studio: Studio, api_settings: Settings) -> Iterator[TestClient]:
    """An application that takes three files a minute."""
    app = create_app(api_settings.model_copy(update={"uploads_per_minute": 3}), studio)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize(
    ("body", "limit"),
    [
        ({"query": "x" * 2001}, "2000"),
        ({"query": "x", "limit": 101}, "100"),
        ({"query": "x", "candidates": 501}, "500"),
        ({"query": "x", "filters": {"group": ["g"] * 1001}}, "1000"),
        ({"query": "x", "filters": {"group": ["g" * 501]}}, "500"),
        ({"query": "x", "filters": {"section": "s" * 501}}, "500"),
    ],
)
def test_a_search_over_a_limit_is_422_and_names_it(
    api: Api, body: dict[str, Any], limit: str
) -> None:
    error = assert_error(api.http.post("/api/search", json=body), 422, "validation_error")
    assert limit in error["details"]["fields"][0]["message"]


@pytest.mark.parametrize(
    ("path", "limit"),
    [
        ("/api/documents?limit=501", "500"),
        ("/api/documents?q=" + "x" * 501, "500"),
        ("/api/documents/none/chunks?limit=501", "500"),
        ("/api/documents/none/chunks?offset=10000001", "10000000"),
        ("/api/map?limit=20001", "20000"),
    ],
)
def test_a_page_over_a_limit_is_422_and_names_it(api: Api, path: str, limit: str) -> None:
    error = assert_error(api.http.get(path), 422, "validation_error")
    assert limit in error["details"]["fields"][0]["message"]


def test_a_body_over_the_limit_is_413_and_names_it(api: Api) -> None:
    answer = api.http.post("/api/search", content=b" " * (MEBIBYTE + 1))
    error = assert_error(answer, 413, "request_too_large")
    assert error["details"] == {"limit_bytes": MEBIBYTE}


def test_an_upload_that_never_ends_is_413_and_names_the_limit(api: Api) -> None:
    most = MAX_UPLOAD_FILES * MEBIBYTE + MEBIBYTE

    def endless() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'
        for _ in range(most // MEBIBYTE + 1):
            yield b"x" * MEBIBYTE

    headers = {"content-type": "multipart/form-data; boundary=x"}
    answer = api.http.post("/api/documents", content=endless(), headers=headers)
    error = assert_error(answer, 413, "request_too_large")
    assert error["details"] == {"limit_bytes": most}


def test_a_file_and_a_number_of_files_over_the_limit_are_413(api: Api) -> None:
    large = api.upload(("large.txt", b"x" * (MEBIBYTE + 1)))
    assert assert_error(large, 413, "file_too_large")["details"] == {"limit_bytes": MEBIBYTE}
    for surplus in (1, 1100):
        many = [(f"{number}.md", "x") for number in range(MAX_UPLOAD_FILES + surplus)]
        error = assert_error(api.upload(*many), 413, "file_too_large")
        assert error["details"] == {"limit_files": MAX_UPLOAD_FILES}


@pytest.mark.parametrize("surplus", [1, 2 * MEBIBYTE])
def test_an_archive_that_says_it_is_over_the_limit_is_413(
    small: TestClient, studio: Studio, surplus: int
) -> None:
    most = studio.settings.max_archive_bytes
    headers = {"content-type": "application/zip", "content-length": str(most + surplus)}
    answer = small.post("/api/archive", headers=headers)
    error = assert_error(answer, 413, "file_too_large")
    assert error["details"] == {"limit_bytes": most}


def test_fields_over_a_limit_are_413(api: Api) -> None:
    long = api.upload(("note.md", new_text()), group="g" * 65_537)
    assert assert_error(long, 413, "request_too_large")["details"] == {"limit_bytes": 65_536}
    fields = {f"field{number}": "x" for number in range(21)}
    many = api.upload(("note.md", new_text()), **fields)
    assert assert_error(many, 413, "request_too_large")["details"] == {"limit_fields": 20}


def test_a_name_over_the_limit_is_refused_and_names_it(api: Api) -> None:
    answer = api.upload(("n" * 1001 + ".md", new_text()))
    error = assert_error(answer, 400, "invalid_upload")
    assert error["details"] == {"limit_characters": 1000}


def test_uploads_over_the_rate_are_429_with_the_time_to_wait(
    small: TestClient, studio: Studio
) -> None:
    files = [("files", (f"{number}.md", new_text())) for number in range(3)]
    items = small.post("/api/documents", files=files).json()["items"]
    total = studio.database.documents.total()
    for path in ("/api/documents", f"/api/documents/{items[0]['id']}/versions", "/api/samples"):
        answer = small.post(path, files=[("files", ("late.md", new_text()))])
        error = assert_error(answer, 429, "upload_rate_exceeded")
        assert error["details"]["limit_files_per_minute"] == 3
        assert 1 <= int(answer.headers["retry-after"]) <= 20
    assert studio.database.documents.total() == total
    assert small.get("/api/documents").status_code == 200
    for item in items:
        small.delete(f"/api/documents/{item['id']}")


def test_a_long_queue_is_503_with_the_time_to_wait(database: Database) -> None:
    settings = Settings(_env_file=None, max_queued_documents=2)
    intake = Intake(database, settings)
    for _ in range(2):
        check_queue(database, settings)
        intake.accept(Upload("note.md", io.BytesIO(new_text().encode())))
    with pytest.raises(QueueFull) as refused:
        check_queue(database, settings)
    assert refused.value.details["limit_documents"] == 2
    answer = studio_error_response(refused.value)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "30")


def test_the_rate_allows_a_minute_at_once_and_fills_again() -> None:
    now = [0.0]
    rate = UploadRate(60, lambda: now[0])
    rate.admit("a")
    rate.charge("a", 99)
    with pytest.raises(UploadRateExceeded) as refused:
        rate.admit("a")
    assert refused.value.details["retry_after_seconds"] == 41
    rate.admit("b")
    now[0] = 40.0
    with pytest.raises(UploadRateExceeded):
        rate.admit("a")
    now[0] = 41.0
    rate.admit("a")
    now[0] = 10_000.0
    for _ in range(60):
        rate.admit("a")
    with pytest.raises(UploadRateExceeded):
        rate.admit("a")


def test_the_default_rate_takes_a_drop_the_samples_and_fifty_clients() -> None:
    now = [0.0]
    settings = Settings(_env_file=None)
    rate = UploadRate(settings.uploads_per_minute, lambda: now[0])
    for second in range(600):
        now[0] = float(second)
        for _ in range(50):
            rate.admit("one machine")
    assert settings.max_upload_files <= settings.uploads_per_minute
    assert settings.max_queued_documents >= 5000
