"""What OpenDocument text and sheets share: the package, its properties, and paragraphs of text."""

import zipfile
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from lxml import etree

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.containers import check_archive
from ragstudio.parsing.safe_xml import read_xml

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
SVG = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}"
DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
MAX_REPEATED = 1000
# Characters that repeated cells and rows may add to a file; a kilobyte of XML can ask for billions.
MAX_GAINED = 5_000_000

# A record or table row puts a column's name or marks beside each cell.
_CELL_CHARACTERS = 8
_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
_PROPERTIES = {
    f"{_DUBLIN_CORE}title": "Title",
    f"{_META}initial-creator": "Author",
    f"{_DUBLIN_CORE}creator": "Author",
}
_SKIPPED = {
    f"{OFFICE}annotation", f"{OFFICE}annotation-end", f"{TEXT}tracked-changes",
    f"{TEXT}note-citation", f"{TEXT}ruby-text",
    f"{SVG}title", f"{SVG}desc",
}  # fmt: skip


def open_package(stream: BinaryIO) -> zipfile.ZipFile:
    """The package of an OpenDocument file.

    Raises `IngestionFailure`: `archive_too_large`, `password_required`.
    """
    check_archive(stream)
    package = zipfile.ZipFile(stream)
    if "META-INF/manifest.xml" in package.namelist():
        with package.open("META-INF/manifest.xml") as manifest:
            encrypted = b"encryption-data" in manifest.read(1 << 20)
        if encrypted:
            raise IngestionFailure(
                "password_required",
                "The file is encrypted and needs a password.",
                hint="Save a copy without a password and upload that.",
            )
    return package


def read_part(package: zipfile.ZipFile, name: str) -> etree._Element | None:
    """The root of one XML part; None if the package has no such part."""
    if name not in package.namelist():
        return None
    with package.open(name) as part:
        return read_xml(part)


def read_properties(package: zipfile.ZipFile) -> dict[str, str]:
    """Title, author and the properties a person defined."""
    root = read_part(package, "meta.xml")
    properties: dict[str, str] = {}
    for element in root.iter() if root is not None else ():
        text = "".join(element.itertext()).strip()
        if element.tag == f"{_META}user-defined":
            properties[str(element.get(f"{_META}name", ""))] = text
        elif element.tag in _PROPERTIES:
            properties.setdefault(_PROPERTIES[element.tag], text)
    return properties


class Repetitions:
    """Counts what a file gains by repeated, merged and covered cells."""

    def __init__(self) -> None:
        self._gained = 0

    def add(self, cells: Sequence[str], times: int) -> None:
        """Note cells that come `times` more. Raises `IngestionFailure` beyond `MAX_GAINED`."""
        self._gained += times * sum(len(cell) + _CELL_CHARACTERS for cell in cells if cell)
        if self._gained > MAX_GAINED:
            raise IngestionFailure(
                "archive_too_large",
                f"Its repeated cells make more than {MAX_GAINED:,} characters.",
                hint="Delete rows and columns that only repeat others, then upload it again.",
            )


def read_repeat(element: etree._Element, attribute: str) -> int:
    """A count in an attribute of the table namespace, such as a span; at least 1."""
    value = str(element.get(f"{TABLE}{attribute}", "1"))
    return max(1, int(value)) if value.isascii() and value.isdigit() and len(value) < 9 else 1


class Inline:
    """What a paragraph holds beside running text; by default nothing of it is gathered.

    Text boxes, notes and frames are appended to their lists by `paragraph_text`.
    """

    def __init__(self) -> None:
        self.boxes: list[etree._Element] = []
        self.notes: list[etree._Element] = []

    def leaves_out(self, element: etree._Element) -> bool:
        """Whether an element is hidden and not to be read."""
        return False

    def read_frame(self, frame: etree._Element) -> str | None:
        """The text of a frame or control in the line; None to read what is within it."""
        return None


def paragraph_text(paragraph: etree._Element, inline: Inline | None = None) -> str:
    """The text of a paragraph, without comments and what tracked changes deleted.

    Text boxes anchored in it and the bodies of its notes are appended to `inline`, if given.
    """
    return "".join(_pieces(paragraph, inline))


def _pieces(element: etree._Element, inline: Inline | None) -> Iterator[str]:
    # White space is collapsed by the format's rules; spaces that count are elements.
    yield _collapse(element.text)
    for child in element:
        if child.tag == f"{TEXT}s":
            count = str(child.get(f"{TEXT}c", "1"))
            yield " " * min(int(count) if count.isdigit() else 1, 1000)
        elif child.tag == f"{TEXT}tab":
            yield "\t"
        elif child.tag == f"{TEXT}line-break":
            yield "\n"
        elif child.tag == f"{DRAW}text-box" and inline is not None:
            inline.boxes.append(child)
        elif child.tag == f"{TEXT}note" and inline is not None:
            inline.notes.extend(child.iterchildren(f"{TEXT}note-body"))
            yield f" [{len(inline.notes)}]"
        elif isinstance(child.tag, str) and child.tag not in _SKIPPED:
            yield from _read_child(child, inline)
        yield _collapse(child.tail)


def _read_child(child: etree._Element, inline: Inline | None) -> Iterator[str]:
    if inline is not None and inline.leaves_out(child):
        return
    framed = child.tag in {f"{DRAW}frame", f"{DRAW}control"}
    text = inline.read_frame(child) if inline is not None and framed else None
    if text is None:
        yield from _pieces(child, inline)
    else:
        yield text


def _collapse(text: str | None) -> str:
    if not text:
        return ""
    joined = " ".join(text.split())
    if not joined:
        return " "
    return f"{' ' if text[0].isspace() else ''}{joined}{' ' if text[-1].isspace() else ''}"
