"""The tests that `docs/reliability.md` names, and the soak's limits, are those of the code."""

import re
from pathlib import Path

from tests.documentation.markdown import Page

_LIMIT = re.compile(r"^MOST_(\w+) = ([\d.]+)$", re.MULTILINE)
_TEST = re.compile(r"(?:[a-z0-9_]+/)+[a-z_]+\.py")


def test_tests_that_are_named_exist(repository_root: Path, guides: dict[str, Page]) -> None:
    named = {code for code in guides["reliability"].code if _TEST.fullmatch(code)}
    assert "lifecycle/archive/test_archive.py" in named
    tests = repository_root / "backend" / "tests"
    assert {name for name in named if not (tests / name).is_file()} == set()


def test_limits_of_the_soak_are_those_it_is_judged_by(
    repository_root: Path, guides: dict[str, Page]
) -> None:
    code = (repository_root / "benchmarks" / "soak.py").read_text()
    most = {name: float(value) for name, value in _LIMIT.findall(code)}
    limits = [row[1] for row in guides["reliability"].section("the-soak").tables[0]]
    assert limits[-3:] == [
        f"{most['RATIO']:g}",
        f"{most['HEALTH_SECONDS'] * 1000:.0f} ms",
        f"{most['MEMORY_RATIO']:g}",
    ]
