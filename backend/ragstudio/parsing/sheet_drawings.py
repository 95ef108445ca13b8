"""What stands over the cells of an XLSX sheet: comments, text boxes, pictures and charts."""

import posixpath
import zipfile
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from lxml import etree

from ragstudio.parsing.drawings import Drawings
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.safe_xml import build_xml_parser
from ragstudio.records import BlockType

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_ANSWERED = "[Threaded comment]"


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the package as python-docx and python-pptx give theirs."""

    archive: zipfile.ZipFile
    name: str

    @property
    def blob(self) -> bytes:
        return self.archive.read(self.name)

    @property
    def rels(self) -> dict[str, "_Relationship"]:
        folder, file = posixpath.split(self.name)
        path = posixpath.join(folder, "_rels", f"{file}.rels")
        if path not in self.archive.NameToInfo:
            return {}
        root = etree.fromstring(self.archive.read(path), build_xml_parser())
        found = {}
        for each in root:
            target = unquote(str(each.get("Target", "")))
            full = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            external = each.get("TargetMode") == "External"
            if external or full in self.archive.NameToInfo:
                kind = str(each.get("Type", "")).rpartition("/")[2]
                found[str(each.get("Id"))] = _Relationship(
                    kind, external, _Part(self.archive, full)
                )
        return found


@dataclass(frozen=True, slots=True)
class _Relationship:
    kind: str
    is_external: bool
    target_part: _Part


def add_sheet_drawings(
    builder: DocumentBuilder, archive: zipfile.ZipFile, path: str, sheet: str
) -> None:
    """Append comments (`Comment on B3: ...`) and drawings of the sheet at `path`.

    A part that is damaged is noted; the others are read.
    """
    try:
        relationships = list(_Part(archive, path.lstrip("/")).rels.values())
    except (etree.XMLSyntaxError, zipfile.BadZipFile):
        builder.unread.add_part(path, place=f"sheet {sheet!r}")
        return
    threads = any(each.kind == "threadedComment" for each in relationships)
    drawings = Drawings(builder)
    for each in relationships:
        try:
            if each.kind in {"comments", "threadedComment"}:
                _add_comments(builder, each.target_part.blob, threads)
            elif each.kind == "drawing":
                _add_drawing(builder, drawings, each.target_part)
        except (etree.XMLSyntaxError, zipfile.BadZipFile, ValueError, KeyError):
            builder.unread.add_part(each.target_part.name, place=f"sheet {sheet!r}")
    drawings.finish()


def _add_comments(builder: DocumentBuilder, data: bytes, threads: bool) -> None:
    lines = []
    for comment in etree.fromstring(data, build_xml_parser()).iter(
        "{*}comment", "{*}threadedComment"
    ):
        words = "".join(each.text or "" for each in comment.iter("{*}t", "{*}text"))
        words = " ".join(words.split())
        if words and not (threads and words.startswith(_ANSWERED)):
            lines.append(f"Comment on {comment.get('ref', 'a cell')}: {words}")
    builder.add(BlockType.TEXT, "\n".join(lines))


def _add_drawing(builder: DocumentBuilder, drawings: Drawings, part: _Part) -> None:
    root = etree.fromstring(part.blob, build_xml_parser())
    for anchor in root:
        for paragraph in _paragraphs(anchor):
            builder.add(BlockType.TEXT, paragraph)
        drawings.add(anchor, part)


def _paragraphs(element: Any) -> list[str]:
    texts = []
    for body in element.iter("{*}txBody"):
        if any(each.tag == _FALLBACK for each in body.iterancestors()):
            continue
        lines = ("".join(t.text or "" for t in p.iter(f"{_A}t")) for p in body.iter(f"{_A}p"))
        texts.append("\n".join(line for line in lines if line.strip()))
    return texts
