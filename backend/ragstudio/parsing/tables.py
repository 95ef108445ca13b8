"""Tables as Markdown."""

from collections.abc import Sequence


def render_table(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table (GitHub flavour) whose header is the first row; short rows are padded.

    Rows and columns without any text are left out; no text at all gives an empty string.
    """
    cleaned = [[_clean_cell(cell) for cell in row] for row in rows]
    cleaned = [row for row in cleaned if any(row)]
    if not cleaned:
        return ""
    width = max(len(row) for row in cleaned)
    padded = [row + [""] * (width - len(row)) for row in cleaned]
    kept = [column for column in range(width) if any(row[column] for row in padded)]
    lines = ["| " + " | ".join(row[column] for column in kept) + " |" for row in padded]
    lines.insert(1, "|" + " --- |" * len(kept))
    return "\n".join(lines)


def _clean_cell(cell: str) -> str:
    return " ".join(cell.split()).replace("|", "\\|")
