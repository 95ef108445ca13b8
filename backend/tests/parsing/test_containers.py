import io
import struct

import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from ragstudio.parsing import containers
from tests.parsing.sample_files import make_zip, parse_bytes


def check(data: bytes) -> None:
    containers.check_archive(io.BytesIO(data))


def test_an_ordinary_archive_passes():
    check(make_zip({"a": b"words " * 1000}))


def test_an_archive_that_unpacks_to_too_much_is_refused():
    with pytest.raises(IngestionFailure) as failure:
        check(make_zip({"a": bytes(110_000_000)}))
    assert failure.value.failure_code == "archive_too_large"


def test_an_archive_of_too_many_parts_is_refused():
    with pytest.raises(IngestionFailure) as failure:
        check(make_zip({str(n): b"" for n in range(containers.MAX_ENTRIES + 1)}))
    assert failure.value.failure_code == "archive_too_large"


@pytest.mark.parametrize("part", ["[Content_Types].xml", "xl/workbook.xml"])
def test_an_entry_that_lies_about_its_size_is_never_unpacked(tmp_path, part):
    """The declared size says 10 bytes; the data would unpack to 50 MB."""
    data = bytearray(make_zip({"[Content_Types].xml": b"<a/>", part: bytes(50_000_000)}))
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        position = data.find(mark)
        while position >= 0:
            struct.pack_into("<I", data, position + offset, 10)
            position = data.find(mark, position + 4)
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.XLSX, bytes(data))
    assert failure.value.failure_code == "corrupt_file"


def test_an_encrypted_entry_asks_for_a_password():
    data = bytearray(make_zip({"a": b"words"}))
    data[data.find(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(IngestionFailure) as failure:
        check(bytes(data))
    assert failure.value.failure_code == "password_required"
