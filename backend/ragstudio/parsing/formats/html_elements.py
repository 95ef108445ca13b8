"""What an HTML element shows: its text on one line, and the grid of a table."""

import base64
import binascii
import re
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from lxml import etree

from ragstudio.parsing.counting import PLAIN_FORMATS
from ragstudio.parsing.equations import read_mathml

MAX_SPAN = 1000

_HIDDEN_TAGS = {
    "script", "style", "template", "noscript", "head", "nav", "iframe", "object", "audio", "video",
    "canvas", "datalist", "dialog", "del",
}  # fmt: skip
HEADINGS = {f"h{level}": level for level in range(1, 7)}
FLOW_TAGS = {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup",
    "html", "legend", "main", "p", "search", "section", "summary", "td", "th", "tr", "tbody",
    "thead", "tfoot", "table", "ul", "ol", "menu", "li", "pre", "hr", *HEADINGS,
}  # fmt: skip
_NOT_SHOWN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?<![\w-])opacity\s*:\s*0(?:\.0*)?\s*(?:;|$|!)|"
    r"content-visibility\s*:\s*hidden|(?<![\w-])font-size\s*:\s*0(?:\D|$)",
    re.IGNORECASE,
)
_INTEGER = re.compile(r"[-+]?\d{1,9}")
_LIST_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([\w-]+)", re.IGNORECASE)
_LIST_STYLES = {
    "decimal": "1", "lower-alpha": "a", "lower-latin": "a", "upper-alpha": "A",
    "upper-latin": "A", "lower-roman": "i", "upper-roman": "I", "none": "none",
}  # fmt: skip
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
    if child.tag in VALUES:
        yield VALUES[child.tag](child)
    elif child.tag == "table":
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
    return element.tag in _HIDDEN_TAGS or element.get("role") in _HIDDEN_ROLES or conceals(element)


def conceals(element: etree._Element) -> bool:
    """Whether content is there that a browser does not show, by attribute or inline style."""
    return (
        element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or _NOT_SHOWN.search(element.get("style") or "") is not None
    )


def _read_input(element: etree._Element) -> str:
    """What a form field shows: its value, its tick, or nothing where it is empty or secret."""
    kind = (element.get("type") or "text").lower()
    if kind in {"checkbox", "radio"}:
        return "\u2612" if element.get("checked") is not None else "\u2610"
    if kind in {"hidden", "password", "file"}:
        return ""
    if kind == "image":
        return element.get("alt") or ""
    return f" {element.get('value') or ''} "


def _read_select(element: etree._Element) -> str:
    """The chosen options; a list of one choice shows its first where none is chosen."""
    options = list(element.iter("option"))
    chosen = [option for option in options if option.get("selected") is not None]
    if not chosen and element.get("multiple") is None:
        chosen = options[:1]
    return " " + ", ".join(" ".join("".join(each.itertext()).split()) for each in chosen) + " "


def _read_vector(element: etree._Element) -> str:
    texts = element.xpath(".//text")
    return " " + " ".join(" ".join("".join(each.itertext()).split()) for each in texts) + " "


def _read_image(element: etree._Element) -> str:
    alternative = " ".join((element.get("alt") or "").split())
    return f" {alternative} " if alternative else ""


VALUES = {
    "math": lambda element: f" {read_mathml(element)} ",
    "svg": _read_vector,
    "input": _read_input,
    "select": _read_select,
    "textarea": lambda element: f" {element.text or ''} ",
    "img": _read_image,
}


def read_embedded(source: str) -> bytes | None:
    """The bytes of a `data:` address; None for any other."""
    head, comma, body = source.strip().partition(",")
    if not comma or not head.lower().startswith("data:"):
        return None
    try:
        data = unquote_to_bytes(body)
        if head.lower().replace(" ", "").endswith(";base64"):
            data = base64.b64decode(b"".join(data.split()), validate=False)
    except (binascii.Error, ValueError):
        return b""
    return data


def number_items(items: list[etree._Element], parent: etree._Element) -> Iterator[str]:
    """The label of each item of a list: `3.`, `c.`, `IV.` by its attributes, or a dash."""
    if parent.tag != "ol":
        yield from ("-" for _ in items)
        return
    counted = [item for item in items if item.tag == "li"]
    reverse = parent.get("reversed") is not None
    number = _read_integer(parent.get("start"), len(counted) if reverse else 1)
    style = _LIST_STYLE.search(parent.get("style") or "")
    form = _LIST_STYLES.get(style[1].lower(), "1") if style else parent.get("type") or "1"
    for item in items:
        if item.tag != "li":
            yield ""
            continue
        number = _read_integer(item.get("value"), number)
        own = item.get("type") or form
        yield f"{PLAIN_FORMATS.get(own, str)(number)}." if own != "none" else "-"
        number += -1 if reverse else 1


def _read_integer(value: str | None, default: int) -> int:
    found = _INTEGER.fullmatch((value or "").strip())
    return int(found[0]) if found else default
