"""Every part's figures become tables, and growth becomes a picture."""

import io
from xml.etree import ElementTree as ET

from rich.console import Console

from benchmarks.growth_plot import draw_growth
from benchmarks.ingestion import rate
from benchmarks.report import print_report

TIMES = {"p50": 1.0, "p95": 2.0}
GROWTH = [
    {
        "chunks": size,
        "memory_mb": size / 100,
        "built_cpu_seconds": 1.0,
        "searches": {
            "everything": dict.fromkeys(("vector", "vector_cpu", "text", "text_cpu"), TIMES)
        },
    }
    for size in (1000, 10_000)
]


def test_ratios_are_to_the_plain_loop() -> None:
    plain = {"chunks": 10, "wall_seconds": 4.0, "cpu_seconds": 8.0}
    studio = {"chunks": 20, "wall_seconds": 4.0, "cpu_seconds": 4.0}
    found = rate(studio, {"bytes": 4000}, plain)
    assert (found["wall_ratio"], found["cpu_ratio"]) == (2.0, 4.0)
    assert (found["chunks_a_second"], found["bytes_a_second"]) == (5.0, 1000.0)
    assert rate({"error": "gone"}, {"bytes": 1}, plain) == {"error": "gone"}
    assert "cpu_ratio" not in rate(studio, {"bytes": 1}, {"error": "gone"})


def test_tables_show_the_figures() -> None:
    plain = {"chunks": 10, "wall_seconds": 4.0, "cpu_seconds": 8.0, "peak_mb": 7.0}
    row = rate({**plain, "load_average": 1.0}, {"bytes": 1}, plain)
    made, gone = {"bytes": 1}, {"error": "gone"}
    sides = [{"corpus": "pages", "side": f"{count} workers"} for count in (2, 4, 8)]
    search = {"stages_ms": {"total": TIMES}, "cpu_ms_a_search": 321.0}
    reranked = {"stages_ms": {"rerank": TIMES}, "cpu_ms_a_search": 654.0}
    written = io.StringIO()
    print_report(
        {
            "ingestion": [
                {"corpus": "pages", "side": "studio", **row},
                {"corpus": "pages", "side": "peer", "error": "no room"},
            ],
            "workers": [
                {**sides[0], **row, "chunks": 2222},
                {**sides[1], "error": "no worker"},
                {**sides[2], **rate({**plain, "chunks": 8888, "load_average": 1.0}, made, gone)},
            ],
            "search": [
                {
                    "chunks": 1000,
                    "studio": {
                        "searches": {"in force": search},
                        "memory_mb": {"server": 5.0},
                        "start_seconds": 9.5,
                    },
                    "others": {"plain": reranked, "peer": {"error": "no way"}},
                }
            ],
            "growth": {"rows": GROWTH},
        },
        Console(file=written, width=250),
    )
    shown = written.getvalue()
    for text in ("1.00", "no room", "2,222", "8,888", "no worker", "321", "654", "9.5", "no way"):
        assert text in shown
    assert "10,000" in shown


def test_the_picture_has_a_line_for_each_branch() -> None:
    drawing = ET.fromstring(draw_growth(GROWTH))
    texts = {element.text for element in drawing.iter() if element.tag.endswith("text")}
    assert {"memory", "vector", "text", "1,000", "10,000"} <= texts
