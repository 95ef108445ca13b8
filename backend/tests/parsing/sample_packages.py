"""Small OpenDocument files, books, mails and legacy workbooks, made by code."""

import struct
import zipfile
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from io import BytesIO

from tests.parsing.compound_file import make_compound_file

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_NAMESPACES = (
    f'xmlns:office="{_ODF}:office:1.0" xmlns:text="{_ODF}:text:1.0" xmlns:table="{_ODF}:table:1.0" '
    f'xmlns:style="{_ODF}:style:1.0" xmlns:meta="{_ODF}:meta:1.0" xmlns:draw="{_ODF}:drawing:1.0" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"'
)


def _pack(entries: Mapping[str, str | bytes], mimetype: str) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", mimetype, zipfile.ZIP_STORED)
        for name, data in entries.items():
            archive.writestr(name, data)
    return stream.getvalue()


def make_open_document(
    body: str, kind: str = "text", meta: str = "", styles: str = "", prologue: str = ""
) -> bytes:
    """An ODT (`kind="text"`) or ODS (`kind="spreadsheet"`) around the XML of its body."""
    return _pack(
        {
            "content.xml": f'<?xml version="1.0"?>{prologue}<office:document-content {_NAMESPACES}>'
            f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
            "</office:document-content>",
            "meta.xml": f"<office:document-meta {_NAMESPACES}><office:meta>{meta}</office:meta>"
            "</office:document-meta>",
            "styles.xml": f"<office:document-styles {_NAMESPACES}><office:master-styles>"
            f"<style:master-page>{styles}</style:master-page></office:master-styles>"
            "</office:document-styles>",
        },
        f"application/vnd.oasis.opendocument.{kind}",
    )


def odf_cell(text: str, attributes: str = "", inner: str = "") -> str:
    return f"<table:table-cell {attributes}><text:p>{text}</text:p>{inner}</table:table-cell>"


def odf_row(*cells: str, attributes: str = "") -> str:
    return f"<table:table-row {attributes}>{''.join(cells)}</table:table-row>"


def make_epub(chapters: Mapping[str, str], author: str = "Ada", extra: str = "") -> bytes:
    """A book whose chapters come in the order of the mapping."""
    items = "".join(
        f'<item id="c{number}" href="{name}" media-type="application/xhtml+xml"/>'
        for number, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="c{number}"/>' for number in range(len(chapters)))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Book</dc:title>'
        f"<dc:creator>{author}</dc:creator></metadata><manifest>{items}"
        '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        f'{extra}</manifest><spine><itemref idref="n"/>{spine}</spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    )
    pages = {
        f"OEBPS/{name}": f"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>"
        f"<body>{body}</body></html>"
        for name, body in chapters.items()
    }
    return _pack(
        {
            "META-INF/container.xml": container,
            "OEBPS/book.opf": package,
            "OEBPS/nav.xhtml": "<html><body><p>CONTENTS</p></body></html>",
            **pages,
        },
        "application/epub+zip",
    )


def make_mail(subject: str, text: str | None = None, html: str | None = None) -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ada Lovelace <ada@example.org>"
    message["To"] = "Team <team@example.org>"
    message["Subject"] = subject
    message["Date"] = "Wed, 01 Jul 2026 09:30:00 +0200"
    if text is not None:
        message.set_content(text)
    if html is not None:
        if text is None:
            message.set_content(html, subtype="html")
        else:
            message.add_alternative(html, subtype="html")
    return message


def make_outlook_mail(subject: str, body: str, attachment: tuple[str, bytes]) -> bytes:
    """An MSG file ([MS-OXMSG]) with one attachment."""

    def properties(header: int, entries: Mapping[int, int]) -> bytes:
        return b"\0" * header + b"".join(
            struct.pack("<III4x", tag, 6, size) for tag, size in entries.items()
        )

    def strings(folder: str, values: Mapping[int, str | bytes]) -> dict[str, bytes]:
        return {
            f"{folder}__substg1.0_{tag:08X}": (
                value.encode("utf-16-le") if isinstance(value, str) else value
            )
            for tag, value in values.items()
        }

    root = strings(
        "",
        {0x001A001F: "IPM.Note", 0x0037001F: subject, 0x1000001F: body, 0x0C1A001F: "Ada",
         0x0C1F001F: "ada@example.org", 0x0E04001F: "Team"},
    )  # fmt: skip
    folder = "__attach_version1.0_#00000000/"
    attached = strings(folder, {0x3707001F: attachment[0], 0x37010102: attachment[1]})
    head = struct.pack("<8x4I8x", 0, 1, 0, 1)
    sizes = {int(name[-8:], 16): len(data) for name, data in root.items()}
    attached_sizes = {int(name[-8:], 16): len(data) for name, data in attached.items()}
    return make_compound_file(
        {
            "__properties_version1.0": head + properties(0, sizes),
            "__nameid_version1.0/__substg1.0_00020102": b"\0" * 16,
            f"{folder}__properties_version1.0": properties(8, attached_sizes),
            **root,
            **attached,
        }
    )


def make_legacy_workbook(
    rows: Sequence[Sequence[str | float]],
    merged: bytes = b"",
    *,
    codes: Sequence[str] = (),
    formats: Mapping[tuple[int, int], int] | None = None,
    layout: Sequence[tuple[int, bytes]] = (),
    state: int = 0,
) -> bytes:
    """An XLS file (BIFF8, [MS-XLS]) with one sheet named `Old`.

    `formats` gives cells one of the number formats `codes`, by its place from 1; `layout` are
    further records of the sheet.
    """

    def record(number: int, data: bytes = b"") -> bytes:
        return struct.pack("<HH", number, len(data)) + data

    def begin(kind: int) -> bytes:
        return record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0, 0x07CC, 0, 6))

    cells = b""
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            place = struct.pack("<HHH", y, x, (formats or {}).get((y, x), 0))
            if isinstance(value, str):
                text = value.encode("utf-16-le")
                cells += record(0x0204, place + struct.pack("<HB", len(value), 1) + text)
            else:
                cells += record(0x0203, place + struct.pack("<d", value))
    if merged:
        cells += record(0x00E5, merged)
    sheet = begin(0x0010) + b"".join(record(*each) for each in layout) + cells + record(0x000A)
    name = b"\x03\x00Old"
    shapes = record(0x00E0, struct.pack("<HH", 0, 0).ljust(20, b"\0"))
    for place, code in enumerate(codes, start=200):
        text = code.encode("utf-16-le")
        shapes = record(0x041E, struct.pack("<HHB", place, len(code), 1) + text) + shapes
        shapes += record(0x00E0, struct.pack("<HH", 0, place).ljust(20, b"\0"))
    start = begin(0x0005) + shapes
    bound = start + record(0x0085, b"\0\0\0\0\0\0" + name) + record(0x000A)
    opening = start + record(
        0x0085, struct.pack("<IBB", len(bound), state, 0) + name
    ) + record(0x000A)  # fmt: skip
    return make_compound_file({"Workbook": (opening + sheet).ljust(4096, b"\0")})
