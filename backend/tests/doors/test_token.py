"""With API_TOKEN set nothing is told without it, and nobody else can reach a studio without one."""

import hmac

import pytest
from pydantic import SecretStr

from ragstudio.api.app import create_app
from ragstudio.commands.server import ExposureRefused, refuse_exposure
from ragstudio.settings import Settings
from tests.doors.conftest import TOKEN, Door
from tests.running_server import Api, assert_error

RIGHT = {"authorization": f"Bearer {TOKEN}"}
OPEN = {("GET", "/api/health")}
OPERATIONS = sorted(
    (method.upper(), path.replace("{number}", "1"))
    for path, methods in create_app(Settings(_env_file=None)).openapi()["paths"].items()
    for method in methods
)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_route_asks_for_the_token(guarded: Door, method: str, path: str) -> None:
    if (method, path) in OPEN:
        assert guarded.http.request(method, path).status_code == 200
        return
    for headers in (
        {},
        {"authorization": f"Bearer {TOKEN[:-1]}"},
        {"authorization": f"Basic {TOKEN}"},
        {"cookie": f"token={TOKEN}"},
    ):
        answer = guarded.http.request(method, path, headers=headers)
        assert_error(answer, 401, "unauthorized")
        assert TOKEN not in answer.text
    assert_error(guarded.http.request(method, f"{path}?token={TOKEN}"), 401, "unauthorized")


def test_streams_files_metrics_and_the_description_open_with_the_token(
    guarded: Door, api: Api
) -> None:
    document = api.ingest("# Owls\n\nOwls hunt at night.\n" + TOKEN[:3], "owls.md")
    for path in (
        f"/api/documents/{document['id']}/raw",
        f"/api/documents/{document['id']}/events",
        "/api/metrics",
        "/api/openapi.json",
    ):
        assert_error(guarded.http.get(path), 401, "unauthorized")
        assert guarded.http.get(path, headers=RIGHT).status_code == 200
    with guarded.http.stream("GET", "/api/events", headers=RIGHT) as answer:
        assert next(answer.iter_lines()) == "event: open"
    api.http.delete(f"/api/documents/{document['id']}")


def test_pages_are_empty_without_the_token(guarded: Door) -> None:
    for path in ("/", "/api/docs", "/api/docs/start.js", "/documents"):
        answer = guarded.http.get(path)
        assert answer.status_code == 200
        assert "owls" not in answer.text.lower()
        assert "/api/documents" not in answer.text


def test_the_token_is_compared_in_constant_time(
    guarded: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []

    def compare(given: bytes, expected: bytes) -> bool:
        compared.append((given, expected))
        return given == expected

    monkeypatch.setattr(hmac, "compare_digest", compare)
    guarded.http.get("/api/documents", headers={"authorization": "Bearer wrong"})
    guarded.http.get("/api/documents", headers=RIGHT)
    assert compared == [(b"wrong", TOKEN.encode()), (TOKEN.encode(), TOKEN.encode())]


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "", "192.168.1.20", "studio.example", "127.1.example"]
)
def test_a_studio_beyond_this_machine_needs_a_token(host: str) -> None:
    with pytest.raises(ExposureRefused, match="API_TOKEN is not set") as refused:
        refuse_exposure(Settings(_env_file=None, host=host))
    assert "API_TOKEN" in refused.value.hint
    refuse_exposure(Settings(_env_file=None, host=host, api_token=SecretStr(TOKEN)))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_a_studio_on_this_machine_needs_none(host: str) -> None:
    refuse_exposure(Settings(_env_file=None, host=host))
    assert Settings(_env_file=None).host == "127.0.0.1"
