"""Damaged files of every kind end in a document or in a failure with a hint, and in time."""

import io
import os
import random
import zipfile
from time import monotonic

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragstudio.errors import IngestionFailure
from ragstudio.formats import FORMATS
from ragstudio.parsing.factory import parse_file
from ragstudio.parsing.sandbox import ParserPool
from tests.parsing.sample_files import parse_bytes
from tests.parsing.sample_kinds import make_samples

SLOW_SECONDS = float(os.environ.get("FUZZ_SECONDS", "600"))
LONGEST_SECONDS = 30
# A new child may have to import the parsers first, on a machine that is busy.
START_SECONDS = 90
SAMPLES = make_samples()
CODES = {
    "archive_too_large", "corrupt_file", "nesting_too_deep", "no_extractable_text",
    "parse_memory_limit", "password_required", "unknown_encoding",
}  # fmt: skip
TOKENS = [
    b"\0", b"\xff\xfe", b"<", b"</", b"&x;", b"]]>", b'"', b"{", b"}", b"[", b"\\", b"\r\n", b",",
    b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"-1", b"99999999999999999999", b"0", b"\\u-1?", b"1e999",
    b"\\bin9", b"nan", b"--", b"..", b"%s", b"\xc3",
]  # fmt: skip


def mutate(data: bytes, chooser: random.Random) -> bytes:
    """One to eight edits: a byte changed, a stretch cut, doubled or moved, a token put in."""
    changed = bytearray(data)
    for _ in range(chooser.randint(1, 8)):
        start = chooser.randrange(len(changed) + 1)
        end = min(len(changed), start + chooser.choice([1, 4, 30, 400]))
        match chooser.randrange(5):
            case 0 if start < len(changed):
                changed[start] = chooser.randrange(256)
            case 1:
                del changed[start:end]
            case 2:
                changed[start:start] = changed[start:end] * chooser.choice([1, 3, 50])
            case 3:
                place = chooser.randrange(len(changed) + 1)
                changed[place:place] = changed[start:end]
            case _:
                changed[start:start] = chooser.choice(TOKENS) * chooser.choice([1, 1, 40])
    return bytes(changed)


def damage(data: bytes, chooser: random.Random) -> bytes:
    """The file with edits; of an archive mostly one part of it, so that it still opens."""
    if not data.startswith(b"PK") or chooser.random() < 0.2:
        return mutate(data, chooser)
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w") as target:
        entries = source.infolist()
        chosen = chooser.choice(entries)
        for entry in entries:
            part = source.read(entry)
            target.writestr(entry.filename, mutate(part, chooser) if entry is chosen else part)
    return stream.getvalue()


@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_the_samples_themselves_are_read(tmp_path, kind):
    assert parse_bytes(tmp_path, kind, SAMPLES[kind]).blocks


@pytest.mark.parametrize("kind", sorted(SAMPLES))
@settings(
    max_examples=8,
    deadline=None,
    # The same files each time: what is new is found by the long run, not by chance in a build.
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(min_value=0, max_value=1 << 32))
def test_damaged_files_end_in_a_document_or_a_failure(tmp_path, kind, seed):
    data = damage(SAMPLES[kind], random.Random(seed))
    try:
        assert parse_bytes(tmp_path, kind, data).blocks
    except IngestionFailure as failure:
        assert failure.hint
        assert failure.failure_code in CODES


@pytest.mark.slow
@pytest.mark.timeout(SLOW_SECONDS + 300)
def test_ten_minutes_of_damaged_files_crash_and_hang_nothing(tmp_path):
    pool = ParserPool(timeout_seconds=LONGEST_SECONDS, memory_mb=512)
    path = tmp_path / "raw"
    started, seed = monotonic(), 0
    ended: dict[str, int] = {}
    try:
        while monotonic() - started < SLOW_SECONDS:
            for kind, sample in SAMPLES.items():
                seed += 1
                path.write_bytes(damage(sample, random.Random(seed)))
                parse = pool.parse if seed % 2 else parse_file
                before = monotonic()
                try:
                    document = parse(path, "fuzzed", FORMATS[kind].content_type)
                    outcome = "ready"
                    assert document.blocks
                    document.text.encode()
                except IngestionFailure as failure:
                    outcome = failure.failure_code
                    assert failure.hint
                ended[outcome] = ended.get(outcome, 0) + 1
                assert outcome in {"ready", *CODES}, (kind, seed)
                assert monotonic() - before < LONGEST_SECONDS + START_SECONDS, (kind, seed)
    finally:
        pool.close()
    assert ended["ready"] > 0 and len(ended) > 3
