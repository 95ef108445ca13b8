"""Measure side by side: the plain library loop, and the studio. `make bench`.

Each case runs in a fresh process, the two of a comparison one after the other; the ratio is what
to quote, since machines differ and are rarely idle. Prints a table, or JSON with `--json`.
"""

import json
import multiprocessing
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rich.console import Console
from rich.table import Table

from benchmarks.cases import COMPARISONS


def _measure(case: Callable[[], float]) -> float:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(case)


def main() -> None:
    """Run every comparison and print the figures."""
    rows = []
    for name, (plain, studio) in COMPARISONS.items():
        baseline, ours = _measure(plain), _measure(studio)
        rows.append(
            {"comparison": name, "plain": baseline, "studio": ours, "ratio": ours / baseline}
        )
    if "--json" in sys.argv:
        Console().print_json(json.dumps(rows))
        return
    table = Table("comparison", "plain loop", "studio", "ratio")
    for row in rows:
        table.add_row(
            str(row["comparison"]),
            f"{row['plain']:.1f}",
            f"{row['studio']:.1f}",
            f"{row['ratio']:.2f}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
