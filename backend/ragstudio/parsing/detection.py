"""What a file is, decided from its bytes, then its name; where they disagree the bytes win."""

import json
import re
from dataclasses import dataclass
from typing import BinaryIO

import puremagic

from ragstudio.errors import EmptyFile, UnsupportedMediaType
from ragstudio.formats import (
    FORMATS,
    Kind,
    content_type_of,
    kind_of_filename,
    read_extension,
)
from ragstudio.parsing.containers import identify_ole, identify_zip
from ragstudio.parsing.decoding import SAMPLE_BYTES, guess_utf16

BLOCK_BYTES = 1 << 20
CONTROL_SHARE = 0.01

_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLE_MARK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_UNICODE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
# Vertical tabs and form feeds are line and page ends of word processors.
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype\s+html|<html[\s>])", re.I | re.S
)
_XML = re.compile(r"\s*<\?xml[\s?]")
_JSON = re.compile(r'\s*(?:[{\["]|-?\d|(?:true|false|null|NaN|-?Infinity)\s*(?:\Z|\n))')
_MARKDOWN = re.compile(r"^(?:#{1,6} \S|```|~~~|\|[ :|-]{3,}$)", re.M)
_MAIL_HEADER = re.compile(
    r"^(?:return-path|received|delivered-to|message-id|mime-version|date|from|to|cc|subject|"
    r"reply-to|content-type|x-[\w-]+|dkim-signature|references|in-reply-to):",
    re.I | re.M,
)
_HEADER_BLOCK = re.compile(r"\A(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+")


@dataclass(frozen=True, slots=True)
class DetectedType:
    """What a file is; `warning` says where its name claims something else."""

    content_type: str
    kind: Kind
    warning: str | None = None


def detect_content_type(stream: BinaryIO, filename: str) -> DetectedType:
    """The type of a seekable binary stream, which is left at its start.

    A head of 64 KiB decides; text is also searched to its end for NUL bytes, which only binary
    files have. Raises `EmptyFile` for zero bytes and `UnsupportedMediaType` for what the studio
    cannot read, naming what the bytes are.
    """
    try:
        stream.seek(0)
        head = stream.read(SAMPLE_BYTES)
        if not head:
            raise EmptyFile(
                f"{filename!r} is empty: it has zero bytes.",
                hint="Check that the file was saved or downloaded completely and upload it again.",
            )
        kind = _detect_kind(stream, head, filename)
    finally:
        stream.seek(0)
    return DetectedType(
        content_type=content_type_of(kind, filename),
        kind=kind,
        warning=_describe_disagreement(kind, filename),
    )


def _detect_kind(stream: BinaryIO, head: bytes, filename: str) -> Kind:
    found: Kind | str | None = None
    if head.startswith(_ZIP_MARKS):
        found = identify_zip(stream)
    elif head.startswith(_OLE_MARK):
        found = identify_ole(stream)
    else:
        found = _match_signature(head)
    if isinstance(found, Kind):
        return found
    if found is None and head.startswith(b"%!PS"):
        found = "PostScript"
    if found is None and not _is_text(stream, head):
        found = _name_binary(head)
    if found is not None:
        raise _unsupported(filename, found)
    return _detect_text_kind(_decode_head(head), filename)


def _match_signature(head: bytes) -> Kind | None:
    for each in FORMATS.values():
        if each.signature is not None and each.signature.match(head):
            return each.kind
    return None


def _is_text(stream: BinaryIO, head: bytes) -> bool:
    if head.startswith(_UNICODE_MARKS[:2]):
        return True
    if b"\0" in head:
        return guess_utf16(head) is not None
    if len(_CONTROLS.findall(head)) > max(1, len(head) * CONTROL_SHARE):
        return False
    stream.seek(len(head))
    return all(b"\0" not in block for block in iter(lambda: stream.read(BLOCK_BYTES), b""))


def _decode_head(head: bytes) -> str:
    if head.startswith(_UNICODE_MARKS[:2]):
        return head[: len(head) // 2 * 2].decode("utf-16", errors="replace")
    encoding = guess_utf16(head) if b"\0" in head else None
    return head.decode(encoding or "utf-8-sig", errors="replace")


def _detect_text_kind(text: str, filename: str) -> Kind:
    """The kind of text: what it opens with if that is telling, else what its name says."""
    named = kind_of_filename(filename)
    if named is Kind.CODE:
        return named
    markup = _detect_markup(text)
    if markup is not None:
        return markup
    if named in {Kind.JSON, Kind.JSON_LINES}:
        return named if _JSON.match(text) else Kind.TEXT
    if named is Kind.EML:
        return named if _count_mail_headers(text) else Kind.TEXT
    if named is not None and not FORMATS[named].is_binary:
        return named
    return _sniff_text(text)


def _detect_markup(text: str) -> Kind | None:
    if _HTML.match(text):
        return Kind.HTML
    return Kind.XML if _XML.match(text) else None


def _sniff_text(text: str) -> Kind:
    """The kind of text whose name says nothing."""
    first_line = text.lstrip().partition("\n")[0]
    if first_line[:1] in {"{", "["}:
        if _is_json(first_line) and text.count("\n") > 1:
            return Kind.JSON_LINES
        if _is_json(text) or re.match(r'[{\[]\s*["{\[]', text.lstrip()):
            return Kind.JSON
    if _count_mail_headers(text) > 3:
        return Kind.EML
    if len(_MARKDOWN.findall(text)) > 1:
        return Kind.MARKDOWN
    return Kind.TEXT


def _count_mail_headers(text: str) -> int:
    """How many different headers of mail (RFC 5322) a text begins with."""
    block = _HEADER_BLOCK.match(text.replace("\r\n", "\n"))
    if block is None:
        return 0
    return len({name.lower() for name in _MAIL_HEADER.findall(block.group())})


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _name_binary(head: bytes) -> str:
    try:
        matches = puremagic.magic_string(head)
    except (puremagic.PureError, ValueError, OSError):
        return "binary data of an unknown type"
    best = max(matches, key=lambda match: (bool(match.mime_type), match.confidence))
    name = best.name or "binary data"
    return f"{name} ({best.mime_type})" if best.mime_type else str(name)


def _describe_disagreement(kind: Kind, filename: str) -> str | None:
    extension = read_extension(filename)
    named = kind_of_filename(filename)
    known_elsewhere = {"doc", "ppt", "odp", "zip", "exe"}
    if named is kind or (named is None and extension not in known_elsewhere):
        return None
    return f"The name ends in .{extension}, but the content is {kind}; it was read as {kind}."


def _unsupported(filename: str, detected: str) -> UnsupportedMediaType:
    return UnsupportedMediaType(
        f"{filename!r} cannot be read: its content is {detected}.",
        hint=_advise(detected),
        details={"detected": detected},
    )


def _advise(detected: str) -> str:
    lowered = detected.lower()
    advice = (
        (("password", "encrypt"), "Save a copy without a password and upload that."),
        (("damaged",), "Open it in the program that made it, save it again and upload that."),
        (("97-2003", "excel", "opendocument", "visio"),
         "Save it as DOCX, XLSX, PPTX or PDF and upload that."),
        (("image/", "photo", "bitmap"), "Run text recognition (OCR) on it and upload the text."),
        (("archive", "zip"), "Unpack it and upload the documents inside."),
        (("audio", "video"), "Transcribe it and upload the text."),
    )  # fmt: skip
    for words, hint in advice:
        if any(word in lowered for word in words):
            return hint
    return "Upload it as PDF, DOCX, XLSX, PPTX, ODT, HTML, Markdown, CSV or plain text."
