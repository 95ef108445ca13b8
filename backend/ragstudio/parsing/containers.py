"""What is inside zip and OLE containers, and whether it is safe to unpack."""

import zipfile
from typing import BinaryIO

import olefile

from ragstudio.errors import IngestionFailure
from ragstudio.formats import FORMATS, Kind

MAX_UNPACKED_BYTES = 1 << 30
RATIO_CHECKED_FROM_BYTES = 100 << 20
MAX_RATIO = 200
MAX_ENTRIES = 20_000

_REFUSED_MIMETYPES = {
    "application/vnd.oasis.opendocument.presentation": "OpenDocument presentation (ODP)",
    "application/vnd.oasis.opendocument.graphics": "OpenDocument drawing (ODG)",
}
_REFUSED_OLE_PARTS = {
    "EncryptedPackage": "password-protected Office document",
    "WordDocument": "Word 97-2003 document (DOC)",
    "PowerPoint Document": "PowerPoint 97-2003 presentation (PPT)",
}


def identify_zip(stream: BinaryIO) -> Kind | str:
    """The kind of office file in a zip, or the name of what it is instead."""
    try:
        with zipfile.ZipFile(stream) as archive:
            names = set(archive.namelist())
            mimetype = archive.read("mimetype")[:100] if "mimetype" in names else b""
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, ValueError, EOFError):
        return "damaged or truncated zip archive"
    stated = mimetype.decode("ascii", "replace").strip()
    for each in FORMATS.values():
        if (each.zip_parts and each.zip_parts <= names) or stated in each.mimetypes:
            return each.kind
    if "xl/workbook.bin" in names:
        return "binary Excel workbook (XLSB)"
    if any(name.startswith("visio/") for name in names):
        return "Visio drawing (VSDX)"
    return _REFUSED_MIMETYPES.get(stated, "zip archive")


def identify_ole(stream: BinaryIO) -> Kind | str:
    """The kind of file in an OLE container, or the name of what it is instead."""
    try:
        with olefile.OleFileIO(stream) as container:
            for part, name in _REFUSED_OLE_PARTS.items():
                if container.exists(part):
                    return name
            for each in FORMATS.values():
                if any(map(container.exists, each.ole_parts)):
                    return each.kind
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
