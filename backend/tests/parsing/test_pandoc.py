import threading
from time import monotonic, sleep

import psutil
import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import FORMATS, Kind
from ragstudio.parsing.pandoc import convert_to_html
from ragstudio.parsing.sandbox import ParserPool

SLOW = b"*a **b " * 600_000
WIDE = b"x" * 8_000_000


def find_pandoc() -> psutil.Process | None:
    for child in psutil.Process().children(recursive=True):
        try:
            if child.name() == "pandoc":
                return child
        except psutil.NoSuchProcess:
            continue
    return None


def test_no_file_is_opened_for_a_document():
    page = convert_to_html(b".. include:: /etc/passwd\n\nafter\n", "rst")
    assert "after" in page
    assert "root:" not in page


def test_a_time_limit_ends_pandoc_with_its_parser(tmp_path):
    (tmp_path / "raw").write_bytes(SLOW)
    pool = ParserPool(timeout_seconds=2, memory_mb=1024)
    failures: list[IngestionFailure] = []

    def parse() -> None:
        try:
            pool.parse(tmp_path / "raw", "slow.rst", FORMATS[Kind.RST].content_type)
        except IngestionFailure as failure:
            failures.append(failure)

    thread = threading.Thread(target=parse)
    thread.start()
    try:
        found = None
        while found is None and thread.is_alive():
            found = find_pandoc()
            sleep(0.01)
        thread.join(60)
        assert [failure.failure_code for failure in failures] == ["parse_timeout"]
        assert found is not None
        deadline = monotonic() + 20
        while found.is_running() and found.status() != psutil.STATUS_ZOMBIE:
            assert monotonic() < deadline
            sleep(0.01)
    finally:
        pool.close()


def test_the_parsers_memory_bounds_pandoc(tmp_path):
    (tmp_path / "raw").write_bytes(WIDE)
    pool = ParserPool(timeout_seconds=60, memory_mb=96)
    try:
        with pytest.raises(IngestionFailure) as failure:
            pool.parse(tmp_path / "raw", "wide.rst", FORMATS[Kind.RST].content_type)
        assert failure.value.failure_code == "parse_memory_limit"
    finally:
        pool.close()
