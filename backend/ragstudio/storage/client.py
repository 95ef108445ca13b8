"""The connection to MongoDB and the repositories that use it."""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

from pymongo import MongoClient
from pymongo.client_session import ClientSession
from pymongo.collection import Collection
from pymongo.errors import (
    AutoReconnect,
    ConfigurationError,
    ConnectionFailure,
    OperationFailure,
    PyMongoError,
    ServerSelectionTimeoutError,
)

from ragstudio.errors import DatabaseUnavailable
from ragstudio.storage.abandoned_transactions import end_abandoned_transactions, name_application
from ragstudio.storage.archives import ArchiveRepository
from ragstudio.storage.changes import ChunkFeed
from ragstudio.storage.chunks import ChunkRepository
from ragstudio.storage.document_changes import DocumentChangeStream
from ragstudio.storage.documents import DocumentRepository
from ragstudio.storage.errors import read_reason
from ragstudio.storage.evaluation_runs import EvaluationRunRepository
from ragstudio.storage.indexes import ensure_indexes
from ragstudio.storage.mapping import BsonDocument
from ragstudio.storage.meta import MetaRepository
from ragstudio.storage.raw_files import RawFileRepository
from ragstudio.storage.row_records import RowRecordRepository
from ragstudio.storage.vectors import VectorRepository

Result = TypeVar("Result")

# A person who waits is told within two seconds that MongoDB is away.
PATIENCE_SECONDS = 0.75
# A `mongod` that is frozen keeps its connections and says nothing. The driver's monitor notices
# once an answer to it is overdue, and interrupts whatever waits for the others.
_HEARTBEAT_SECONDS = 0.5
# For a process whose answers nobody waits for: it goes on where it was once MongoDB thaws.
_UNHURRIED_SECONDS = 10.0
_SILENCE_SECONDS = 0.8
# The election of another primary takes up to twelve seconds over a network.
_REMOTE_PATIENCE_SECONDS = 15.0
# How long a server without a replica set is given to get one.
_INITIATION_SECONDS = 5.0
# Connecting over a network takes that long, as does a remote server's answer on a bad line.
_REMOTE_SILENCE_SECONDS = 2.0
# Sessions whose transaction may be open still; MongoDB itself ends it within a minute.
_MOST_BROKEN_OFF = 1000
_THIS_MACHINE = {"127.0.0.1", "localhost", "::1"}

Transaction = ClientSession
"""What the work of one transaction passes on to every query that belongs to it."""


class Database:
    """One database of the studio: its repositories, and transactions over them."""

    def __init__(self, client: MongoClient[BsonDocument], name: str) -> None:
        self._client = client
        self.name = name
        self._database = client[name]
        self.documents = DocumentRepository(self._database["documents"])
        self.chunks = ChunkRepository(self._database["chunks"])
        self.row_records = RowRecordRepository(
            self._database["chunks"], self._database["documents"]
        )
        self.vectors = VectorRepository(self._database["chunks"], self._database["documents"])
        self.raw_files = RawFileRepository(self._database)
        self.evaluation_runs = EvaluationRunRepository(self._database["evaluation_runs"])
        self.experiment_runs = EvaluationRunRepository(self._database["experiment_runs"])
        self.meta = MetaRepository(self._database["meta"])
        self.archives = ArchiveRepository(client, self._database)
        self.interrupted = threading.Event()
        """Set where an absence of MongoDB broke something off that is to be taken up again."""
        self._broken_off: deque[bytes] = deque(maxlen=_MOST_BROKEN_OFF)

    def prepare(self) -> None:
        """Create collections and indexes where they are missing."""
        notes_uploads = "uploads" in self._database.list_collection_names()
        ensure_indexes(self._database)
        if not notes_uploads:
            self.raw_files.note_orphans()

    def transact(self, work: Callable[[Transaction], Result]) -> Result:
        """Run `work` in one transaction, again if MongoDB asks for it (write conflicts).

        `work` must be safe to repeat. Whatever it raises aborts the transaction. Where MongoDB is
        away, that is raised at once: while it committed, all or nothing of the work was done.
        """

        def attempt(session: Transaction) -> Result:
            try:
                result = work(session)
                _commit(session)
                return result
            except ServerSelectionTimeoutError as error:
                # The driver would try again for two minutes; a person waits for this.
                raise AutoReconnect(str(error)) from error

        with self._client.start_session() as session:
            try:
                return session.with_transaction(attempt)
            except ConnectionFailure:
                self._broken_off.append(session.session_id["id"])
                self.interrupted.set()
                raise

    def chunk_collection(self) -> Collection[BsonDocument]:
        """The collection of the chunks, for a search engine that runs inside MongoDB."""
        return self._database["chunks"]

    def end_abandoned_transactions(self) -> int:
        """Abort what processes of this host left open when they died, and what this one could not
        end while MongoDB was away; returns how many.

        Until then every write to the same records waits.
        """
        return end_abandoned_transactions(self._client, self._broken_off.copy())

    def chunk_feed(self) -> ChunkFeed:
        """A new feed of the chunks as they change, for a search index."""
        return ChunkFeed(self._database)

    def document_changes(self) -> DocumentChangeStream:
        """A new stream of the documents as they change."""
        return DocumentChangeStream(self._database["documents"])

    def ping(self) -> float:
        """Seconds MongoDB takes to answer. Raises a `DatabaseFailure` where it does not."""
        started = time.perf_counter()
        self._client.admin.command("ping")
        return time.perf_counter() - started

    def server_version(self) -> str:
        """Version of the MongoDB server."""
        return str(self._client.server_info()["version"])

    def statistics(self) -> dict[str, Any]:
        """Sizes in bytes and counts as MongoDB reports them (`dbStats`)."""
        stats = self._database.command("dbStats")
        return {
            "data_bytes": int(stats["dataSize"]),
            "storage_bytes": int(stats["storageSize"]),
            "index_bytes": int(stats["indexSize"]),
        }

    def free_disk_bytes(self) -> int | None:
        """Free space where MongoDB keeps its files; None where the server does not say."""
        stats = self._database.command("dbStats")
        if "fsTotalSize" not in stats or "fsUsedSize" not in stats:
            return None
        return int(stats["fsTotalSize"]) - int(stats["fsUsedSize"])

    def drop(self) -> None:
        """Remove the whole database; for scratch databases."""
        self._client.drop_database(self.name)

    def sibling(self, name: str) -> "Database":
        """Another database on the same server."""
        return Database(self._client, name)

    def list_siblings(self, prefix: str) -> list[str]:
        """Names of the databases on the same server that begin with `prefix`."""
        return [name for name in self._client.list_database_names() if name.startswith(prefix)]

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def _commit(session: Transaction) -> None:
    """Commit, again where the answer was lost: a commit may be repeated."""
    while True:
        try:
            session.commit_transaction()
            return
        except ServerSelectionTimeoutError:
            raise
        except PyMongoError as error:
            if not error.has_error_label("UnknownTransactionCommitResult"):
                raise


