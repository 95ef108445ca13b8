"""What the door takes in, what it refuses, and that a refusal leaves nothing."""

import io
from concurrent.futures import ThreadPoolExecutor

import pytest

from ragstudio.errors import (
    DiskFull,
    DuplicateDocument,
    EmptyFile,
    FileTooLarge,
    InvalidUpload,
    UnsupportedMediaType,
)
from ragstudio.lifecycle.intake import Intake, OnDuplicate, Upload
from ragstudio.records import DocumentStatus
from ragstudio.settings import Settings
from tests.lifecycle.conftest import Lifecycle

PROGRAM = b"MZ\x90\0\x03" + bytes(64)


def _raw_chunks(lifecycle: Lifecycle) -> int:
    return lifecycle.database._database["raw_files.chunks"].count_documents({})


def test_accepted_file_is_queued_and_stored_byte_for_byte(lifecycle: Lifecycle) -> None:
    content = bytes(range(32, 127)) * 6000
    document = lifecycle.upload(content, "data.txt", group="policies")
    assert document.status is DocumentStatus.QUEUED
    assert document.size_bytes == len(content)
    stored = lifecycle.database.raw_files.open(document.raw_file_id)
    assert stored is not None
    assert stored.read() == content
    assert lifecycle.database.raw_files.count(document.raw_file_id) == (1, 3)


def test_same_bytes_are_a_duplicate_under_any_name(lifecycle: Lifecycle) -> None:
    first = lifecycle.upload("same content", "a.txt")
    for name in ("a.txt", "b.txt"):
        with pytest.raises(DuplicateDocument) as refusal:
            lifecycle.upload("same content", name)
        assert refusal.value.details["document_id"] == first.id
        assert refusal.value.details["filename"] == "a.txt"
    assert _raw_chunks(lifecycle) == 1


def test_other_bytes_under_the_same_name_are_kept_with_a_warning(lifecycle: Lifecycle) -> None:
    lifecycle.upload("one", "a.txt")
    second = lifecycle.upload("two", "a.txt")
    third = lifecycle.upload("three", "c.txt")
    assert any("same file name" in warning for warning in second.warnings)
    assert third.warnings == []


def test_a_duplicate_can_be_kept_on_request(lifecycle: Lifecycle) -> None:
    first = lifecycle.upload("same", "a.txt")
    kept = [lifecycle.upload("same", "a.txt", on_duplicate=OnDuplicate.KEEP).id for _ in range(2)]
    assert len({first.id, *kept}) == 3


def test_ten_uploads_of_one_file_at_once_make_one_document(lifecycle: Lifecycle) -> None:
    def upload(number: int) -> str:
        try:
            return lifecycle.upload(b"x" * 600_000, f"{number}.txt").id
        except DuplicateDocument as refusal:
            return str(refusal.code)

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(upload, range(10)))
    assert answers.count("duplicate_document") == 9
    assert lifecycle.database.documents.total() == 1
    assert _raw_chunks(lifecycle) == 3


@pytest.mark.parametrize(
    ("content", "filename", "error"),
    [
        (b"", "empty.txt", EmptyFile),
        (PROGRAM, "program.exe", UnsupportedMediaType),
        (b"x" * (25 * 1024 * 1024 + 1), "big.txt", FileTooLarge),
        (b"text", "  ", InvalidUpload),
        (b"text", "n" * 1001, InvalidUpload),
    ],
)
def test_a_refused_file_leaves_nothing(
    lifecycle: Lifecycle, content: bytes, filename: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        lifecycle.upload(content, filename)
    assert lifecycle.database.documents.total() == 0
    assert _raw_chunks(lifecycle) == 0


@pytest.mark.parametrize(
    "filename",
    [
        "../../etc/passwd",
        "C:\\Temp\\a.txt",
        "n" * 300 + ".txt",
        'say "hi"\r\nX: y.txt',
        "отпуск.txt",
    ],
)
def test_a_file_name_is_data(lifecycle: Lifecycle, filename: str) -> None:
    document = lifecycle.upload("content", filename)
    assert lifecycle.database.documents.get(document.id).filename == filename


def test_a_full_disk_is_refused_at_the_door(lifecycle: Lifecycle, settings: Settings) -> None:
    free = lifecycle.database.free_disk_bytes()
    assert free is not None
    kept = free // 1024**2 + 1024
    careful = settings.model_copy(update={"minimum_free_disk_mb": kept})
    with pytest.raises(DiskFull, match="MiB of disk space are free") as refusal:
        Intake(lifecycle.database, careful).accept(Upload("note.txt", io.BytesIO(b"words")))
    assert refusal.value.details["kept_free_bytes"] == kept * 1024**2
    assert refusal.value.status == 507
    assert _raw_chunks(lifecycle) == 0
    assert lifecycle.upload("words").status is DocumentStatus.QUEUED
