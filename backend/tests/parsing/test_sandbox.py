import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.factory import parse_file
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import ExtractedDocument
from tests.parsing.sample_pictures import draw_text, save_picture

MARKDOWN = "text/markdown"
SLOW = ("## Heading\n\n- item\n- item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n" * 150_000).encode()
HUNGRY = b"x," * 6_000_000


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    parsers = ParserPool(timeout_seconds=60, memory_mb=512)
    yield parsers
    parsers.close()


def write(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "raw"
    path.write_bytes(data)
    return path


def parse_small(pool: ParserPool, tmp_path: Path) -> ExtractedDocument:
    path = tmp_path / "small"
    path.write_bytes(b"---\nowner: Ada\n---\n# Leave\n\n- item\n")
    return pool.parse(path, "small.md", MARKDOWN)


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = monotonic() + 60
    while not condition():
        assert monotonic() < deadline
        sleep(0.01)


def find_child(before: set[int]) -> psutil.Process | None:
    """The child of a pool that was made after `before` was noted."""
    for child in psutil.Process().children(recursive=True):
        if child.pid not in before and "spawn_main" in " ".join(child.cmdline()):
            return child
    return None


def test_the_child_gives_what_this_process_gives(pool, tmp_path):
    document = parse_small(pool, tmp_path)
    assert document == parse_file(tmp_path / "small", "small.md", MARKDOWN)
    assert document.source.owner == "Ada"


def test_failures_cross_the_process_border_whole(pool, tmp_path):
    path = write(tmp_path, b'{"a": ')
    with pytest.raises(IngestionFailure, match=r"broken\.json.*line 1") as failure:
        pool.parse(path, "broken.json", "application/json")
    assert failure.value.failure_code == "corrupt_file"
    assert failure.value.hint


def test_a_file_that_takes_too_long_is_stopped_and_the_next_is_read(tmp_path):
    pool = ParserPool(timeout_seconds=0.5, memory_mb=1024)
    try:
        parse_small(pool, tmp_path)
        with pytest.raises(IngestionFailure, match=r"slow\.md") as failure:
            pool.parse(write(tmp_path, SLOW), "slow.md", MARKDOWN)
        assert failure.value.failure_code == "parse_timeout"
        assert parse_small(pool, tmp_path).blocks
    finally:
        pool.close()


def test_a_file_that_takes_too_much_memory_is_stopped_and_the_next_is_read(tmp_path):
    pool = ParserPool(timeout_seconds=60, memory_mb=128)
    try:
        with pytest.raises(IngestionFailure, match=r"wide\.csv") as failure:
            pool.parse(write(tmp_path, HUNGRY), "wide.csv", "text/csv")
        assert failure.value.failure_code == "parse_memory_limit"
        assert parse_small(pool, tmp_path).blocks
    finally:
        pool.close()


def test_text_recognition_fits_the_default_limits_and_says_where_it_does_not(tmp_path):
    path = write(tmp_path, save_picture(draw_text(["Lost badges are reported."] * 6), "PNG"))
    pool = ParserPool(timeout_seconds=60, memory_mb=1024)
    try:
        assert pool.parse(path, "a.png", "image/png").text.count("Lost badges are reported.") == 6
        assert parse_small(pool, tmp_path).blocks
    finally:
        pool.close()
    pool = ParserPool(timeout_seconds=60, memory_mb=256)
    try:
        with pytest.raises(IngestionFailure, match=r"a\.png") as failure:
            pool.parse(path, "a.png", "image/png")
        assert failure.value.failure_code == "parse_memory_limit"
    finally:
        pool.close()


def test_a_child_that_dies_is_named_and_replaced(tmp_path):
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    pool = ParserPool(timeout_seconds=60, memory_mb=1024)
    try:
        parse_small(pool, tmp_path)
        child = find_child(before)
        assert child is not None
        used = sum(child.cpu_times()[:2])
        with ThreadPoolExecutor(1) as threads:
            future: Future[ExtractedDocument] = threads.submit(
                pool.parse, write(tmp_path, SLOW), "fatal.md", MARKDOWN
            )
            wait_for(lambda: sum(child.cpu_times()[:2]) > used + 0.3)
            child.kill()
            with pytest.raises(IngestionFailure, match=r"fatal\.md") as failure:
                future.result()
        assert failure.value.failure_code == "parser_crashed"
        assert parse_small(pool, tmp_path).blocks
    finally:
        pool.close()


def test_closing_stops_a_file_in_work_and_leaves_no_process(tmp_path):
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    pool = ParserPool(timeout_seconds=60, memory_mb=1024)
    parse_small(pool, tmp_path)
    child = find_child(before)
    assert child is not None
    used = sum(child.cpu_times()[:2])
    failures: list[IngestionFailure] = []

    def parse_slow() -> None:
        try:
            pool.parse(write(tmp_path, SLOW), "slow.md", MARKDOWN)
        except IngestionFailure as failure:
            failures.append(failure)

    thread = threading.Thread(target=parse_slow)
    thread.start()
    wait_for(lambda: sum(child.cpu_times()[:2]) > used + 0.3)
    pool.close()
    thread.join(30)
    assert [failure.failure_code for failure in failures] == ["parser_stopped"]
    wait_for(lambda: find_child(before) is None)


def test_the_child_does_not_outlive_a_killed_parent(tmp_path):
    (tmp_path / "small.md").write_text("# Title\n")
    script = tmp_path / "parent.py"
    script.write_text(
        "import time\n"
        "from pathlib import Path\n"
        "import psutil\n"
        "from ragstudio.parsing.sandbox import ParserPool\n"
        "if __name__ == '__main__':\n"
        "    pool = ParserPool(timeout_seconds=60, memory_mb=256)\n"
        f"    pool.parse(Path({str(tmp_path / 'small.md')!r}), 'small.md', 'text/markdown')\n"
        "    print(*[each.pid for each in psutil.Process().children()], flush=True)\n"
        "    time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    children = [psutil.Process(int(pid)) for pid in parent.stdout.readline().split()]
    assert children
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_for(lambda: not any(child.is_running() for child in children))


def test_files_of_several_threads_are_parsed_one_after_another(pool, tmp_path):
    paths = []
    for number in range(12):
        paths.append(tmp_path / str(number))
        paths[-1].write_text(f"# Document {number}\n")
    with ThreadPoolExecutor(4) as threads:
        documents = list(threads.map(lambda path: pool.parse(path, path.name, MARKDOWN), paths))
    assert [document.blocks[0].section for document in documents] == [
        f"Document {number}" for number in range(12)
    ]


@pytest.mark.parametrize(("seconds", "megabytes"), [(0, 100), (-1, 100), (1, 0)])
def test_limits_must_be_greater_than_zero(seconds, megabytes):
    with pytest.raises(ValueError, match="greater than zero"):
        ParserPool(timeout_seconds=seconds, memory_mb=megabytes)


def test_the_setting_for_hidden_content_reaches_the_child(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<p>shown</p><p hidden>hidden</p>")
    for included, text, gaps in ((False, "shown", 1), (True, "shown\n\nhidden", 0)):
        pool = ParserPool(timeout_seconds=60, memory_mb=512, hidden_content=included)
        try:
            parsed = pool.parse(path, "page.html", "text/html")
        finally:
            pool.close()
        assert (parsed.text, len(parsed.unread)) == (text, gaps)
