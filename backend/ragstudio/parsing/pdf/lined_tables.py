"""Tables whose rows alone are ruled: no upright lines, columns told by the gaps between words."""

from collections.abc import Iterator, Sequence

from pdfplumber.table import merge_edges

from ragstudio.parsing.page_layout import Row, Segment, find_gaps, group_rows, merge_spans
from ragstudio.parsing.paragraphs import join_text, strip_marks
from ragstudio.parsing.pdf.frame import Box
from ragstudio.parsing.pdf.rules import Edge
from ragstudio.parsing.pdf.text import PageText

LEAST_RULES = 3
LEAST_LINES = 3
SNAP = 3.0
SAME_EDGE = 3.0
SAME_RULE = 3.0
FARTHEST = 120.0
HEADER_REACH = 40.0
GUTTER = 0.5
CELL_CHARACTERS = 40


def find_lined_tables(
    edges: Sequence[Edge], text: PageText, without: Sequence[Box]
) -> list[Segment]:
    """Tables between at least three rules of one width, one below the other.

    Three lines of text or more must leave the same gap free, half a letter's size wide, which
    prose never does. Where each line of text has a rule of its own, rules part the rows; else
    each line is one.
    """
    found = []
    for rules in _group_rules(merge_edges(list(edges), SNAP, SNAP, SNAP, SNAP)):
        left, right = rules[0]["x0"], rules[0]["x1"]
        tops = [rule["top"] for rule in rules]
        if any(
            left < b[2] and right > b[0] and tops[0] < b[3] and tops[-1] > b[1] for b in without
        ):
            continue
        table = _read_table(text, left, right, tops)
        if table is not None:
            found.append(table)
    return found


def _group_rules(edges: Sequence[Edge]) -> Iterator[list[Edge]]:
    """Rules of one width, each not far below the one before."""
    groups: list[list[Edge]] = []
    for edge in sorted(edges, key=lambda edge: float(edge["top"])):
        if edge["orientation"] != "h" or edge["width"] < 50:
            continue
        for group in groups:
            last = group[-1]
            if (
                abs(last["x0"] - edge["x0"]) <= SAME_EDGE
                and abs(last["x1"] - edge["x1"]) <= SAME_EDGE
            ):
                if edge["top"] - last["top"] <= SAME_RULE:
                    break
                if edge["top"] - last["top"] <= FARTHEST:
                    group.append(edge)
                    break
        else:
            groups.append([edge])
    return (group for group in groups if len(group) >= LEAST_RULES)


def _read_table(text: PageText, left: float, right: float, tops: Sequence[float]) -> Segment | None:
    inside = left - SAME_EDGE, tops[0] - SAME_EDGE, right + SAME_EDGE, tops[-1] + SAME_EDGE
    lines = group_rows(text.cut_box(inside, GUTTER))
    if len(lines) < LEAST_LINES:
        return None
    spans: list[tuple[float, float]] = []
    for line in lines:
        spans = merge_spans(spans, line)
    gaps = find_gaps(spans, GUTTER * lines[0][0].size)
    pieces = [segment for line in lines for segment in line]
    if not gaps or sum(len(p.text) for p in pieces) > CELL_CHARACTERS * len(pieces):
        return None
    above = left - SAME_EDGE, tops[0] - HEADER_REACH, right + SAME_EDGE, tops[0] + SAME_EDGE
    header = _find_header(group_rows(text.cut_box(above, GUTTER)), spans, gaps, tops[0])
    if header is not None:
        lines.insert(0, header)
        tops = [header[0].top, *tops]
    rows = [_split(line, gaps) for line in lines]
    if sum(sum(map(bool, row)) > 1 for row in rows) < LEAST_LINES - 1:
        return None
    return Segment("", left, tops[0], right, tops[-1], 10.0, table=_merge(rows, lines, tops))


def _find_header(
    rows: Sequence[Row], spans: Sequence[tuple[float, float]], gaps: Sequence[float], rule: float
) -> Row | None:
    """The line on the first rule, if its words stand over the columns."""
    if not rows or len(rows[-1]) < 2:
        return None
    row = rows[-1]
    if rule - row[0].bottom > row[0].height:
        return None
    wider = find_gaps(merge_spans(spans, row), GUTTER * row[0].size)
    return row if len(wider) == len(gaps) else None


def _split(line: Row, gaps: Sequence[float]) -> list[str]:
    cells = [""] * (len(gaps) + 1)
    for segment in line:
        column = sum(segment.left >= gap for gap in gaps)
        cells[column] = f"{cells[column]} {segment.text}".strip()
    return [strip_marks(cell) for cell in cells]


def _merge(
    rows: Sequence[list[str]], lines: Sequence[Row], tops: Sequence[float]
) -> list[list[str]]:
    """Lines between the same two rules as one row, where rules part the rows."""
    bands = [sum(line[0].top + line[0].height / 2 > top for top in tops) for line in lines]
    if len(set(bands)) < max(LEAST_RULES, len(tops) - 1):
        return list(rows)
    merged: dict[int, list[str]] = {}
    for band, row in zip(bands, rows, strict=True):
        held = merged.setdefault(band, [""] * len(row))
        merged[band] = [
            join_text(one, other) if one and other else one or other
            for one, other in zip(held, row, strict=True)
        ]
    return list(merged.values())
