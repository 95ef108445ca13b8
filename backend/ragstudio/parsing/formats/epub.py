"""EPUB: the chapters in the order of the book's spine, each read as HTML.

The spine is read here rather than by pandoc, so that chapters keep our HTML rules and one that
cannot be read costs a warning and not the book.
"""

import posixpath
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from lxml import etree

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.containers import check_archive
from ragstudio.parsing.formats.html import add_html, decode_html
from ragstudio.parsing.formats.html_elements import read_embedded
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.safe_xml import read_xml
from ragstudio.records import ExtractedDocument

MAX_CHAPTER_BYTES = 100 << 20

_CONTAINER = "META-INF/container.xml"
_RIGHTS = "META-INF/encryption.xml"
_PACKAGE = "{http://www.idpf.org/2007/opf}"
_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
_CHAPTER_TYPES = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml"}


def parse(path: Path) -> ExtractedDocument:
    """The text of the linear chapters; the table of contents, covers and media are left out.

    Raises `IngestionFailure`: `archive_too_large`, `corrupt_file`, `nesting_too_deep`,
    `password_required` for a book under digital rights management.
    """
    builder = DocumentBuilder()
    with path.open("rb") as stream:
        check_archive(stream)
        with zipfile.ZipFile(stream) as archive:
            package_path = _find_package(archive)
            with archive.open(package_path) as part:
                package = read_xml(part)
            locked = _read_locked(archive)
            builder.properties = dict(_read_properties(package))
            for chapter in _list_chapters(package, posixpath.dirname(package_path)):
                _add_chapter(builder, archive, chapter, locked)
    return builder.build()


def _find_package(archive: zipfile.ZipFile) -> str:
    with archive.open(_CONTAINER) as part:
        container = read_xml(part)
    for element in container.iter("{*}rootfile"):
        return str(element.get("full-path", ""))
    raise ValueError("the container names no package")


def _read_locked(archive: zipfile.ZipFile) -> set[str]:
    """The parts under digital rights management."""
    if _RIGHTS not in archive.namelist():
        return set()
    with archive.open(_RIGHTS) as part:
        rights = read_xml(part)
    return {unquote(str(each.get("URI", ""))) for each in rights.iter("{*}CipherReference")}


def _read_properties(package: etree._Element) -> Iterator[tuple[str, str]]:
    for tag, name in (("title", "Title"), ("creator", "Author")):
        for element in package.iter(f"{_DUBLIN_CORE}{tag}"):
            yield name, " ".join("".join(element.itertext()).split())
            break


def _list_chapters(package: etree._Element, folder: str) -> Iterator[str]:
    """The paths of the chapters in reading order."""
    items = {
        str(item.get("id", "")): item
        for item in package.iter(f"{_PACKAGE}item")
        if item.get("media-type") in _CHAPTER_TYPES
        and "nav" not in str(item.get("properties", "")).split()
    }
    for reference in package.iter(f"{_PACKAGE}itemref"):
        item = items.get(str(reference.get("idref", "")))
        if item is not None and reference.get("linear", "yes") != "no":
            yield posixpath.normpath(posixpath.join(folder, unquote(str(item.get("href", "")))))


def _add_chapter(
    builder: DocumentBuilder, archive: zipfile.ZipFile, name: str, locked: set[str]
) -> None:
    if name in locked:
        raise IngestionFailure(
            "password_required",
            "The book is under digital rights management and cannot be read.",
            hint="Upload a copy without protection.",
        )
    try:
        data = archive.read(name)
    except (KeyError, zipfile.BadZipFile):
        builder.unread.add_part(f"the chapter {name[:90]!r}")
        return
    text, warnings = decode_html(data[:MAX_CHAPTER_BYTES])
    builder.warnings += warnings
    folder = posixpath.dirname(name)

    def find_picture(source: str) -> bytes | None:
        if source.lower().startswith("data:"):
            return read_embedded(source)
        path = posixpath.normpath(posixpath.join(folder, unquote(source.partition("#")[0])))
        try:
            return archive.read(path)
        except (KeyError, zipfile.BadZipFile):
            return None

    add_html(builder, text, find_picture=find_picture)
