"""What Word and PowerPoint draw: pictures, charts, diagrams and embedded objects."""

from collections.abc import Callable
from typing import Any

from lxml import etree

from ragstudio.parsing.charts import CHART, DIAGRAM, NEW_CHART, read_chart, read_diagram
from ragstudio.parsing.embedded_pictures import EmbeddedPictures
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.unread import REPAIR, reads_hidden
from ragstudio.records import BlockType, UnreadKind

NO_DATA = "its data are not stored in the file"
MAKE_TABLE = "Save the file again with the chart's data, or add them as a table."

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SVG = "{http://schemas.microsoft.com/office/drawing/2016/SVG/main}"
_V = "{urn:schemas-microsoft-com:vml}"
_O = "{urn:schemas-microsoft-com:office:office}"
_NAMED = ("docPr", "cNvPr")
_TEXT_BOX = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}txbxContent"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


class Drawings:
    """Adds drawings of one document to it; what cannot be read is noted."""

    def __init__(
        self,
        builder: DocumentBuilder,
        block_type: BlockType = BlockType.TEXT,
        page_name: str = "page",
    ) -> None:
        self._builder = builder
        self._block_type = block_type
        self._pictures = EmbeddedPictures(builder, page_name)

    def add(self, drawing: Any, part: Any, slide: int | None = None) -> None:
        """Append what a drawing shows; its relationships are those of `part`."""
        properties = next((e for e in drawing.iter() if _local(e) in _NAMED), None)
        alternative = ""
        if properties is not None:
            alternative = str(properties.get("descr") or "")
            if properties.get("hidden") in {"1", "true"} and not reads_hidden():
                self._note(UnreadKind.HIDDEN_TEXT, None, slide)
                return
        self._walk(drawing, part, slide, alternative)

    def finish(self) -> None:
        """Say once that text comes from recognition, if any does."""
        self._pictures.warn()

    def _walk(self, element: Any, part: Any, slide: int | None, alternative: str) -> None:
        for child in element.iter():
            if not isinstance(child.tag, str) or _is_inside(child, element):
                continue
            if child.tag == f"{_A}blip":
                self._add_picture(child, part, slide, alternative)
            elif child.tag == f"{_V}imagedata":
                named = child.getparent().get("alt") or child.get(f"{_O}title") or ""
                self._add_blob(child.get(f"{_R}id"), part, slide, named)
            elif child.tag == f"{_V}textpath":
                self._builder.add(self._block_type, str(child.get("string", "")), slide)
            elif child.tag in {f"{{{CHART}}}chart", f"{{{NEW_CHART}}}chart"}:
                self._add_part(UnreadKind.CHART, child.get(f"{_R}id"), part, slide)
            elif child.tag == f"{{{DIAGRAM}}}relIds":
                self._add_part(UnreadKind.DIAGRAM, child.get(f"{_R}dm"), part, slide)
            elif child.tag == f"{_O}OLEObject" or _local(child) == "oleObj":
                name = child.get("ProgID") or child.get("progId") or "unknown program"
                self._note(
                    UnreadKind.EMBEDDED_OBJECT,
                    (f"an object of {name} is not read", "Upload the embedded file by itself."),
                    slide,
                )

    def _add_picture(self, blip: Any, part: Any, slide: int | None, alternative: str) -> None:
        vector = next(blip.iter(f"{_SVG}svgBlip"), None)
        identifier = blip.get(f"{_R}embed") or (
            vector.get(f"{_R}embed") if vector is not None else None
        )
        if identifier is not None:
            self._add_blob(identifier, part, slide, alternative)
        elif blip.get(f"{_R}link"):
            if alternative:
                self._builder.add(self._block_type, f"Picture: {alternative}", slide)
            reason = "it is linked and not stored in the file"
            self._note(UnreadKind.PICTURE, (reason, "Insert the picture itself."), slide)

    def _add_blob(
        self, identifier: str | None, part: Any, slide: int | None, alternative: str
    ) -> None:
        data = self._find(identifier, part)
        if data is None:
            self._note(UnreadKind.PICTURE, ("its part is missing or damaged", REPAIR), slide)
            if alternative:
                self._builder.add(self._block_type, f"Picture: {alternative}", slide)
            return
        self._pictures.add(data, alternative, slide)

    def _add_part(
        self, kind: UnreadKind, identifier: str | None, part: Any, slide: int | None
    ) -> None:
        read: Callable[[bytes], Any] = read_chart if kind is UnreadKind.CHART else read_diagram
        data = self._find(identifier, part)
        try:
            found = read(data) if data is not None else None
        except (etree.XMLSyntaxError, ValueError, KeyError, TypeError, AttributeError):
            found = None
        if found is None:
            self._note(kind, ("its part is missing or damaged", REPAIR), slide)
        elif kind is UnreadKind.DIAGRAM:
            self._builder.add(BlockType.LIST, "\n".join(found), slide)
        else:
            title, tables = found
            self._builder.add(self._block_type, title, slide)
            for table in tables:
                self._builder.add(BlockType.TABLE, table, slide)
            if not tables:
                self._note(kind, (NO_DATA, MAKE_TABLE), slide)

    def _find(self, identifier: str | None, part: Any) -> bytes | None:
        relationship = part.rels.get(identifier) if identifier else None
        if relationship is None or relationship.is_external:
            return None
        return bytes(relationship.target_part.blob)

    def _note(self, kind: UnreadKind, why: tuple[str, str] | None, slide: int | None) -> None:
        section = self._builder.sections.path if slide is None else None
        place = None if slide is None else f"slide {slide}"
        if why is None:
            self._builder.unread.add_hidden(kind, place=place, page=slide, section=section)
        else:
            self._builder.unread.add(kind, *why, place=place, page=slide, section=section)


def _local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _is_inside(child: Any, top: Any) -> bool:
    """Whether an element stands in a text box, which is read by itself, or in a fallback."""
    while child is not top:
        child = child.getparent()
        if child.tag in {_TEXT_BOX, _FALLBACK} and child is not top:
            return True
    return False
