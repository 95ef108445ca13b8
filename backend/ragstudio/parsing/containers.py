"""What is inside zip and OLE containers, and whether it is safe to unpack."""

import zipfile
from typing import BinaryIO

import olefile

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.media_types import Kind

MAX_UNPACKED_BYTES = 1 << 30
RATIO_CHECKED_FROM_BYTES = 100 << 20
MAX_RATIO = 200
MAX_ENTRIES = 20_000

_OFFICE_MARKS = {
    "word/document.xml": Kind.DOCX,
    "xl/workbook.xml": Kind.XLSX,
    "ppt/presentation.xml": Kind.PPTX,
}
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
_MIME_TYPES: dict[str, Kind | str] = {
    f"{_OPEN_DOCUMENT}text": Kind.ODT,
    f"{_OPEN_DOCUMENT}text-template": Kind.ODT,
    f"{_OPEN_DOCUMENT}spreadsheet": Kind.ODS,
    f"{_OPEN_DOCUMENT}spreadsheet-template": Kind.ODS,
    f"{_OPEN_DOCUMENT}presentation": "OpenDocument presentation (ODP)",
    f"{_OPEN_DOCUMENT}graphics": "OpenDocument drawing (ODG)",
    "application/epub+zip": Kind.EPUB,
}
_OLE_ENTRIES: tuple[tuple[str, Kind | str], ...] = (
    ("EncryptedPackage", "password-protected Office document"),
    ("WordDocument", "Word 97-2003 document (DOC)"),
    ("Workbook", Kind.XLS),
    ("Book", Kind.XLS),
    ("PowerPoint Document", "PowerPoint 97-2003 presentation (PPT)"),
    ("__properties_version1.0", Kind.MSG),
)


def identify_zip(stream: BinaryIO) -> Kind | str:
    """The kind of office file in a zip, or the name of what it is instead."""
    try:
        with zipfile.ZipFile(stream) as archive:
            names = set(archive.namelist())
            mimetype = archive.read("mimetype")[:100] if "mimetype" in names else b""
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, ValueError, EOFError):
        return "damaged or truncated zip archive"
    if "[Content_Types].xml" in names:
        for mark, kind in _OFFICE_MARKS.items():
            if mark in names:
                return kind
        if "xl/workbook.bin" in names:
            return "binary Excel workbook (XLSB)"
        if any(name.startswith("visio/") for name in names):
            return "Visio drawing (VSDX)"
    if "META-INF/container.xml" in names:
        return Kind.EPUB
    return _MIME_TYPES.get(mimetype.decode("ascii", "replace").strip(), "zip archive")


def identify_ole(stream: BinaryIO) -> Kind | str:
    """The kind of file in an OLE container, or the name of what it is instead."""
    try:
        with olefile.OleFileIO(stream) as container:
            for entry, found in _OLE_ENTRIES:
                if container.exists(entry):
                    return found
    except Exception:
        return "damaged OLE container"
    return "OLE container"


def check_archive(stream: BinaryIO) -> None:
    """Refuse a zip that unpacks to too much.

    `zipfile` never reads an entry beyond its declared size, so the declared sizes bound what
    is unpacked; an entry that lies about its size fails its checksum when it is read. Raises
    `IngestionFailure`: `archive_too_large`, or `password_required` for encrypted entries.
    """
    with zipfile.ZipFile(stream) as archive:
        entries = archive.infolist()
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, sum(entry.compress_size for entry in entries))
    bomb = unpacked > RATIO_CHECKED_FROM_BYTES and unpacked / packed > MAX_RATIO
    if unpacked > MAX_UNPACKED_BYTES or bomb or len(entries) > MAX_ENTRIES:
        raise IngestionFailure(
            "archive_too_large",
            f"The file unpacks to {unpacked:,} bytes in {len(entries):,} parts, "
            f"{unpacked // packed:,} times its size; that is more than the studio unpacks.",
            hint="Split the document, or save it again without embedded media.",
        )
    if any(entry.flag_bits & 0x1 for entry in entries):
        raise IngestionFailure(
            "password_required",
            "The file is encrypted and needs a password.",
            hint="Save a copy without a password and upload that.",
        )
    stream.seek(0)
