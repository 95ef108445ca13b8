"""The chunks made ready for the plain loop and the peers, and what warms a model up."""

import json
from pathlib import Path

WARM_UP = ["The berth is inspected before each call.", "Who approves a mooring plan?"] * 4


def read_ready_chunks(path: str) -> list[str]:
    """The texts of `chunks.json`, in order."""
    texts: list[str] = json.loads(Path(path).read_text(encoding="utf-8"))
    return texts
