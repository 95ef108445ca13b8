"""Small files of every format, made by code."""

import ctypes
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import docx
import openpyxl
import pypdf
import pypdfium2
from pptx import Presentation
from pypdfium2 import raw

from ragstudio.formats import FORMATS, Kind
from ragstudio.parsing.factory import parse_file
from ragstudio.records import BlockType, ExtractedDocument


def make_pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """A PDF with one text object a line; a page without lines has no text layer."""
    document = pypdfium2.PdfDocument.new()
    font = raw.FPDFText_LoadStandardFont(document.raw, b"Helvetica")
    for lines in pages:
        page = document.new_page(595, 842)
        for number, line in enumerate(lines):
            text = raw.FPDFPageObj_CreateTextObj(document.raw, font, 11)
            encoded = (line + "\0").encode("utf-16-le")
            buffer = (ctypes.c_ushort * (len(encoded) // 2)).from_buffer_copy(encoded)
            raw.FPDFText_SetText(text, buffer)
            raw.FPDFPageObj_Transform(text, 1, 0, 0, 1, 60, 780 - number * 16)
            raw.FPDFPage_InsertObject(page.raw, text)
        raw.FPDFPage_GenerateContent(page.raw)
    stream = io.BytesIO()
    document.save(stream)
    document.close()
    return stream.getvalue()


def encrypt_pdf(data: bytes, user_password: str, owner_password: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    writer.encrypt(user_password, owner_password, algorithm="RC4-128")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def save(document: "docx.document.Document | openpyxl.Workbook | Presentation") -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def make_zip(entries: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return stream.getvalue()


def parse_bytes(tmp_path: Path, kind: Kind, data: bytes | str) -> ExtractedDocument:
    """Parse, and assert what holds for every document: blocks in order that cover all text."""
    path = tmp_path / "raw"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    document = parse_file(path, f"sample.{kind}", FORMATS[kind].content_type)
    position = 0
    for block in document.blocks:
        assert position <= block.char_start < block.char_end <= len(document.text)
        assert document.text[position : block.char_start].strip() == ""
        assert document.text[block.char_start : block.char_end].strip() != ""
        position = block.char_end
    assert document.text[position:].strip() == ""
    document.text.encode("utf-8")
    return document


def outline(document: ExtractedDocument) -> list[tuple[str, str]]:
    """Each block as its type and its text."""
    return [
        (block.type.value, document.text[block.char_start : block.char_end])
        for block in document.blocks
    ]


def rows_of(document: ExtractedDocument) -> list[str]:
    return [
        document.text[block.char_start : block.char_end]
        for block in document.blocks
        if block.type is BlockType.ROW
    ]


def sections_of(document: ExtractedDocument) -> list[tuple[str | None, str | None]]:
    """The distinct (number, path) of the blocks, in order."""
    return list(dict.fromkeys((block.section_number, block.section) for block in document.blocks))
