"""The chunk feed and its barrier, against a real `mongod`."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
from bson import ObjectId
from pymongo import MongoClient

from ragstudio.errors import IndexNotReady
from ragstudio.storage.changes import ChunkFeed
from ragstudio.storage.client import Database
from ragstudio.storage.embedded import _choose_port
from ragstudio.storage.mongod_binary import find_mongod


def _follow(feed: ChunkFeed, target: tuple[int, int]) -> list[tuple[str, bool]]:
    seen = []
    while feed.position < target:
        seen += [(c.chunk_id, c.entry is not None) for c in feed.poll(200)]
    return seen


def test_barrier_covers_every_write_before_it(database: Database) -> None:
    feed = database.chunk_feed()
    feed.open()
    chunks = database._database["chunks"]
    identifiers = [chunks.insert_one({"document_id": ObjectId(), "chunk_index": 0}).inserted_id]
    chunks.delete_one({"_id": identifiers[0]})
    seen = _follow(feed, feed.barrier())
    assert seen == [(str(identifiers[0]), False), (str(identifiers[0]), False)] or seen == [
        (str(identifiers[0]), True),
        (str(identifiers[0]), False),
    ]
    feed.close()


def test_a_transaction_arrives_whole_however_large(database: Database) -> None:
    feed = database.chunk_feed()
    feed.open()
    chunks = database._database["chunks"]
    rows = [{"document_id": ObjectId(), "chunk_index": n, "content": "c"} for n in range(4500)]
    database.transact(lambda session: chunks.insert_many(rows, session=session))
    arrivals = []
    while sum(arrivals) < len(rows):
        arrivals.append(len(feed.poll(500)))
    assert [count for count in arrivals if count] == [len(rows)]
    feed.close()


def test_barrier_at_rest_writes_nothing(database: Database) -> None:
    feed = database.chunk_feed()
    feed.open()
    _follow(feed, feed.barrier())
    before = database._database["meta"].find_one({"_id": "barrier"})
    for _ in range(5):
        assert feed.barrier() <= feed.position
    after = database._database["meta"].find_one({"_id": "barrier"})
    # MongoDB itself writes a no-op every ten seconds, which costs one barrier at most.
    assert after["count"] - before["count"] <= 1
    feed.close()


def test_snapshot_gives_what_was_there_before(database: Database) -> None:
    database._database["chunks"].insert_many(
        [{"document_id": ObjectId(), "chunk_index": n, "content": f"c{n}"} for n in range(5)]
    )
    feed = database.chunk_feed()
    feed.open()
    batches = list(feed.snapshot(batch_size=2))
    assert [len(batch) for batch in batches] == [2, 2, 1]
    assert [entry.content for batch in batches for entry in batch] == [f"c{n}" for n in range(5)]
    feed.close()


def test_dropped_collection_asks_for_a_fresh_start(database: Database) -> None:
    import pytest

    from ragstudio.storage.changes import FeedInvalidated

    feed = database.chunk_feed()
    feed.open()
    database._database["chunks"].drop()
    with pytest.raises(FeedInvalidated):
        for _ in range(50):
            feed.poll(200)
    feed.close()


def test_a_server_without_a_primary_is_waited_for(tmp_path: Path) -> None:
    """As right after a crash: it answers, and has no operation time yet."""
    port = _choose_port(None)
    command = [str(find_mongod()), "--dbpath", str(tmp_path), "--port", str(port)]
    with subprocess.Popen([*command, "--bind_ip", "127.0.0.1"], stdout=subprocess.DEVNULL) as lone:
        with MongoClient[dict[str, Any]](f"mongodb://127.0.0.1:{port}") as client:
            client.admin.command("ping")
            feed = ChunkFeed(client["test"])
            with pytest.raises(IndexNotReady, match="operation time"):
                feed.open()
            with pytest.raises(IndexNotReady, match="operation time"):
                feed.barrier()
        lone.kill()
