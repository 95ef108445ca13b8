"""Copying every database of one server to another, document by document, and proving it."""

from typing import Any

from bson.raw_bson import RawBSONDocument
from pymongo import MongoClient
from pymongo.database import Database

_COPIED_AT_ONCE = 500
# What a server keeps for itself: users, the replica set, sessions.
_OWN_DATABASES = frozenset({"admin", "config", "local"})


class CopyDiffers(Exception):
    """A copy is not what it was made from."""


def copy_databases(source_uri: str, target_uri: str) -> None:
    """Copy what people stored, with its indexes, to an empty server.

    Raises `CopyDiffers` where MongoDB's own hash of a collection is another there, and what the
    driver raises.
    """
    with (
        MongoClient[RawBSONDocument](source_uri, document_class=RawBSONDocument) as source,
        MongoClient[RawBSONDocument](target_uri, document_class=RawBSONDocument) as target,
    ):
        for name in source.list_database_names():
            if name in _OWN_DATABASES:
                continue
            for collection in source[name].list_collection_names():
                _copy_collection(source[name], target[name], collection)
    with (
        MongoClient[dict[str, Any]](source_uri) as source_again,
        MongoClient[dict[str, Any]](target_uri) as target_again,
    ):
        for name in source_again.list_database_names():
            if name not in _OWN_DATABASES and _hash(source_again, name) != _hash(
                target_again, name
            ):
                raise CopyDiffers(name)


def _copy_collection(
    source: Database[RawBSONDocument], target: Database[RawBSONDocument], name: str
) -> None:
    target.create_collection(name)
    for index in source[name].list_indexes():
        options = dict(index)
        keys = list(dict(options.pop("key")).items())
        if options.pop("name") != "_id_":
            options.pop("v", None)
            target[name].create_index(keys, **options)
    waiting: list[RawBSONDocument] = []
    for document in source[name].find({}).sort("_id", 1):
        waiting.append(document)
        if len(waiting) == _COPIED_AT_ONCE:
            target[name].insert_many(waiting)
            waiting = []
    if waiting:
        target[name].insert_many(waiting)


def _hash(client: MongoClient[dict[str, Any]], name: str) -> dict[str, str]:
    """MongoDB's hash of each collection (`dbHash`)."""
    return dict(client[name].command("dbHash")["collections"])
