"""Ending the transactions nobody will end: MongoDB keeps them, and their locks, a minute.

A client's connections name its process, so that what it left open can be told from what is alive.
"""

import os
import socket
from collections.abc import Collection
from typing import Any

import psutil
from pymongo import MongoClient
from pymongo.errors import OperationFailure
from pymongo.read_concern import ReadConcern

_PREFIX = "ragstudio"


def name_application() -> str:
    """This process as the connections to MongoDB name it: studio, host and process id."""
    return f"{_PREFIX} {socket.gethostname()} {os.getpid()}"


def end_abandoned_transactions(
    client: "MongoClient[dict[str, Any]]", broken_off: Collection[bytes] = ()
) -> int:
    """Abort the open transactions of dead processes of this host, and those of the sessions with
    the ids `broken_off`; returns how many there were.

    Those of other hosts, and all where the user may not list them, are left to
    `transactionLifetimeLimitSeconds`.
    """
    try:
        return _end_abandoned(client, broken_off)
    except OperationFailure:
        return 0


def _end_abandoned(client: "MongoClient[dict[str, Any]]", broken_off: Collection[bytes]) -> int:
    admin = client.get_database("admin", read_concern=ReadConcern("local"))
    opened = admin.aggregate(
        [
            {"$currentOp": {"idleSessions": True}},
            {"$match": {"transaction": {"$exists": True}, "active": False}},
        ]
    )
    abandoned = [
        found["lsid"]["id"]
        for found in opened
        if found["lsid"]["id"] in broken_off or _is_of_dead(found.get("appName"))
    ]
    if abandoned:
        admin.command("killSessions", [{"id": session} for session in abandoned])
    return len(abandoned)


def _is_of_dead(application: object) -> bool:
    """Whether a connection's name is that of a process of this host that is no more."""
    match str(application).split(" "):
        case [prefix, host, pid] if prefix == _PREFIX and host == socket.gethostname():
            return pid.isdecimal() and not _is_alive(int(pid))
    return False


def _is_alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
