"""XML: every value beside the name of its element; entities are never resolved."""

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.safe_xml import read_xml
from ragstudio.records import BlockType, ExtractedDocument


def parse(path: Path) -> ExtractedDocument:
    """Text blocks of `element: text` lines, one block for each element that holds only values.

    Sections are the elements around them. Mixed content is one line. Raises `IngestionFailure`:
    `corrupt_file` for XML that is not well-formed or declares entities, `nesting_too_deep`.
    """
    builder = DocumentBuilder()
    _add_element(builder, read_xml(str(path)), 1)
    return builder.build()


def _add_element(builder: DocumentBuilder, element: etree._Element, level: int) -> None:
    """A container opens a section; its plain values make one block, in order."""
    builder.sections.open(_name(element), level)
    if not _is_container(element):
        builder.add(BlockType.TEXT, "\n".join(_lines(element)))
        return
    values = list(_attributes(element))
    for child in element:
        if _is_container(child):
            builder.add(BlockType.TEXT, "\n".join(values))
            values = []
            _add_element(builder, child, level + 1)
        else:
            values += _lines(child)
    builder.add(BlockType.TEXT, "\n".join(values))


def _is_container(element: etree._Element) -> bool:
    """Whether an element holds elements and no text of its own between them."""
    if len(element) == 0:
        return False
    between = [element.text, *(child.tail for child in element)]
    return not any(text and text.strip() for text in between)


def _lines(element: etree._Element) -> Iterator[str]:
    text = " ".join("".join(element.itertext()).split())
    if text:
        yield f"{_name(element)}: {text}"
    yield from _attributes(element)


def _attributes(element: etree._Element) -> Iterator[str]:
    for name, value in element.attrib.items():
        if value.strip():
            yield f"{_name(element)} {etree.QName(name).localname}: {value}"


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""
