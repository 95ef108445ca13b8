"""GridFS written by hand reads back through PyMongo, and leftovers are swept in time."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from ragstudio.storage.client import Database
from ragstudio.storage.raw_files import CHUNK_BYTES


def _store(database: Database, pieces: list[bytes]) -> str:
    file_id, length = database.raw_files.write_chunks(pieces)
    database.transact(
        lambda session: database.raw_files.insert_file(
            file_id, length=length, filename="f", metadata={}, session=session
        )
    )
    return file_id


@pytest.mark.parametrize("sizes", [[1], [261_120], [261_121], [100_000] * 7, [5_000_000]])
def test_bytes_come_back_whole(database: Database, sizes: list[int]) -> None:
    pieces = [bytes([number % 251]) * size for number, size in enumerate(sizes, 1)]
    file_id = _store(database, pieces)
    stored = database.raw_files.open(file_id)
    assert stored is not None
    assert stored.read() == b"".join(pieces)
    assert database.raw_files.count(file_id) == (1, -(-sum(sizes) // 261_120))
    assert database.raw_files.expected_chunks(file_id) == -(-sum(sizes) // 261_120)


def test_chunks_without_file_are_swept_only_once_old(database: Database) -> None:
    kept = _store(database, [b"kept"])
    orphan, _ = database.raw_files.write_chunks([b"lost" * 100_000])
    assert database.raw_files.open(orphan) is None
    # What this process writes it does not take for an orphan; another sees its age alone.
    assert database.raw_files.orphaned_chunk_owners() == {}
    assert database.raw_files.sweep_orphaned_chunks(timedelta(seconds=-2)) == 0
    other = database.sibling(database.name).raw_files
    assert other.orphaned_chunk_owners() == {orphan: 2}
    assert other.sweep_orphaned_chunks(timedelta(hours=1)) == 0
    assert other.sweep_orphaned_chunks(timedelta(seconds=-2)) == 2
    assert other.orphaned_chunk_owners() == {}
    assert database.raw_files.count(kept) == (1, 1)


def test_what_an_earlier_version_left_is_found_once(database: Database) -> None:
    orphan, _ = database.raw_files.write_chunks([b"lost"])
    database._database.drop_collection("uploads")
    later = database.sibling(database.name)
    assert later.raw_files.sweep_orphaned_chunks(timedelta(seconds=-2)) == 0
    later.prepare()
    assert later.raw_files.sweep_orphaned_chunks(timedelta(seconds=-2)) == 1
    assert later.raw_files.orphaned_chunk_owners() == {}
    assert database.raw_files.count(orphan) == (0, 0)


def test_removal_leaves_neither_file_nor_chunks(database: Database) -> None:
    file_id = _store(database, [b"x" * 600_000])
    assert database.raw_files.remove(file_id) == (1, 3)
    assert database.raw_files.count(file_id) == (0, 0)
    assert database.raw_files.open(file_id) is None


def test_an_abandoned_file_leaves_no_chunks_and_one_that_was_added_stays(
    database: Database,
) -> None:
    lost, _ = database.raw_files.write_chunks([b"lost"])
    database.raw_files.abandon(lost)
    assert database.raw_files.count(lost) == (0, 0)
    # A commit whose answer was lost.
    added = _store(database, [b"kept"])
    database.raw_files.abandon(added)
    assert database.raw_files.count(added) == (1, 1)


def test_a_broken_write_leaves_no_chunks(database: Database) -> None:
    def break_off() -> Iterator[bytes]:
        yield b"x" * CHUNK_BYTES * 17
        raise OSError

    with pytest.raises(OSError):
        database.raw_files.write_chunks(break_off())
    assert database.raw_files.orphaned_chunk_owners() == {}


def test_a_file_without_all_its_chunks_is_not_opened(database: Database) -> None:
    file_id = _store(database, [b"x" * CHUNK_BYTES * 2])
    database._database["raw_files.chunks"].delete_one({"n": 1})
    assert database.raw_files.open(file_id) is None
