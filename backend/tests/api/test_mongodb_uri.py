"""The MongoDB address: hidden in what the studio tells everybody, whole for its own machine."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from httpx2 import Response
from pymongo import MongoClient
from starlette.testclient import TestClient

from ragstudio.api.app import create_app
from ragstudio.settings import Settings
from ragstudio.storage.embedded import EmbeddedMongod

TOKEN = "a-long-random-value"


@pytest.fixture(scope="module")
def app(mongod: EmbeddedMongod, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """The running application over a real database whose address has a password."""
    settings = Settings(
        _env_file=None,
        mongodb_uri=mongod.uri,
        mongodb_database="test_mongodb_uri",
        data_dir=tmp_path_factory.mktemp("data"),
        workers=0,
        api_token=TOKEN,
    )
    application = create_app(settings)
    with TestClient(application):
        yield application
        application.state.studio.database.drop()


def _call(app: FastAPI, path: str, address: str) -> Response:
    client = TestClient(app, base_url="http://127.0.0.1", client=(address, 50000))
    return client.get(path, headers={"Authorization": f"Bearer {TOKEN}"})


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_own_machine_gets_an_address_that_opens_the_database(app: FastAPI, address: str) -> None:
    answer = _call(app, "/api/system/mongodb-uri", address)

    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    with MongoClient[dict[str, object]](answer.json()["uri"]) as client:
        assert client.admin.command("ping")["ok"] == 1.0


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::7", "a-name"])
def test_another_machine_is_refused_even_with_the_token(app: FastAPI, address: str) -> None:
    answer = _call(app, "/api/system/mongodb-uri", address)

    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "password_withheld"
    assert "mongodb://" not in answer.text


def test_system_facts_hide_the_password(app: FastAPI, mongod: EmbeddedMongod) -> None:
    password = mongod.uri.split("@")[0].rsplit(":", 1)[1]

    answer = _call(app, "/api/system", "127.0.0.1")

    assert password not in answer.text
    assert ":***@" in answer.json()["database"]["uri"]
