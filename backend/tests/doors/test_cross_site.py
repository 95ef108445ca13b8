"""Pages of other sites, and names that lead here, get nothing and change nothing."""

import httpx
import pytest
from pydantic import ValidationError

from ragstudio.settings import Settings
from tests.doors.conftest import ORIGIN, Door
from tests.running_server import Api, assert_error, new_text

OWN = "127.0.0.1"
FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "https://evil.example", "sec-fetch-site": "cross-site"},
    {"origin": "null", "sec-fetch-site": "cross-site"},
    {"origin": "http://localhost:9999", "sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": ORIGIN},
]
CHANGES = [
    ("POST", "/api/documents"),
    ("POST", "/api/samples"),
    ("PATCH", "/api/documents/none"),
    ("DELETE", "/api/documents/none"),
    ("PUT", "/api/evaluations/baselines/none"),
    ("POST", "/api/search"),
    ("POST", "/nothing"),
]


def total(api: Api) -> int:
    count: int = api.http.get("/api/system").json()["counts"]["documents"]
    return count


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_simple_post_of_another_site_stores_nothing(api: Api, headers: dict[str, str]) -> None:
    before = total(api)
    answer = api.http.post(
        "/api/documents", files=[("files", ("note.md", new_text()))], headers=headers
    )
    assert_error(answer, 403, "cross_site_request")
    assert total(api) == before


@pytest.mark.parametrize(("method", "path"), CHANGES)
def test_no_method_that_changes_something_is_open(api: Api, method: str, path: str) -> None:
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "application/json"):
        answer = api.http.request(
            method,
            path,
            content=b"{}",
            headers={"origin": "https://evil.example", "content-type": content_type},
        )
        assert_error(answer, 403, "cross_site_request")


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("host", ["rebound.example", "rebound.example:80", "127.0.0.1.nip.example"])
def test_a_foreign_name_that_leads_here_is_refused(api: Api, method: str, host: str) -> None:
    port = api.http.base_url.port
    for name in (host, f"{host.partition(':')[0]}:{port}"):
        headers = {"host": name, "origin": f"http://{name}", "sec-fetch-site": "same-origin"}
        answer = api.http.request(method, "/api/documents", headers=headers)
        assert_error(answer, 403, "cross_site_request")


def test_no_origin_may_read_unless_it_is_listed(api: Api, narrow: Door) -> None:
    for http, origin in ((api.http, ORIGIN), (narrow.http, "https://evil.example")):
        for answer in (
            http.get("/api/documents", headers={"origin": origin}),
            http.options(
                "/api/documents",
                headers={"origin": origin, "access-control-request-method": "DELETE"},
            ),
        ):
            assert not [name for name in answer.headers if name.startswith("access-control")]
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_a_listed_origin_may_ask_read_and_change(narrow: Door) -> None:
    asked = narrow.http.options(
        "/api/documents/none",
        headers={
            "origin": ORIGIN,
            "access-control-request-method": "DELETE",
            "access-control-request-headers": "authorization",
        },
    )
    assert asked.status_code == 200
    assert asked.headers["access-control-allow-origin"] == ORIGIN
    assert "DELETE" in asked.headers["access-control-allow-methods"]
    assert asked.headers["access-control-allow-headers"] == "authorization"
    assert "access-control-allow-credentials" not in asked.headers
    assert asked.headers["x-request-id"]

    headers = {"origin": ORIGIN, "sec-fetch-site": "cross-site"}
    assert narrow.http.get("/api/documents", headers=headers).status_code == 200
    refused = narrow.http.delete("/api/documents/none", headers=headers)
    assert_error(refused, 404, "document_not_found")
    assert refused.headers["access-control-allow-origin"] == ORIGIN
    assert "X-Request-ID" in refused.headers["access-control-expose-headers"]


@pytest.mark.parametrize(
    "origins", ["*", "null", "wiki.example", "https://wiki.example/", "https://a.example https://b"]
)
def test_only_origins_can_be_listed(origins: str) -> None:
    with pytest.raises(ValidationError, match="no origin"):
        Settings(_env_file=None, cors_origins=origins)


def test_several_origins_are_listed_by_commas() -> None:
    settings = Settings(_env_file=None, cors_origins="https://a.example, http://[::1]:3000 ,")
    assert settings.allowed_origins == ("https://a.example", "http://[::1]:3000")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/index.html"),
        ("GET", "/api/health"),
        ("GET", "/api/docs"),
        ("GET", "/api/metrics"),
        ("GET", "/api/nothing"),
        ("GET", "/assets/nothing.js"),
        ("PUT", "/api/documents"),
        ("POST", "/api/search"),
        ("OPTIONS", "/api/documents"),
        ("HEAD", "/api/documents"),
    ],
)
def test_every_answer_forbids_framing_sniffing_and_foreign_scripts(
    api: Api, method: str, path: str
) -> None:
    refused = api.http.request(method, path, headers={"host": "rebound.example"})
    for answer in (api.http.request(method, path), refused):
        check_policy(answer)


def check_policy(answer: httpx.Response) -> None:
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'none'" in policy or "default-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'unsafe-inline'" not in policy
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
