import io

import olefile
import pytest

from ragstudio.parsing.compound_files import read_stream, wrap_stream
from tests.parsing.compound_file import make_compound_file


@pytest.mark.parametrize("length", [1, 4096, 4097, 9_000_000])
def test_a_stream_comes_back_from_a_sound_container(length):
    data = bytes(range(1, 251)) * (length // 250 + 1)
    wrapped = wrap_stream("Workbook", data[:length])
    with olefile.OleFileIO(io.BytesIO(wrapped), raise_defects=olefile.DEFECT_INCORRECT) as sound:
        assert sound.openstream("Workbook").read().rstrip(b"\0") == data[:length].rstrip(b"\0")


def test_the_first_name_that_is_there_is_read():
    source = io.BytesIO(make_compound_file({"Book": b"old", "Other": b"x"}))
    assert read_stream(source, ("Workbook", "Book")) == ("Book", b"old")
    with pytest.raises(ValueError, match="no such stream"):
        read_stream(source, ("Workbook",))
