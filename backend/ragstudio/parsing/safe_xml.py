"""XML read without resolving entities, reaching the network, or growing beyond libxml2's bounds."""

from typing import IO

from lxml import etree

from ragstudio.errors import IngestionFailure


def build_xml_parser(*, recover: bool = False) -> etree.XMLParser:
    """A parser that resolves nothing and keeps libxml2's limits on depth and length.

    With `recover` it goes on behind what is not well-formed.
    """
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
        recover=recover,
    )  # fmt: skip


def read_xml(source: str | IO[bytes]) -> etree._Element:
    """The root of an XML document, given by path or stream.

    Raises `IngestionFailure`: `corrupt_file` for XML that is not well-formed or declares
    entities, `nesting_too_deep`.
    """
    try:
        tree = etree.parse(source, build_xml_parser())
    except etree.XMLSyntaxError as error:
        raise describe_syntax_error(error) from error
    if tree.docinfo.internalDTD is not None and any(tree.docinfo.internalDTD.iterentities()):
        raise IngestionFailure(
            "corrupt_file",
            "Its XML declares entities, which the studio never resolves.",
            hint="Save the file with its entities resolved and without a DOCTYPE.",
        )
    return tree.getroot()


def describe_syntax_error(error: etree.XMLSyntaxError) -> IngestionFailure:
    """What the parser stumbled over, and what can be done. Raises `MemoryError` for its own."""
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
