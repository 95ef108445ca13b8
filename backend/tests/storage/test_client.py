"""Connecting, and the address people are given."""

import pytest

from ragstudio.errors import DatabaseUnavailable
from ragstudio.storage.client import Database, connect, name_database
from ragstudio.storage.embedded import EmbeddedMongod


@pytest.mark.parametrize(
    ("uri", "named"),
    [
        ("mongodb://a:1", "mongodb://a:1/studio"),
        ("mongodb://a:1/?x=y", "mongodb://a:1/studio?x=y"),
        ("mongodb://a:1,b:2/other?x=y", "mongodb://a:1,b:2/other?x=y"),
        ("mongodb://u:p%40@a:1,b:2/", "mongodb://u:p%40@a:1,b:2/studio?authSource=admin"),
        ("mongodb://u:p@a/?authSource=x", "mongodb://u:p@a/studio?authSource=x"),
        ("mongodb+srv://u:p@c.example/", "mongodb+srv://u:p@c.example/studio?authSource=admin"),
    ],
)
def test_the_address_names_the_database(uri: str, named: str) -> None:
    assert name_database(uri, "studio") == named


def test_the_named_address_connects(mongod: EmbeddedMongod, database: Database) -> None:
    again = connect(name_database(mongod.uri, database.name), database.name)
    assert again.ping() >= 0
    again.close()


def test_a_server_that_is_not_there_is_named(unused_port: int) -> None:
    with pytest.raises(DatabaseUnavailable, match="did not answer"):
        connect(f"mongodb://127.0.0.1:{unused_port}/", "x", wait_seconds=0.5)


def test_a_wrong_password_is_refused_with_a_hint(mongod: EmbeddedMongod) -> None:
    wrong = mongod.uri.replace("ragstudio:", "ragstudio:wrong", 1)
    with pytest.raises(DatabaseUnavailable) as refusal:
        connect(wrong, "x", wait_seconds=1)
    assert "password" in refusal.value.hint
    assert not refusal.value.message.endswith("..")


@pytest.mark.parametrize(
    "uri",
    [
        "mongodb://u:se%zzcret@127.0.0.1:1/",
        "mongodb://u:se/cret@127.0.0.1:1/",
        "mongodb://127.0.0.1:1/?w=secret&secret",
        "mongodb://127.0.0.1:secret/",
        "mongodb://[secret/",
        "http://secret/",
    ],
)
def test_an_address_that_is_none_is_refused_without_repeating_it(uri: str) -> None:
    with pytest.raises(DatabaseUnavailable) as refusal:
        connect(name_database(uri, "x"), "x", wait_seconds=0.1)
    assert "mongodb://user:password@host" in refusal.value.hint
    assert "secret" not in refusal.value.message + refusal.value.hint


@pytest.fixture
def unused_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
