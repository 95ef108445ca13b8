"""EML (RFC 5322 and MIME) by the standard library."""

import email
import email.policy
from datetime import datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from pathlib import Path

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.decoding import decode_text
from ragstudio.parsing.formats.html import decode_html
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.mail_message import (
    MAX_NESTING,
    Attachment,
    MailBody,
    MailMessage,
    add_message,
)
from ragstudio.records import ExtractedDocument

MAX_PARTS = 2000


def parse(path: Path) -> ExtractedDocument:
    """Subject as heading, header lines, every body that is no alternative of another, attachments.

    Raises `IngestionFailure`: `nesting_too_deep`, `unknown_encoding`.
    """
    with path.open("rb") as stream:
        message = email.message_from_binary_file(stream, policy=email.policy.default)
    builder = DocumentBuilder()
    mail = read_message(message, 1)
    builder.properties = {"Title": mail.subject, "Author": mail.sender}
    add_message(builder, mail)
    return builder.build()


def read_message(message: Message, level: int) -> MailMessage:
    """One message with what is attached to it; messages within, down to ten levels."""
    bodies: dict[int, MailBody] = {}
    attachments: list[Attachment] = []
    for part, group in _leaves(message, level):
        if part.get_content_type() == "message/rfc822":
            attachments.append(_read_inner(part, level))
            continue
        data = part.get_payload(decode=True)
        raw = data if isinstance(data, bytes) else b""
        name = _header(part.get_filename())
        body = bodies.get(group, MailBody())
        attached = part.get_content_disposition() == "attachment" or bool(name)
        if not attached and part.get_content_type() == "text/plain":
            text, html = "\n\n".join(filter(None, (body.text, _decode(raw, part)))), body.html
            bodies[group] = MailBody(text, html)
        elif not attached and part.get_content_type() == "text/html":
            bodies[group] = MailBody(body.text, f"{body.html}\n{_decode(raw, part)}".strip())
        elif attached or part.get_content_maintype() != "multipart":
            kind = part.get_content_type()
            identifier = _header(part["content-id"]).strip().strip("<>")
            attachments.append(Attachment(name or "unnamed", kind, raw, content_id=identifier))
    return MailMessage(
        subject=_header(message["subject"]),
        sender=_header(message["from"]),
        recipients=_header(message["to"]),
        copied=_header(message["cc"]),
        sent=_read_date(message),
        bodies=list(bodies.values()),
        attachments=attachments,
    )


def _leaves(message: Message, level: int) -> list[tuple[Message, int]]:
    """The parts that hold content, in order, without looking into attached messages.

    Those that are alternatives of one another come with the same number.
    """
    found: list[tuple[Message, int]] = []
    waiting: list[tuple[Message, int]] = [(message, 0)]
    groups = 0
    while waiting:
        part, group = waiting.pop()
        children = part.get_payload() if part.is_multipart() else None
        if part.get_content_type() != "message/rfc822" and isinstance(children, list):
            if group == 0 and part.get_content_type() == "multipart/alternative":
                groups += 1
                group = groups
            inner = [(child, group) for child in children if isinstance(child, Message)]
            waiting += reversed(inner)
        else:
            found.append((part, group or -len(found) - 1))
        if len(found) + len(waiting) > MAX_PARTS or level > MAX_NESTING:
            raise IngestionFailure(
                "nesting_too_deep",
                f"The mail has more than {MAX_PARTS:,} parts.",
                hint="Upload the messages it holds one by one.",
            )
    return found


def _read_inner(part: Message, level: int) -> Attachment:
    payload = part.get_payload()
    inner = payload[0] if isinstance(payload, list) and payload else None
    name = _header(part.get_filename()) or "attached message"
    if not isinstance(inner, Message) or level >= MAX_NESTING:
        return Attachment(name, "message/rfc822", b"")
    return Attachment(name, "message/rfc822", b"", read_message(inner, level + 1))


def _decode(data: bytes, part: Message) -> str:
    """By the declared character set if the bytes are valid in it, else by the bytes alone."""
    charset = str(part.get_content_charset() or "utf-8")
    charset = {"us-ascii": "utf-8", "iso-8859-1": "cp1252", "gb2312": "gb18030"}.get(
        charset, charset
    )
    try:
        return data.decode(charset)
    except (UnicodeDecodeError, LookupError):
        pass
    if part.get_content_type() == "text/html":
        return decode_html(data)[0]
    return decode_text(data).text


def _header(value: object) -> str:
    """A header as text; bytes beyond ASCII that no encoded word explains are decoded by us."""
    text = str(value) if value is not None else ""
    if any("\udc80" <= character <= "\udcff" for character in text):
        try:
            return decode_text(text.encode("utf-8", "surrogateescape")).text
        except (IngestionFailure, UnicodeEncodeError):
            return text.encode("utf-8", "replace").decode()
    return text


def _read_date(message: Message) -> datetime | str | None:
    raw = _header(message["date"])
    try:
        return parsedate_to_datetime(raw) if raw else None
    except (ValueError, TypeError, IndexError, OverflowError):
        return raw
