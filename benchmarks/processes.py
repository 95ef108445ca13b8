"""Cases in fresh processes, the repetitions of all of them interleaved."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measuring import RESULT

ROOT = Path(__file__).resolve().parents[1]
PEERS_PYTHON = Path(os.environ.get("PEERS_PYTHON", ROOT / ".venv-peers" / "bin" / "python"))
# No library of any side may look for files or report its use over the network.
_OFFLINE = {
    "ANONYMIZED_TELEMETRY": "False",
    "DO_NOT_TRACK": "1",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
}

Result = dict[str, Any]


class CaseFailed(Exception):
    """A case ended without a result; the message is the end of what it said."""


@dataclass(frozen=True, slots=True)
class Case:
    """One side of a comparison: a module with `measure`, its arguments, and who runs it."""

    name: str
    module: str
    arguments: dict[str, Any] = field(default_factory=dict)
    is_peer: bool = False


def has_peers() -> bool:
    """Whether the environment of the peers is installed."""
    return PEERS_PYTHON.exists()


def run_case(case: Case) -> Result:
    """What the case's `measure` returns. Raises `CaseFailed`."""
    sys.stderr.write(f"measuring {case.name} ({case.module})\n")
    python = str(PEERS_PYTHON) if case.is_peer else sys.executable
    ended = subprocess.run(
        [python, "-m", "benchmarks.measuring", case.module, json.dumps(case.arguments)],
        cwd=ROOT,
        env={**os.environ, **_OFFLINE},
        capture_output=True,
        text=True,
        check=False,
    )
    for line in reversed(ended.stdout.splitlines()):
        if line.startswith(RESULT):
            found: Result = json.loads(line.removeprefix(RESULT))
            return found
    raise CaseFailed(f"{case.name}: {ended.stderr[-2000:]}")


def run_interleaved(cases: Sequence[Case], repetitions: int) -> dict[str, Result]:
    """The median of every figure of every case, by the case's name.

    A case that fails is given with its `error`, and the others go on. Figures that are no numbers
    are those of the last repetition.
    """
    results: dict[str, list[Result]] = {case.name: [] for case in cases}
    errors: dict[str, str] = {}
    for _ in range(repetitions):
        for case in cases:
            if case.name in errors:
                continue
            try:
                results[case.name].append(run_case(case))
            except CaseFailed as failure:
                errors[case.name] = str(failure)
    return {
        name: {"error": errors[name]} if name in errors else take_median(found)
        for name, found in results.items()
    }


def take_median(results: Sequence[Result]) -> Result:
    """Figure by figure the median of several results of one case."""
    combined: Result = dict(results[-1])
    for name, value in combined.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            combined[name] = median(result[name] for result in results)
    return combined
