"""The benchmarks stand beside the backend, not in it."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

TEXTS = [
    f"Berth {number} is inspected by the harbour master before each call of a vessel. "
    f"A mooring line is renewed when {number} strands of it are broken, and the old one is kept."
    for number in range(1, 5)
]


@pytest.fixture
def chunks(tmp_path: Path) -> str:
    """A `chunks.json` of four short texts."""
    path = tmp_path / "chunks.json"
    path.write_text(json.dumps(TEXTS))
    return str(path)


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    """A `pairs.json` of one question with two passages."""
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps([["Who inspects a berth?", TEXTS[:2]]]))
    return str(path)
