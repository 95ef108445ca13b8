"""Collections and the indexes their queries need."""

from pymongo import ASCENDING
from pymongo.database import Database
from pymongo.errors import CollectionInvalid

from ragstudio.storage.chunk_fields import complete_chunks
from ragstudio.storage.mapping import BsonDocument

_COLLECTIONS = (
    "documents",
    "chunks",
    "raw_files.files",
    "raw_files.chunks",
    "evaluation_runs",
    "experiment_runs",
    "meta",
    "uploads",
)


def ensure_indexes(database: Database[BsonDocument]) -> None:
    """Create what is missing, fields of chunks among it.

    Harmless to repeat and to run from several processes.
    """
    existing = set(database.list_collection_names())
    for name in _COLLECTIONS:
        if name not in existing:
            try:
                database.create_collection(name)
            except CollectionInvalid:
                continue
    documents = database["documents"]
    documents.create_index("identity", unique=True)
    documents.create_index([("status", ASCENDING), ("_id", ASCENDING)])
    documents.create_index("group")
    documents.create_index("filename")
    documents.create_index("sha256")
    for name in (
        "replaces_document_id",
        "replaced_by_document_id",
        "source.record_id",
        "source.replaces",
        "source.replaced_by",
        "source.amends",
    ):
        documents.create_index(name)
    documents.create_index("rechunking.requested_at", sparse=True)
    chunks = database["chunks"]
    chunks.create_index([("document_id", ASCENDING), ("chunk_index", ASCENDING)], unique=True)
    chunks.create_index([("searchable", ASCENDING), ("spread", ASCENDING)])
    raw_chunks = database["raw_files.chunks"]
    raw_chunks.create_index([("files_id", ASCENDING), ("n", ASCENDING)], unique=True)
    database["raw_files.files"].create_index([("filename", ASCENDING), ("uploadDate", ASCENDING)])
    database["raw_files.files"].create_index("metadata.document_id")
    database["evaluation_runs"].create_index("started_at")
    complete_chunks(database)
