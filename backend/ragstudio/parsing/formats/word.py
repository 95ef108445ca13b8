"""DOCX by python-docx: paragraphs and tables in document order, headings with their level.

python-docx rather than unstructured's partitioner: it gives heading levels from the styles, is
faster to load by seconds, and lets tracked insertions in and deletions out.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
from docx.oxml.ns import qn

from ragstudio.parsing.containers import check_archive
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.tables import render_table
from ragstudio.parsing.word_parts import (
    is_page_number,
    list_notes,
    list_page_parts,
    read_properties,
)
from ragstudio.records import BlockType, ExtractedDocument

MAX_LEVEL = 9

_WRAPPERS = {
    qn(f"w:{name}") for name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag")
}
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = {qn("w:del"), qn("w:moveFrom"), qn("w:pPr"), _FALLBACK}
_PARAGRAPH, _TABLE, _TEXT, _TAB = qn("w:p"), qn("w:tbl"), qn("w:t"), qn("w:tab")
_BREAKS = {qn("w:br"), qn("w:cr")}
_SIGNS = {qn("w:noBreakHyphen"): "-"}
_NOTE_MARKS = {qn("w:footnoteReference"): "", qn("w:endnoteReference"): "e"}
_TEXT_BOX = qn("w:txbxContent")


def parse(path: Path) -> ExtractedDocument:
    """Running headers, body, notes, running footers; headings by style or outline level.

    Tables become Markdown. Tracked insertions are text; deletions, comments and page numbers are
    not. Raises `IngestionFailure`: `archive_too_large`, `password_required`.
    """
    with path.open("rb") as stream:
        check_archive(stream)
        document = docx.Document(stream)
    builder = DocumentBuilder()
    builder.properties = read_properties(document)
    levels = _heading_levels(document)
    lists = {
        style.style_id
        for style in document.styles
        if (style.name or "").lower().startswith("list ") and style.name != "List Paragraph"
    }
    for header in list_page_parts(document, "header"):
        _add_elements(builder, _without_page_numbers(header), levels, lists)
    _add_elements(builder, _body_elements(document.element.body), levels, lists)
    for mark, note in list_notes(document):
        text = " ".join(_cell_text(note).split())
        builder.add(BlockType.TEXT, f"[{mark}] {text}" if text else "")
    for footer in list_page_parts(document, "footer"):
        _add_elements(builder, _without_page_numbers(footer), levels, lists)
    return builder.build()


def _without_page_numbers(running: Any) -> Iterator[Any]:
    for element in _body_elements(running):
        if element.tag == _TABLE or not is_page_number(element):
            yield element


def _add_elements(
    builder: DocumentBuilder, elements: Iterator[Any], levels: dict[str, int], lists: set[str]
) -> None:
    items: list[str] = []
    for element in elements:
        if element.tag == _PARAGRAPH and _is_list_item(element, lists, levels):
            text = _paragraph_text(element)
            if text.strip():
                items.append(f"{'  ' * _list_depth(element)}- {text.strip()}")
            continue
        builder.add(BlockType.LIST, "\n".join(items))
        items = []
        _add_element(builder, element, levels)
    builder.add(BlockType.LIST, "\n".join(items))


def _add_element(builder: DocumentBuilder, element: Any, levels: dict[str, int]) -> None:
    if element.tag == _TABLE:
        builder.add(BlockType.TABLE, render_table(_grid(element)))
        return
    text = _paragraph_text(element)
    level = _level_of(element, levels)
    if level is None:
        builder.add(BlockType.TEXT, text)
    else:
        builder.add_heading(" ".join(text.split()), level)


def _body_elements(container: Any) -> Iterator[Any]:
    """Paragraphs and tables in order, also those inside content controls and insertions."""
    for child in container.iterchildren():
        if child.tag in {_PARAGRAPH, _TABLE}:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _body_elements(child)


def _heading_levels(document: Any) -> dict[str, int]:
    """The heading level of each style that has one: by name, outline level, or base style."""
    levels: dict[str, int] = {}
    for style in document.styles:
        ancestor: Any = style
        for _ in range(10):
            if ancestor is None:
                break
            level = _level_of_style(ancestor)
            if level is not None:
                levels[style.style_id] = level
                break
            ancestor = getattr(ancestor, "base_style", None)
    return levels


def _level_of_style(style: Any) -> int | None:
    name = (style.name or "").lower()
    if name == "title":
        return 1
    if name.startswith("heading ") and name[8:].isdigit():
        return min(int(name[8:]), MAX_LEVEL)
    outline = style.element.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
    return _read_outline(outline)


def _level_of(paragraph: Any, levels: dict[str, int]) -> int | None:
    outline = _read_outline(paragraph.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}"))
    return outline if outline is not None else levels.get(_style_of(paragraph))


def _read_outline(element: Any) -> int | None:
    value = int(element.get(qn("w:val"), "9")) if element is not None else 9
    return value + 1 if value < MAX_LEVEL else None


def _style_of(paragraph: Any) -> str:
    style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    return "" if style is None else str(style.get(qn("w:val")))


def _is_list_item(paragraph: Any, lists: set[str], levels: dict[str, int]) -> bool:
    if _level_of(paragraph, levels) is not None:
        return False
    numbered = paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}") is not None
    return numbered or _style_of(paragraph) in lists


def _list_depth(paragraph: Any) -> int:
    level = paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}/{qn('w:ilvl')}")
    return 0 if level is None else min(int(level.get(qn("w:val"), "0")), MAX_LEVEL)


def _paragraph_text(paragraph: Any) -> str:
    """A paragraph's text with tracked insertions, without deletions and comments.

    Text boxes anchored in it follow after it.
    """
    boxes: list[str] = []
    text = "".join(_runs(paragraph, boxes))
    return "\n".join(part for part in [text, *boxes] if part.strip())


def _runs(element: Any, boxes: list[str]) -> Iterator[str]:
    for child in element.iterchildren():
        if child.tag == _TEXT:
            yield child.text or ""
        elif child.tag == _TAB:
            yield "\t"
        elif child.tag in _BREAKS:
            yield "\n"
        elif child.tag in _SIGNS:
            yield _SIGNS[child.tag]
        elif child.tag in _NOTE_MARKS:
            yield f" [{_NOTE_MARKS[child.tag]}{child.get(qn('w:id'))}]"
        elif child.tag == _TEXT_BOX:
            boxes.append(_cell_text(child))
        elif child.tag not in _SKIPPED:
            yield from _runs(child, boxes)


def _grid(table: Any) -> list[list[str]]:
    """The cells' texts row by row; merged cells are filled across and down."""
    rows: list[list[str]] = []
    for tr in _descend(table, qn("w:tr")):
        if tr.find(f"{qn('w:trPr')}/{qn('w:del')}") is not None:
            continue
        row = [""] * _number(tr.find(f"{qn('w:trPr')}/{qn('w:gridBefore')}"), 0)
        for cell in _descend(tr, qn("w:tc")):
            merge = cell.find(f"{qn('w:tcPr')}/{qn('w:vMerge')}")
            continued = merge is not None and merge.get(qn("w:val")) != "restart"
            if continued and rows and len(row) < len(rows[-1]):
                text = rows[-1][len(row)]
            else:
                text = _cell_text(cell)
            row += [text] * max(1, _number(cell.find(f"{qn('w:tcPr')}/{qn('w:gridSpan')}"), 1))
        rows.append(row)
    return rows


def _descend(element: Any, tag: str) -> Iterator[Any]:
    for child in element.iterchildren():
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _descend(child, tag)


def _cell_text(cell: Any) -> str:
    """A cell's text; a table nested in it is written row by row, its cells apart by commas."""
    parts: list[str] = []
    for element in _body_elements(cell):
        if element.tag == _PARAGRAPH:
            parts.append(_paragraph_text(element))
        else:
            parts += [", ".join(text for text in row if text) + ";" for row in _grid(element)]
    return "\n".join(part for part in parts if part.strip())


def _number(element: Any, default: int) -> int:
    return default if element is None else min(int(element.get(qn("w:val"), default)), 1000)
