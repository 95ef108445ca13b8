"""GridFS written by hand reads back through PyMongo, and leftovers are swept in time."""

from datetime import timedelta

import pytest

from ragstudio.storage.client import Database


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
    assert database.raw_files.orphaned_chunk_owners() == {orphan: 2}
    assert database.raw_files.sweep_orphaned_chunks(timedelta(hours=1)) == 0
    assert database.raw_files.sweep_orphaned_chunks(timedelta(seconds=-2)) == 2
    assert database.raw_files.orphaned_chunk_owners() == {}
    assert database.raw_files.count(kept) == (1, 1)


def test_removal_leaves_neither_file_nor_chunks(database: Database) -> None:
    file_id = _store(database, [b"x" * 600_000])
    assert database.raw_files.remove(file_id) == (1, 3)
    assert database.raw_files.count(file_id) == (0, 0)
    assert database.raw_files.open(file_id) is None