def name_database(uri: str, name: str) -> str:
    """The address with the database in its path where it names none, so that mongosh opens it.

    Without `authSource` a path would change where the user is looked up, so the default
    (`admin`) is then written out.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        # Connecting says what is wrong with it.
        return uri
    if parts.path not in ("", "/"):
        return uri
    query = parts.query
    if parts.username and "authsource=" not in query.lower():
        query = f"{query}&authSource=admin".lstrip("&")
    return urlunsplit((parts.scheme, parts.netloc, f"/{name}", query, ""))


def connect(
    uri: str, name: str, *, wait_seconds: float = 30.0, patience_seconds: float = PATIENCE_SECONDS
) -> Database:
    """Connect, wait until the server takes writes, and prepare the database.

    Later calls fail once MongoDB has been away for `patience_seconds`.

    Raises `DatabaseUnavailable` when it does not within `wait_seconds`, refuses, or `uri` is no
    address of a MongoDB.
    """
    client = _build_client(uri, patience_seconds)
    began = time.monotonic()
    deadline = began + wait_seconds
    while True:
        try:
            hello = client.admin.command("hello")
            if not hello.get("setName") and hello.get("msg") != "isdbgrid":
                # In a container it may not have been initiated yet.
                if time.monotonic() < min(deadline, began + _INITIATION_SECONDS):
                    time.sleep(0.1)
                    continue
                client.close()
                raise DatabaseUnavailable(
                    "The MongoDB server at MONGODB_URI is not part of a replica set.",
                    hint="Transactions and change streams need one: start mongod with --replSet "
                    "and run rs.initiate(), or leave MONGODB_URI empty.",
                )
            database = Database(client, name)
            database.prepare()
            return database
        except ConnectionFailure as error:
            if time.monotonic() > deadline:
                client.close()
                raise DatabaseUnavailable(
                    f"MongoDB did not answer within {wait_seconds:.0f} seconds.",
                    hint="Check MONGODB_URI and that this server is running, or leave "
                    "MONGODB_URI empty to use the embedded one.",
                ) from error
            time.sleep(0.1)
        except OperationFailure as error:
            client.close()
            raise DatabaseUnavailable(
                f"MongoDB refused the connection: {read_reason(error)}.",
                hint="Check the user, the password and authSource in MONGODB_URI.",
            ) from error


def _build_client(uri: str, patience_seconds: float) -> MongoClient[BsonDocument]:
    try:
        near = urlsplit(uri).hostname in _THIS_MACHINE
        connect_seconds, heartbeat_seconds = _watch(near, patience_seconds)
        return MongoClient(
            uri,
            appname=name_application(),
            tz_aware=True,
            serverSelectionTimeoutMS=round(
                (patience_seconds if near else max(patience_seconds, _REMOTE_PATIENCE_SECONDS))
                * 1000
            ),
            connectTimeoutMS=round(connect_seconds * 1000),
            heartbeatFrequencyMS=round(heartbeat_seconds * 1000),
            w="majority",
            readConcernLevel="majority",
        )
    except (ConfigurationError, ValueError) as error:
        # The reason is not repeated: it may quote a part of the password.
        raise DatabaseUnavailable(
            "MONGODB_URI is not an address MongoDB's driver can use.",
            hint="Write it as mongodb://user:password@host:port/?options; percent-encode special "
            "characters of the password, and with mongodb+srv:// check that the name resolves.",
        ) from error


def _watch(near: bool, patience_seconds: float) -> tuple[float, float]:
    """Seconds until a connection counts as silent, and between the monitor's calls."""
    silence = _SILENCE_SECONDS if near else _REMOTE_SILENCE_SECONDS
    if patience_seconds > PATIENCE_SECONDS:
        return _REMOTE_SILENCE_SECONDS, _UNHURRIED_SECONDS
    return silence, _HEARTBEAT_SECONDS
