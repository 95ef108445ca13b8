"""Charts and diagrams of office files: their data as a table, their words as lines.

The XML is read here rather than by python-pptx, which knows some chart types and fails at the
others; what a chart caches of its data has one form in all of them (ISO/IEC 29500-1, 21.2).
"""

from collections.abc import Iterator
from typing import Any

from lxml import etree

from ragstudio.parsing.cell_values import render_value
from ragstudio.parsing.safe_xml import build_xml_parser
from ragstudio.parsing.tables import render_table

MOST_POINTS = 10_000
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
# Charts since Office 2016: waterfall, treemap, sunburst, funnel, box and whisker, histogram.
NEW_CHART = "http://schemas.microsoft.com/office/drawing/2014/chartex"
DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"

_C = f"{{{CHART}}}"
_CX = f"{{{NEW_CHART}}}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_D = f"{{{DIAGRAM}}}"


def read_chart(data: bytes) -> tuple[str, list[str]]:
    """A chart's title, and its data as Markdown tables: its categories against its series.

    Charts of points (scatter, bubble) have a table for each series. Raises
    `etree.XMLSyntaxError`.
    """
    root = etree.fromstring(data, build_xml_parser())
    title = _title(root)
    if root.tag.startswith(_CX):
        tables = list(_new_tables(root))
    else:
        tables = [
            table
            for plot in root.iterfind(f"{_C}chart/{_C}plotArea/*")
            if plot.find(f"{_C}ser") is not None
            for table in _plot_tables(plot)
        ]
    rendered = [render_table(rows) for rows in tables]
    return title, [text for text in rendered if text]


def read_diagram(data: bytes) -> list[str]:
    """The texts of a diagram (SmartArt), one for each of its shapes, in the order of its data.

    Raises `etree.XMLSyntaxError`.
    """
    root = etree.fromstring(data, build_xml_parser())
    parents: dict[str, str] = {}
    for link in root.iter(f"{_D}cxn"):
        if link.get("type", "parOf") == "parOf":
            parents[link.get("destId", "")] = link.get("srcId", "")
    lines = []
    for point in root.iter(f"{_D}pt"):
        body = point.find(f"{_D}t")
        if body is None:
            continue
        paragraphs = ("".join(each.text or "" for each in p.iter(f"{_A}t")) for p in body)
        text = " ".join(" ".join(paragraphs).split())
        if text:
            lines.append(f"{'  ' * _depth(point.get('modelId', ''), parents)}- {text}")
    return lines


def _depth(identifier: str, parents: dict[str, str]) -> int:
    depth = 0
    while identifier in parents and depth < 10:
        identifier = parents[identifier]
        depth += 1
    return max(0, depth - 1)


def _title(root: Any) -> str:
    title = next(root.iter(f"{_C}title", f"{_CX}title"), None)
    if title is None:
        return ""
    words = [each.text or "" for each in title.iter(f"{_A}t", f"{_C}v", f"{_CX}v")]
    return " ".join("".join(words).split())


def _plot_tables(plot: Any) -> Iterator[list[list[str]]]:
    series = list(plot.iterfind(f"{_C}ser"))
    if any(each.find(f"{_C}yVal") is not None for each in series):
        for each in series:
            yield _point_rows(each)
        return
    columns = [_points(each.find(f"{_C}val")) for each in series]
    categories: dict[int, str] = {}
    for each in series:
        categories = categories or _points(each.find(f"{_C}cat"))
    places = sorted({*categories, *(place for column in columns for place in column)})
    yield [
        ["", *(_series_name(each) or f"Series {n}" for n, each in enumerate(series, start=1))],
        *(
            [
                categories.get(place, str(place + 1)),
                *(column.get(place, "") for column in columns),
            ]
            for place in places
        ),
    ]


def _point_rows(series: Any) -> list[list[str]]:
    name = _series_name(series)
    across, up = _points(series.find(f"{_C}xVal")), _points(series.find(f"{_C}yVal"))
    sizes = _points(series.find(f"{_C}bubbleSize"))
    rows = [["X", name or "Y", *(["Size"] if sizes else [])]]
    for place in sorted({*across, *up}):
        row = [across.get(place, str(place + 1)), up.get(place, "")]
        rows.append([*row, sizes.get(place, "")] if sizes else row)
    return rows


def _series_name(series: Any) -> str:
    named = series.find(f"{_C}tx")
    if named is None:
        return ""
    return " ".join(" ".join(each.text or "" for each in named.iter(f"{_C}v")).split())


def _points(source: Any) -> dict[int, str]:
    """The cached points by their place; the levels of a category are joined."""
    points: dict[int, str] = {}
    if source is None:
        return points
    levels = list(source.iter(f"{_C}lvl")) or [source]
    for level in reversed(levels):
        shown: dict[int, str] = {}
        shape = next((each.text or "" for each in source.iter(f"{_C}formatCode")), "")
        numeric = next(level.iter(f"{_C}numCache", f"{_C}numLit"), None) is not None
        for point in level.iter(f"{_C}pt"):
            place, value = point.get("idx", ""), point.findtext(f"{_C}v") or ""
            if not place.isdigit() or int(place) > MOST_POINTS:
                continue
            if numeric:
                value = _show(value, point.get("formatCode") or shape)
            shown[int(place)] = value
        if not points:
            points = shown
            continue
        # An outer category is stored once for all the inner ones that follow.
        outer, outers, points = "", points, {}
        for place in sorted({*outers, *shown}):
            outer = outers.get(place, outer)
            points[place] = " ".join(filter(None, (outer, shown.get(place, ""))))
    return points


def _show(value: str, number_format: str) -> str:
    try:
        number = float(value)
    except ValueError:
        return value
    return render_value(number, "" if number_format == "General" else number_format)


def _new_tables(root: Any) -> Iterator[list[list[str]]]:
    names = {}
    for series in root.iter(f"{_CX}series"):
        reference = series.find(f"{_CX}dataId")
        if reference is not None:
            words = [each.text or "" for each in series.iterfind(f"{_CX}tx//{_CX}v")]
            names[reference.get("val")] = "".join(words)
    for data in root.iter(f"{_CX}data"):
        columns = []
        for dimension in data.iterfind(f"{_CX}strDim"):
            for level in reversed(list(dimension.iterfind(f"{_CX}lvl"))):
                columns.append(("", _new_points(level)))
        for dimension in data.iterfind(f"{_CX}numDim"):
            for level in dimension.iterfind(f"{_CX}lvl"):
                columns.append((names.get(data.get("id"), ""), _new_points(level)))
        places = sorted({place for _, points in columns for place in points})
        yield [
            [name for name, _ in columns],
            *([points.get(place, "") for _, points in columns] for place in places),
        ]


def _new_points(level: Any) -> dict[int, str]:
    return {
        int(point.get("idx", "0")): _show(point.text or "", level.get("formatCode", ""))
        for point in level.iterfind(f"{_CX}pt")
        if point.get("idx", "0").isdigit() and int(point.get("idx", "0")) <= MOST_POINTS
    }
