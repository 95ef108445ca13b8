"""XML: every value beside the name of its element; entities are never resolved.

lxml reads with entity resolution, network access and huge trees off.
"""

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.records import BlockType, ExtractedDocument


def parse(path: Path) -> ExtractedDocument:
    """Text blocks of `element: text` lines, one block for each element that holds only values.

    Sections are the elements around them. Mixed content is one line. Raises `IngestionFailure`:
    `corrupt_file` for XML that is not well-formed or declares entities, `nesting_too_deep`.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        tree = etree.parse(str(path), parser)
    except etree.XMLSyntaxError as error:
        raise _describe(error) from error
    if tree.docinfo.internalDTD is not None and any(tree.docinfo.internalDTD.iterentities()):
        raise IngestionFailure(
            "corrupt_file",
            "Its XML declares entities, which the studio never resolves.",
            hint="Save the file with its entities resolved and without a DOCTYPE.",
        )
    builder = DocumentBuilder()
    _add_element(builder, tree.getroot(), 1)
    return builder.build()


def _describe(error: etree.XMLSyntaxError) -> IngestionFailure:
    reason = str(error.msg or "")
    if "memory" in reason.lower():
        raise MemoryError from error
    if "depth" in reason.lower():
        return IngestionFailure(
            "nesting_too_deep",
            "Its XML is nested too deeply to be read.",
            hint="Flatten the structure of the file and upload it again.",
        )
    if "huge" in reason.lower():
        return IngestionFailure(
            "corrupt_file",
            "Its XML holds a single text longer than the parser accepts (10 million characters).",
            hint="Split the text, or upload the file with the ending .txt to have it read as text.",
        )
    line, column = error.position
    return IngestionFailure(
        "corrupt_file",
        f"It is not well-formed XML: the parser stops at line {line}, column {column}.",
        hint="Correct the file, or upload it with the ending .txt to have it read as text.",
    )


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
