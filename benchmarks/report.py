"""The figures as tables."""

from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console
from rich.table import Table

Rows = Iterable[Iterable[str]]


def print_report(measured: dict[str, Any], console: Console | None = None) -> None:
    """Print the tables of every part that was measured."""
    console = console or Console()
    for part, found in measured.items():
        for table in _TABLES[part](found):
            console.print(table)


def _tabulate_ingestion(rows: list[dict[str, Any]]) -> list[Table]:
    return [_tabulate_sides("Ingestion: documents to searchable", "plain", rows)]


def _tabulate_workers(rows: list[dict[str, Any]]) -> list[Table]:
    return [_tabulate_sides("Workers on one queue", "first", rows)]


def _tabulate_sides(title: str, beside: str, rows: list[dict[str, Any]]) -> Table:
    columns = (
        "corpus", "side", "chunks", "chunks/s", "chunks/CPU s", "kB of text/s",
        f"× {beside}, clock", f"× {beside}, CPU", "peak MiB", "load",
    )  # fmt: skip
    return _build(title, columns, map(_ingestion_row, rows))


def _ingestion_row(row: dict[str, Any]) -> list[str]:
    if "error" in row:
        return [row["corpus"], row["side"], "failed", row["error"][-200:]]
    return [
        row["corpus"],
        row["side"],
        f"{row['chunks']:,}",
        f"{row['chunks_a_second']:.1f}",
        f"{row['chunks_a_cpu_second']:.1f}",
        f"{row['bytes_a_second'] / 1000:.1f}",
        _ratio(row.get("wall_ratio")),
        _ratio(row.get("cpu_ratio")),
        f"{row['peak_mb']:,.0f}",
        f"{row['load_average']:.1f}",
    ]


def _tabulate_search(rows: list[dict[str, Any]]) -> list[Table]:
    stages = ("embed", "vector", "text", "fuse", "rerank", "clarify", "total", "http")
    searches, sides, starts = [], [], []
    for row in rows:
        chunks, studio = f"{row['chunks']:,}", row["studio"]
        for where, found in studio["searches"].items():
            times = found["stages_ms"]
            cells = [_pair(times[stage]) if stage in times else "–" for stage in stages]
            searches.append([chunks, where, *cells, f"{found['cpu_ms_a_search']:.0f}"])
        in_force = studio["searches"]["in force"]
        sides.append([chunks, "studio, whole search", *_side_cells(in_force, "total")])
        for name, found in row["others"].items():
            if "error" in found:
                sides.append([chunks, name, "failed", found["error"][-200:]])
                continue
            stage = "rerank" if "rerank" in found["stages_ms"] else "total"
            sides.append([chunks, name, *_side_cells(found, stage)])
        memory = ", ".join(f"{name} {mb:,.0f}" for name, mb in studio["memory_mb"].items())
        starts.append([chunks, f"{studio['start_seconds']:.1f}", memory])
    return [
        _build("Search: ms by stage, p50 / p95", ("chunks", "filter", *stages, "CPU ms"), searches),
        _build("Beside it", ("chunks", "side", "stage", "p50 / p95 ms", "CPU ms"), sides),
        _build("Start to first answer", ("chunks", "seconds", "memory in MiB"), starts),
    ]


def _side_cells(found: dict[str, Any], stage: str) -> list[str]:
    return [stage, _pair(found["stages_ms"][stage]), f"{found['cpu_ms_a_search']:.0f}"]


def _tabulate_start(found: dict[str, Any]) -> list[Table]:
    rows = [
        [name, f"{found[key]['wall_ms']:.0f}", f"{found[key]['cpu_ms']:.0f}"]
        for name, key in (("python", "python"), ("ragstudio --help", "help"))
    ]
    loads = ([kind, str(count)] for kind, count in found["model_loads"].items())
    return [
        _build("Command line", ("command", "shortest ms", "CPU ms"), rows),
        _build("Models loaded by the server", ("kind", "times"), loads),
    ]


def _tabulate_growth(found: dict[str, Any]) -> list[Table]:
    columns = ("chunks", "MiB", "CPU s to build", "filter", "vector ms", "text ms", "vector CPU ms")
    rows = [
        [
            f"{row['chunks']:,}",
            f"{row['memory_mb']:,.0f}",
            f"{row['built_cpu_seconds']:.1f}",
            where,
            _pair(times["vector"]),
            _pair(times["text"]),
            _pair(times["vector_cpu"]),
        ]
        for row in found["rows"]
        for where, times in row["searches"].items()
    ]
    return [_build("Growth of the local engine, p50 / p95", columns, rows)]


def _tabulate_limits(found: dict[str, Any]) -> list[Table]:
    peaks = found["peaks_gflops"]
    rows = [[f"matrix product, {name}", f"{value:.0f}", ""] for name, value in peaks.items()]
    for stage in ("embedding", "reranking"):
        reached = found[stage]["gflop_a_cpu_second"]
        shares = ", ".join(
            f"{reached / peaks[f'{dtype}, 1 thread']:.0%} of {dtype}"
            for dtype in ("float32", "bfloat16")
        )
        rows.append([f"{stage}, 1 thread", f"{reached:.0f}", shares])
    scan = found["scan"]
    detail = [
        ["vectors", f"{scan['vectors']:,}"],
        ["search, CPU ms", f"{scan['search_cpu_ms']:.1f}"],
        ["one matrix product, CPU ms", f"{scan['matrix_product_cpu_ms']:.1f}"],
        ["memory, GB/s", f"{scan['bandwidth_gb_a_second']:.1f}"],
        ["share of the bandwidth", f"{scan['share_of_bandwidth']:.0%}"],
    ]
    return [
        _build("Distance to the machine's limit", ("work", "GFLOP/CPU s", "share of peak"), rows),
        _build("The exact scan", ("figure", "value"), detail),
    ]


def _build(title: str, columns: Iterable[str], rows: Rows) -> Table:
    table = Table(*columns, title=title)
    for row in rows:
        table.add_row(*row)
    return table


def _pair(percentiles: dict[str, float]) -> str:
    return f"{percentiles['p50']:.1f} / {percentiles['p95']:.1f}"


def _ratio(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


_TABLES: dict[str, Callable[[Any], list[Table]]] = {
    "ingestion": _tabulate_ingestion,
    "workers": _tabulate_workers,
    "search": _tabulate_search,
    "start": _tabulate_start,
    "growth": _tabulate_growth,
    "limits": _tabulate_limits,
}
