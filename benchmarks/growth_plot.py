"""Growth as an SVG: memory and CPU time of a search by chunks, on logarithmic axes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

_WIDTH, _HEIGHT, _MARGIN, _RIGHT = 400, 300, 60, 36
_COLOURS = ("#1f5fa8", "#c2571a")


@dataclass(frozen=True, slots=True)
class Panel:
    """One diagram: a title and lines of (chunks, value) points, by their name."""

    title: str
    lines: dict[str, list[tuple[float, float]]]


def draw_growth(rows: Sequence[dict[str, Any]]) -> str:
    """The SVG of what `growth.measure` returned as its rows."""
    times: dict[str, list[tuple[float, float]]] = {
        branch: [
            (row["chunks"], row["searches"]["everything"][f"{branch}_cpu"]["p50"]) for row in rows
        ]
        for branch in ("vector", "text")
    }
    memory = [(row["chunks"], row["memory_mb"]) for row in rows]
    panels = [
        Panel("Memory of both indexes, MiB", {"memory": memory}),
        Panel("CPU time of a search of everything, median, ms", times),
    ]
    drawn = "".join(_draw(panel, number * _WIDTH) for number, panel in enumerate(panels))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH * len(panels)} {_HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="white"/>{drawn}</svg>\n'
    )


def _draw(panel: Panel, left: int) -> str:
    points = [point for line in panel.lines.values() for point in line]
    across = _Scale([x for x, _ in points], left + _MARGIN, left + _WIDTH - _RIGHT)
    upwards = _Scale([y for _, y in points], _HEIGHT - 40, 40)
    parts = [f'<text x="{left + _MARGIN}" y="22" font-weight="bold">{panel.title}</text>']
    for power in upwards.powers:
        y = upwards.place(10.0**power)
        parts.append(
            f'<path d="M{left + _MARGIN} {y:.1f}H{left + _WIDTH - _RIGHT}" stroke="#ddd"/>'
            f'<text x="{left + _MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">'
            f"{_label(power)}</text>"
        )
    for power in across.powers:
        x = across.place(10.0**power)
        parts.append(
            f'<text x="{x:.1f}" y="{_HEIGHT - 20}" text-anchor="middle">{_label(power)}</text>'
        )
    for number, (name, line) in enumerate(panel.lines.items()):
        colour = _COLOURS[number]
        path = "L".join(f"{across.place(x):.1f} {upwards.place(y):.1f}" for x, y in line)
        parts.append(
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{left + _MARGIN + 10}" y="{56 + 16 * number}" fill="{colour}">{name}</text>'
        )
    return "".join(parts)


class _Scale:
    """Places on a logarithmic axis of whole powers of ten."""

    def __init__(self, values: Sequence[float], first: float, last: float) -> None:
        # A value of zero has no place on a logarithmic axis.
        logs = [log10(max(value, 1e-3)) for value in values]
        self.powers = range(floor(min(logs)), max(ceil(max(logs)), floor(min(logs)) + 1) + 1)
        self._first, self._last = first, last

    def place(self, value: float) -> float:
        low, high = self.powers[0], self.powers[-1]
        share = (log10(max(value, 1e-3)) - low) / (high - low)
        return self._first + share * (self._last - self._first)


def _label(power: int) -> str:
    return f"{10**power:,}" if power >= 0 else str(10.0**power)
