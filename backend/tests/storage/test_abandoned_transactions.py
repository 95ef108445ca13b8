"""A process killed in the middle of a transaction must not hold up those that write after it."""

import subprocess
import sys
import time

from ragstudio.records import DocumentStatus
from ragstudio.storage.client import Database
from ragstudio.storage.embedded import EmbeddedMongod
from tests.storage.documents import insert_document

OPEN_AND_DIE = """
import os, sys
from ragstudio.storage.client import connect
database = connect(sys.argv[1], sys.argv[2])
def work(transaction):
    documents = database._database["documents"]
    documents.update_many({}, {"$set": {"group": "late"}}, session=transaction)
    if len(sys.argv) > 3:
        print("open", flush=True)
        sys.stdin.read()
    os.kill(os.getpid(), 9)
database.transact(work)
"""


def _start(mongod: EmbeddedMongod, database: Database, *more: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", OPEN_AND_DIE, mongod.uri, database.name, *more],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_the_transaction_of_a_killed_process_is_ended_at_once(
    mongod: EmbeddedMongod, database: Database
) -> None:
    document = insert_document(database)
    _start(mongod, database).wait()
    assert database.end_abandoned_transactions() == 1
    started = time.monotonic()
    marked = database.documents.mark_deleting(document.id)
    assert time.monotonic() - started < 10
    assert (marked.status, marked.group) == (DocumentStatus.DELETING, document.group)
    assert database.end_abandoned_transactions() == 0


def test_the_transaction_of_a_living_process_is_left_alone(
    mongod: EmbeddedMongod, database: Database
) -> None:
    insert_document(database)
    alive = _start(mongod, database, "wait")
    assert alive.stdout is not None
    assert alive.stdout.readline() == "open\n"
    assert database.end_abandoned_transactions() == 0
    alive.communicate()
    assert database.end_abandoned_transactions() == 1
