"""What an HTML element shows: its text on one line, and the grid of a table."""

import re
from collections.abc import Iterator

from lxml import etree

MAX_SPAN = 1000

_HIDDEN_TAGS = {
    "script", "style", "template", "noscript", "svg", "math", "head", "nav", "iframe", "object",
    "audio", "video", "canvas", "select", "datalist", "dialog", "del",
}  # fmt: skip
HEADINGS = {f"h{level}": level for level in range(1, 7)}
FLOW_TAGS = {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup",
    "html", "legend", "main", "p", "search", "section", "summary", "td", "th", "tr", "tbody",
    "thead", "tfoot", "table", "ul", "ol", "menu", "li", "pre", "hr", *HEADINGS,
}  # fmt: skip
_NOT_SHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_HIDDEN_ROLES = {"doc-backlink", "navigation"}
_CELLS = "./tr/td | ./tr/th | ./*/tr/td | ./*/tr/th"


def is_layout(table: etree._Element) -> bool:
    """Whether a table only places things: one column, headings in it, or mostly other tables."""
    if table.get("role") in {"presentation", "none"}:
        return True
    rows = table.xpath("./tr | ./thead/tr | ./tbody/tr | ./tfoot/tr")
    widest = max((len(row.xpath("./td | ./th")) for row in rows), default=0)
    if widest < 2 or table.xpath(".//h1 | .//h2 | .//h3 | .//h4"):
        return True
    cells = table.xpath(_CELLS)
    nested = sum(next(cell.iter("table"), None) is not None for cell in cells)
    return nested > 0 and (len(rows) < 2 or 2 * nested >= len(cells))


def read_grid(table: etree._Element) -> list[list[str]]:
    """The cells' texts row by row; a cell that spans rows or columns is repeated in each."""
    carried: dict[int, tuple[int, str]] = {}
    rows: list[list[str]] = []
    for tr in table.xpath("./tr | ./thead/tr | ./tbody/tr | ./tfoot/tr"):
        row: list[str] = []
        for cell in [*tr.iterchildren("td", "th"), None]:
            while len(row) in carried:
                left, text = carried.pop(len(row))
                if left > 1:
                    carried[len(row)] = (left - 1, text)
                row.append(text)
            if cell is None:
                break
            text = "" if is_hidden(cell) else inline_text(cell)
            for _ in range(_span(cell, "colspan")):
                if _span(cell, "rowspan") > 1:
                    carried[len(row)] = (_span(cell, "rowspan") - 1, text)
                row.append(text)
        rows.append(row)
    return rows


def _span(cell: etree._Element, attribute: str) -> int:
    value = str(cell.get(attribute) or "1").strip()
    return max(1, min(int(value), MAX_SPAN)) if value.isascii() and value.isdigit() else 1


def inline_text(element: etree._Element, skip: frozenset[str] = frozenset()) -> str:
    """All shown text of an element on one line."""
    return " ".join("".join(_pieces(element, skip)).split())


def _pieces(element: etree._Element, skip: frozenset[str]) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str) and child.tag not in skip and not is_hidden(child):
            yield from _shown(child, skip)
        yield child.tail or ""


def _shown(child: etree._Element, skip: frozenset[str]) -> Iterator[str]:
    if child.tag == "table":
        # Within a cell or a list item: row by row, the cells apart by commas.
        rows = (", ".join(text for text in row if text) for row in read_grid(child))
        yield " " + " ".join(f"{row};" for row in rows if row) + " "
    elif child.get("role") == "doc-noteref":
        yield f" [{inline_text(child)}]"
    else:
        apart = " " if child.tag in FLOW_TAGS or child.tag == "br" else ""
        yield apart
        yield from _pieces(child, skip)
        yield apart


def is_hidden(element: etree._Element) -> bool:
    """Whether a browser would not show it, or it only serves to move about."""
    return (
        element.tag in _HIDDEN_TAGS
        or element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or element.get("role") in _HIDDEN_ROLES
        or _NOT_SHOWN.search(element.get("style") or "") is not None
    )
