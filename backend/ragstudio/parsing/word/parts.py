"""The parts of a Word file beside its body: running headers and footers, notes, properties."""

from collections.abc import Iterator
from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import qn

_CUSTOM_PROPERTIES = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties"
)
_NOTES = (
    (RELATIONSHIP_TYPE.FOOTNOTES, qn("w:footnote"), ""),
    (RELATIONSHIP_TYPE.ENDNOTES, qn("w:endnote"), "e"),
)
_SEPARATORS = {"separator", "continuationSeparator", "continuationNotice"}
_PAGE_FIELDS = {"PAGE", "NUMPAGES", "SECTIONPAGES"}


def list_page_parts(document: Any, part: str) -> Iterator[tuple[Any, Any]]:
    """Each running header (`part="header"`) or footer once: its element and its part."""
    seen: set[str] = set()
    for section in document.sections:
        for prefix in ("", "first_page_", "even_page_"):
            running = getattr(section, f"{prefix}{part}")
            # Asking for the element of one that is not there would make it.
            if running.is_linked_to_previous:
                continue
            try:
                element = running._element
            except KeyError:
                # A damaged part was left out of the package.
                continue
            text = "".join(element.itertext())
            if text not in seen:
                seen.add(text)
                yield element, running.part


def is_page_number(paragraph: Any) -> bool:
    """Whether a paragraph of a header or footer shows the number of the page."""
    codes = [element.text or "" for element in paragraph.iter(qn("w:instrText"))]
    codes += [str(element.get(qn("w:instr"), "")) for element in paragraph.iter(qn("w:fldSimple"))]
    return any(word in _PAGE_FIELDS for code in codes for word in code.split()[:1])


def list_notes(document: Any) -> Iterator[tuple[str, Any, Any]]:
    """Each footnote and endnote: its mark (`1`, `e1` for endnotes), its element, and its part."""
    for relationship in document.part.rels.values():
        for reltype, tag, prefix in _NOTES:
            if relationship.reltype != reltype or relationship.is_external:
                continue
            for note in parse_xml(relationship.target_part.blob).iterchildren(tag):
                if note.get(qn("w:type")) not in _SEPARATORS:
                    yield f"{prefix}{note.get(qn('w:id'))}", note, relationship.target_part


def count_comments(document: Any) -> int:
    """How many comments stand beside the text."""
    return sum(
        relationship.target_part.blob.count(b"<w:comment ")
        for relationship in document.part.rels.values()
        if relationship.reltype == RELATIONSHIP_TYPE.COMMENTS and not relationship.is_external
    )


def read_properties(document: Any) -> dict[str, str]:
    """Title, author, identifier and status, and the properties a person defined."""
    core = document.core_properties
    stated = {
        "Title": core.title,
        "Author": core.author,
        "Identifier": core.identifier,
        "Content status": core.content_status,
    }
    properties = {name: value.strip() for name, value in stated.items() if value and value.strip()}
    for relationship in document.part.package.rels.values():
        if relationship.reltype == _CUSTOM_PROPERTIES and not relationship.is_external:
            for element in parse_xml(relationship.target_part.blob):
                properties[str(element.get("name", ""))] = "".join(element.itertext()).strip()
    return properties
