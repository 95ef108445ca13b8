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


def list_page_parts(document: Any, part: str) -> Iterator[Any]:
    """The elements of the running headers (`part="header"`) or footers, each once."""
    seen: set[str] = set()
    for section in document.sections:
        for prefix in ("", "first_page_", "even_page_"):
            running = getattr(section, f"{prefix}{part}")
            # Asking for the element of one that is not there would make it.
            if running.is_linked_to_previous:
                continue
            element = running._element
            text = "".join(element.itertext())
            if text not in seen:
                seen.add(text)
                yield element


def is_page_number(paragraph: Any) -> bool:
    """Whether a paragraph of a header or footer shows the number of the page."""
    codes = [element.text or "" for element in paragraph.iter(qn("w:instrText"))]
    codes += [str(element.get(qn("w:instr"), "")) for element in paragraph.iter(qn("w:fldSimple"))]
    return any(word in _PAGE_FIELDS for code in codes for word in code.split()[:1])


def list_notes(document: Any) -> Iterator[tuple[str, Any]]:
    """Each footnote and endnote with the mark it has in the text: `1`, or `e1` for endnotes."""
    for relationship in document.part.rels.values():
        for reltype, tag, prefix in _NOTES:
            if relationship.reltype != reltype or relationship.is_external:
                continue
            for note in parse_xml(relationship.target_part.blob).iterchildren(tag):
                if note.get(qn("w:type")) not in _SEPARATORS:
                    yield f"{prefix}{note.get(qn('w:id'))}", note


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
