"""Tables without rules, where the columns of consecutive rows leave no doubt."""

from collections.abc import Sequence

from ragstudio.parsing.page_layout import Row, Segment, find_gaps, merge_spans

LEAST_COLUMNS = 3
LEAST_ROWS = 3
GUTTER = 0.8
CELL_CHARACTERS = 30
ROW_PITCH = 2.2


def find_aligned_tables(rows: Sequence[Row]) -> list[Row]:
    """Rows of a region with each aligned table made one row that holds it.

    Aligned are three rows or more, close below each other, whose pieces leave the same two gaps
    or more free, each row filling most columns and the first all, with short texts. Two columns
    are never enough: prose set in columns looks the same.
    """
    found: list[Row] = []
    start = 0
    while start < len(rows):
        end, gaps = _extend(rows, start)
        if end - start >= LEAST_ROWS and _is_table(rows[start:end], gaps):
            found.append([_make_table(rows[start:end], gaps)])
            start = end
        else:
            found.append(rows[start])
            start += 1
    return found


def _extend(rows: Sequence[Row], start: int) -> tuple[int, list[float]]:
    """Where the rows end that share at least two gaps with the first, and these gaps."""
    spans: list[tuple[float, float]] = []
    gaps: list[float] = []
    end = start
    while end < len(rows) and len(rows[end]) >= 2 and rows[end][0].table is None:
        first = rows[end][0]
        if end > start and first.top - rows[end - 1][0].top > ROW_PITCH * first.height:
            break
        grown = merge_spans(spans, rows[end])
        now = find_gaps(grown, GUTTER * first.size)
        if len(now) < LEAST_COLUMNS - 1 or (gaps and len(now) < len(gaps)):
            break
        spans, gaps = grown, now
        end += 1
    return end, gaps


def _is_table(rows: Sequence[Row], gaps: Sequence[float]) -> bool:
    columns = len(gaps) + 1
    texts = [len(segment.text) for row in rows for segment in row]
    return (
        len(rows[0]) == columns
        and all(columns - 1 <= len(row) <= columns for row in rows)
        and sum(texts) / len(texts) <= CELL_CHARACTERS
    )


def _make_table(rows: Sequence[Row], gaps: Sequence[float]) -> Segment:
    table = []
    for row in rows:
        cells = [""] * (len(gaps) + 1)
        for segment in row:
            column = sum(segment.left >= gap for gap in gaps)
            cells[column] = f"{cells[column]} {segment.text}".strip()
        table.append(cells)
    pieces = [segment for row in rows for segment in row]
    return Segment(
        "",
        min(piece.left for piece in pieces),
        min(piece.top for piece in pieces),
        max(piece.right for piece in pieces),
        max(piece.bottom for piece in pieces),
        rows[0][0].size,
        table=table,
    )
