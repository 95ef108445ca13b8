"""A writer of OLE compound files ([MS-CFB], version 3), for samples of MSG and XLS."""

import struct
from itertools import pairwise

SECTOR, MINI_SECTOR, CUTOFF = 512, 64, 4096
END, FREE, FAT_SECTOR, NO_STREAM = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFF


def make_compound_file(streams: dict[str, bytes]) -> bytes:
    """Streams by path, such as `"storage/stream"`; one level of storages is enough here."""
    entries = _build_entries(streams)
    mini = b""
    mini_fat: list[int] = []
    sectors: list[bytes] = []
    fat: list[int] = []

    def store(data: bytes) -> int:
        if not data:
            return END
        start = len(sectors)
        pieces = [data[i : i + SECTOR].ljust(SECTOR, b"\0") for i in range(0, len(data), SECTOR)]
        sectors.extend(pieces)
        fat.extend([*range(start + 1, start + len(pieces)), END])
        return start

    for entry in entries:
        data = entry["data"]
        if entry["kind"] != 2 or not data:
            continue
        if len(data) >= CUTOFF:
            entry["start"] = store(data)
            continue
        entry["start"] = len(mini_fat)
        count = -(-len(data) // MINI_SECTOR)
        mini_fat += [*range(entry["start"] + 1, entry["start"] + count), END]
        mini += data.ljust(count * MINI_SECTOR, b"\0")
    entries[0]["start"], entries[0]["size"] = store(mini), len(mini)
    mini_fat_start = store(b"".join(struct.pack("<I", each) for each in mini_fat))
    mini_fat_sectors = -(-len(mini_fat) * 4 // SECTOR)
    directory_start = store(b"".join(map(_pack_entry, entries)))
    fat_count = 1
    while (len(fat) + fat_count) * 4 > fat_count * SECTOR:
        fat_count += 1
    first_fat = len(sectors)
    fat += [FAT_SECTOR] * fat_count
    fat += [FREE] * (fat_count * SECTOR // 4 - len(fat))
    table = b"".join(struct.pack("<I", each) for each in fat)
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
        0, fat_count, directory_start, 0, CUTOFF, mini_fat_start if mini_fat else END,
        mini_fat_sectors, END, 0,
    )  # fmt: skip
    difat = [*range(first_fat, first_fat + fat_count)]
    difat += [FREE] * (109 - len(difat))
    header += b"".join(struct.pack("<I", each) for each in difat)
    return header + b"".join(sectors) + table


def _build_entries(streams: dict[str, bytes]) -> list[dict]:
    root = {"name": "Root Entry", "kind": 5, "data": b"", "start": END, "size": 0, "children": {}}
    for path, data in streams.items():
        folder = root
        *storages, name = path.split("/")
        for storage in storages:
            folder = folder["children"].setdefault(
                storage, {"name": storage, "kind": 1, "data": b"", "start": 0, "size": 0,
                          "children": {}}
            )  # fmt: skip
        folder["children"][name] = {
            "name": name, "kind": 2, "data": data, "start": END, "size": len(data), "children": {},
        }  # fmt: skip
    entries = [root]
    for entry in entries:
        entries += entry["children"].values()
    places = {id(entry): place for place, entry in enumerate(entries)}
    for entry in entries:
        children = sorted(entry["children"].values(), key=lambda e: (len(e["name"]), e["name"]))
        # A chain of right siblings is a valid, if unbalanced, tree.
        entry["child"] = places[id(children[0])] if children else NO_STREAM
        entry.setdefault("right", NO_STREAM)
        for one, other in pairwise(children):
            one["right"] = places[id(other)]
    return entries


def _pack_entry(entry: dict) -> bytes:
    name = entry["name"].encode("utf-16-le") + b"\0\0"
    return struct.pack(
        "<64sHBBIII36xIQ",
        name, len(name), entry["kind"], 1, NO_STREAM, entry["right"], entry["child"],
        entry["start"], entry["size"],
    )  # fmt: skip
