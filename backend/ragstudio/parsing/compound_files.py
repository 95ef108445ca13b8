"""One stream of an OLE compound file, put into a new and sound one.

Readers in native code follow the tables of a damaged container in circles; olefile does not.
"""

import struct
from typing import BinaryIO

import olefile

SECTOR = 4096
_END, _FREE, _FAT, _NONE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFF
_LEAST = 4096


def read_stream(source: BinaryIO, names: tuple[str, ...]) -> tuple[str, bytes]:
    """The first of the named streams that a compound file has.

    Raises `ValueError` if it has none; olefile's errors if the container is damaged.
    """
    with olefile.OleFileIO(source) as container:
        for name in names:
            if container.exists(name):
                return name, container.openstream(name).read()
    raise ValueError("the container has no such stream")


def wrap_stream(name: str, data: bytes) -> bytes:
    """A compound file ([MS-CFB], version 4) with one stream, at most 400 MiB long."""
    data = data.ljust(_LEAST, b"\0")
    count = -(-len(data) // SECTOR)
    directory = count
    # Calamine refuses a root whose stream of small pieces has no sector, even if it is empty.
    entries = _pack_entry("Root Entry", 5, 1, directory, 0) + _pack_entry(
        name, 2, _NONE, 0, len(data)
    )
    entries += _pack_entry("", 0, _NONE, 0, 0) * (SECTOR // 128 - 2)
    fat_count = 1
    while fat_count * SECTOR // 4 < count + 1 + fat_count:
        fat_count += 1
    fat = [*range(1, count), _END, _END, *[_FAT] * fat_count]
    fat += [_FREE] * (fat_count * SECTOR // 4 - len(fat))
    places = [*range(directory + 1, directory + 1 + fat_count)]
    places += [_FREE] * (109 - len(places))
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII109I",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 4, 0xFFFE, 12, 6,
        1, fat_count, directory, 0, _LEAST, _END, 0, _END, 0, *places,
    )  # fmt: skip
    return b"".join(
        (
            header.ljust(SECTOR, b"\0"),
            data.ljust(count * SECTOR, b"\0"),
            entries,
            struct.pack(f"<{len(fat)}I", *fat),
        )
    )


def _pack_entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    encoded = (name.encode("utf-16-le") + b"\0\0") if name else b""
    return struct.pack(
        "<64sHBBIII36xIQ", encoded, len(encoded), kind, 1, _NONE, _NONE, child, start, size
    )
