"""Who may call."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from ragstudio.api.app import create_app
from ragstudio.settings import Settings
from ragstudio.studio import Studio
from tests.running_server import Api, assert_error

TOKEN = "correct horse battery staple ünïcode"


@pytest.fixture(scope="module")
def guarded(studio: Studio, api_settings: Settings) -> Iterator[TestClient]:
    settings = api_settings.model_copy(update={"api_token": type(api_settings.api_token)(TOKEN)})
    with TestClient(create_app(settings, studio), base_url="http://studio.example") as client:
        yield client


@pytest.mark.parametrize(
    "path",
    [
        "/api/documents",
        "/api/documents/none/raw",
        "/api/documents/none/events",
        "/api/events",
        "/api/system",
        "/api/metrics",
        "/api/openapi.json",
        "/api/nothing",
    ],
)
@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x"]
)
def test_a_call_without_the_token_is_401(
    guarded: TestClient, path: str, authorization: str | None
) -> None:
    headers = {} if authorization is None else {"authorization": authorization.encode()}
    answer = guarded.get(path, headers=headers)
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "unauthorized"
    assert answer.headers["www-authenticate"] == "Bearer"
    assert TOKEN not in answer.text


def test_a_call_with_the_token_is_answered(guarded: TestClient) -> None:
    for scheme in ("Bearer", "bearer"):
        headers = {"authorization": f"{scheme} {TOKEN}".encode()}
        assert guarded.get("/api/documents", headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/api/health", "/api/docs", "/api/docs/start.js"])
def test_the_look_whether_it_lives_and_empty_pages_need_no_token(
    guarded: TestClient, path: str
) -> None:
    assert guarded.get(path).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.168.1.20:8000", ""]
)
def test_a_local_studio_does_not_answer_under_other_names(api: Api, host: str) -> None:
    answer = api.http.get("/api/documents", headers={"host": host})
    if host:
        assert_error(answer, 403, "cross_site_request")
    else:
        assert answer.status_code in {400, 403}


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "studio.localhost"])
def test_a_local_studio_answers_under_its_own_names(api: Api, host: str) -> None:
    assert api.http.get("/api/documents", headers={"host": host}).status_code == 200


def test_a_page_of_another_site_cannot_change_anything(api: Api) -> None:
    foreign = {"sec-fetch-site": "cross-site"}
    answer = api.http.post("/api/samples", headers=foreign)
    assert_error(answer, 403, "cross_site_request")
    assert api.http.get("/api/health", headers=foreign).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://[", "http://localhost.x", "http://localhost:5173"],
)
def test_a_foreign_origin_is_refused_where_the_browser_says_no_more(api: Api, origin: str) -> None:
    answer = api.http.delete("/api/documents/none", headers={"origin": origin})
    assert_error(answer, 403, "cross_site_request")


def test_the_studios_own_pages_and_programs_may_change_things(api: Api) -> None:
    host = api.http.base_url.netloc.decode()
    for headers in (
        {"origin": f"http://{host}"},
        {"origin": "http://evil.example", "sec-fetch-site": "same-origin"},
        {},
    ):
        answer = api.http.delete("/api/documents/none", headers=headers)
        assert_error(answer, 404, "document_not_found")


def test_with_a_token_the_page_of_the_same_name_is_its_own(guarded: TestClient) -> None:
    headers = {"authorization": f"Bearer {TOKEN}".encode(), "origin": b"https://studio.example"}
    assert guarded.delete("/api/documents/none", headers=headers).status_code == 404
    headers["origin"] = b"https://other.example"
    assert guarded.delete("/api/documents/none", headers=headers).status_code == 403
