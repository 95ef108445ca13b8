"""Archives changed byte by byte or member by member, with or without hashes that fit."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import bson

Members = dict[str, bytes]
RECORD, CHUNKS, RAW = (f"documents/000001/{part}" for part in ("record", "chunks", "raw"))


def read_members(archive: bytes) -> Members:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def write_members(members: Members, *, method: int = zipfile.ZIP_STORED) -> bytes:
    """An archive of these members, whatever its manifest says of them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        archive.comment = hashlib.sha256(members["manifest.json"]).hexdigest().encode()
    return out.getvalue()


def write_signed(members: Members, edit: Callable[[dict[str, Any]], None] | None = None) -> bytes:
    """The same with a manifest whose hashes fit, as whoever made the archive could write it."""
    manifest = json.loads(members["manifest.json"])
    for number, document in enumerate(manifest["documents"], start=1):
        for part in ("record", "chunks", "raw"):
            if document[part] is not None:
                data = members[f"documents/{number:06}/{part}"]
                hashed = hashlib.sha256(data).hexdigest()
                document[part] = {"bytes": len(data), "sha256": hashed}
    if edit:
        edit(manifest)
    return write_members({**members, "manifest.json": json.dumps(manifest).encode()})


def edit_record(members: Members, **changes: object) -> Members:
    return {**members, RECORD: bson.encode({**bson.decode(members[RECORD]), **changes})}


def edit_first_chunk(members: Members, **changes: object) -> Members:
    first, *others = bson.decode_all(members[CHUNKS])
    chunks = [{**first, **changes}, *others]
    return {**members, CHUNKS: b"".join(bson.encode(chunk) for chunk in chunks)}


def flip(archive: bytes, inside: bytes) -> bytes:
    """The archive with one bit changed in the middle of a member's bytes."""
    at = archive.index(inside) + len(inside) // 2
    return archive[:at] + bytes([archive[at] ^ 1]) + archive[at + 1 :]
