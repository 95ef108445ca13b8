"""Office files with a damaged part: read without it."""

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

from lxml import etree

from ragstudio.errors import StudioError
from ragstudio.parsing.containers import check_archive
from ragstudio.parsing.safe_xml import build_xml_parser
from ragstudio.records import ExtractedDocument

Read = Callable[[BinaryIO, list[str]], ExtractedDocument]

_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:x0*(?:[0-8bceBCE]|1[0-9a-fA-F])|"
                       rb"0*(?:[0-8]|1[124-9]|2\d|3[01]));")  # fmt: skip
_XML = (".xml", ".rels")
_SPREADSHEET = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PRESENTATION = b"http://schemas.openxmlformats.org/presentationml/2006/main"
_STUBS = {
    "xl/worksheets/sheet": b'<worksheet xmlns="%b"><sheetData/></worksheet>' % _SPREADSHEET,
    "ppt/slides/slide": b'<p:sld xmlns:p="%b"><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>'
    b"</p:spTree></p:cSld></p:sld>" % _PRESENTATION,
}


def read_package(path: Path, read: Read) -> ExtractedDocument:
    """What `read` makes of a ZIP of XML parts; `read` is told which parts are damaged.

    It is called with the file as it is and, where that fails, once more with a copy in which
    damaged parts are mended as far as they can be read, or left out with all references to them.
    Raises what `read` raises for the copy, and what `check_archive` raises.
    """
    with path.open("rb") as stream:
        check_archive(stream)
        try:
            return read(stream, [])
        except (StudioError, MemoryError, RecursionError) as error:
            if getattr(error, "failure_code", "") != "corrupt_file":
                raise
        except Exception:  # noqa: S110  # nosec B110
            # Libraries raise whatever they stumble over; the copy decides.
            pass
        stream.seek(0)
        mended, damaged = _mend(stream)
        return read(mended, damaged)


def _mend(stream: BinaryIO) -> tuple[BinaryIO, list[str]]:
    parts: dict[str, bytes] = {}
    damaged: list[str] = []
    with zipfile.ZipFile(stream) as package:
        for entry in package.infolist():
            if entry.is_dir():
                continue
            try:
                data = package.read(entry)
            except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
                damaged.append(entry.filename)
                continue
            if entry.filename.lower().endswith(_XML):
                mended, whole = _mend_xml(data)
                if not whole:
                    damaged.append(entry.filename)
                if mended is None:
                    mended = _find_stub(entry.filename)
                if mended is None:
                    continue
                data = mended
            parts[entry.filename] = data
    for name in [each for each in parts if each.endswith(".rels")]:
        parts[name] = _drop_dangling(name, parts, damaged)
    copy = io.BytesIO()
    with zipfile.ZipFile(copy, "w") as package:
        for name, data in parts.items():
            package.writestr(name, data)
    copy.seek(0)
    return copy, damaged


def _find_stub(name: str) -> bytes | None:
    """An empty part in place of one without which the libraries open no file."""
    return next((stub for folder, stub in _STUBS.items() if name.startswith(folder)), None)


def _mend_xml(data: bytes) -> tuple[bytes | None, bool]:
    """The part as well-formed XML, None where nothing can be read; and whether all of it is."""
    parser = build_xml_parser()
    try:
        etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        pass
    else:
        return data, True
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = _CONTROLS.sub(b" ", data)
    try:
        etree.fromstring(data, build_xml_parser())
    except etree.XMLSyntaxError:
        pass
    else:
        return data, True
    try:
        root = etree.fromstring(data, build_xml_parser(recover=True))
    except etree.XMLSyntaxError:
        return None, False
    if root is None or not len(root):
        return None, False
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True), False


def _drop_dangling(name: str, parts: dict[str, bytes], damaged: list[str]) -> bytes:
    """Relationships without those whose target is not in the package."""
    root = etree.fromstring(parts[name], build_xml_parser())
    folder = posixpath.dirname(posixpath.dirname(name))
    for relationship in list(root):
        if relationship.get("TargetMode") == "External":
            continue
        target = unquote(str(relationship.get("Target", ""))).partition("#")[0]
        full = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        if target and full not in parts:
            if full not in damaged:
                damaged.append(full)
            root.remove(relationship)
    return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True))
