"""What starting costs before any document is read: imports, and how often a model is loaded."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

_BARE = [sys.executable, "-c", "pass"]
_HELP = [sys.executable, "-m", "ragstudio.cli", "--help"]
_SLOWEST_IMPORTS = 5


def measure(repetitions: int) -> dict[str, Any]:
    """Milliseconds of `ragstudio --help` and of Python alone, imports, and loads of each model."""
    bare, answered = [], []
    for _ in range(repetitions):
        bare.append(time_command(_BARE))
        answered.append(time_command(_HELP))
    return {
        "python": _summarise(bare),
        "help": _summarise(answered),
        "slowest_imports_ms": list_imports()[:_SLOWEST_IMPORTS],
        "model_loads": count_model_loads(),
        "load_average": os.getloadavg()[0],
    }


def time_command(command: list[str]) -> tuple[float, float]:
    """Milliseconds of a command, by the clock and of CPU time."""
    started, before = time.perf_counter(), os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    spent = after.children_user + after.children_system
    return (
        (time.perf_counter() - started) * 1000,
        (spent - before.children_user - before.children_system) * 1000,
    )


def list_imports() -> list[tuple[str, float]]:
    """Modules the command line imports, with the milliseconds of each and all below it."""
    report = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import ragstudio.cli"],
        check=True,
        capture_output=True,
        text=True,
    ).stderr
    found = []
    for line in report.splitlines():
        parts = line.removeprefix("import time:").split("|")
        if len(parts) == 3 and parts[1].strip().isdigit():
            found.append((parts[2].strip(), int(parts[1]) / 1000))
    return sorted(found, key=lambda item: -item[1])


def count_model_loads() -> dict[str, int]:
    """How often a model of each kind is loaded while the studio's models are put together."""
    import sentence_transformers

    from ragstudio.inference.factory import load_embedder, load_reranker
    from ragstudio.settings import Settings

    loads: Counter[str] = Counter()
    settings = Settings(_env_file=None, hf_hub_offline=True, reranker_model="offline")
    with (
        _counted(sentence_transformers.SentenceTransformer, loads),
        _counted(sentence_transformers.CrossEncoder, loads),
    ):
        load_embedder(settings)
        load_reranker(settings)
    return dict(loads)


@contextmanager
def _counted(kind: Any, loads: Counter[str]) -> Iterator[None]:
    load = kind.__init__

    def count(self: Any, folder: str, *others: Any, **options: Any) -> None:
        loads[kind.__name__] += 1
        load(self, folder, *others, **options)

    kind.__init__ = count
    try:
        yield
    finally:
        kind.__init__ = load


def _summarise(times: list[tuple[float, float]]) -> dict[str, float]:
    """Of the clock the shortest, which other processes disturbed least; of CPU time the median."""
    return {
        "wall_ms": min(wall for wall, _ in times),
        "cpu_ms": median(spent for _, spent in times),
    }
