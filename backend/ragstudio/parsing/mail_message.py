"""A mail message, however it was stored, and how it is laid out."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from ragstudio.errors import IngestionFailure
from ragstudio.formats import FORMATS, Kind, kind_of_filename
from ragstudio.parsing.decoding import clean_text, decode_text
from ragstudio.parsing.formats.html import add_html, decode_html
from ragstudio.parsing.formats.text import BLANK_LINE, split_at
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.records import BlockType

MAX_NESTING = 10


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message; a message attached to one comes as `message`."""

    name: str
    content_type: str
    data: bytes
    message: "MailMessage | None" = None


@dataclass(frozen=True, slots=True)
class MailMessage:
    """What people see of a message; `html` is used only where there is no `text`."""

    subject: str
    sender: str
    recipients: str
    copied: str
    sent: datetime | str | None
    text: str
    html: str
    attachments: list[Attachment] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def add_message(builder: DocumentBuilder, message: MailMessage, level: int = 1) -> None:
    """Append a message: subject as heading, header lines, body, then what is attached.

    Attachments are named; attached text and attached messages become sections under the subject,
    and a warning names those that were not read.
    """
    said = message.subject + message.sender + message.text + message.html
    if not clean_text(said).strip() and not message.attachments:
        return
    builder.warnings += message.warnings
    builder.add_heading(message.subject or "(no subject)", level)
    builder.add(BlockType.TEXT, "\n".join(_header_lines(message)))
    if message.text.strip():
        _add_paragraphs(builder, message.text)
    elif message.html:
        add_html(builder, message.html)
    attached = (f"- {each.name} ({each.content_type})" for each in message.attachments)
    if message.attachments:
        builder.add(BlockType.LIST, "Attachments:\n" + "\n".join(attached))
    unread = [
        attachment
        for attachment in message.attachments
        if not _add_attachment(builder, attachment, level + 1)
    ]
    if unread:
        names = ", ".join(repr(each.name[:60]) for each in unread[:10])
        builder.warnings.append(
            f"Attachments were named but not read: {names}. Upload them as documents."
        )


def _header_lines(message: MailMessage) -> Iterator[str]:
    sent = message.sent
    if isinstance(sent, datetime):
        sent = sent.isoformat(" ", "minutes")
    lines = (
        ("Subject", message.subject), ("From", message.sender), ("To", message.recipients),
        ("Cc", message.copied), ("Date", sent),
    )  # fmt: skip
    for name, value in lines:
        if value:
            yield f"{name}: {' '.join(value.split())}"


def _add_attachment(builder: DocumentBuilder, attachment: Attachment, level: int) -> bool:
    """Whether the content could be read."""
    if attachment.message is not None and level <= MAX_NESTING:
        add_message(builder, attachment.message, level)
        return True
    kind = kind_of_filename(attachment.name)
    is_html = attachment.content_type == "text/html" or kind is Kind.HTML
    is_text = attachment.content_type.startswith("text/") or (
        kind is not None and FORMATS[kind].is_text
    )
    if not (is_html or is_text) or b"\0" in attachment.data:
        return False
    try:
        text = decode_html(attachment.data)[0] if is_html else decode_text(attachment.data).text
    except IngestionFailure:
        return False
    builder.add_heading(f"Attachment: {attachment.name}", level)
    if is_html:
        add_html(builder, text)
    else:
        _add_paragraphs(builder, text)
    return True


def _add_paragraphs(builder: DocumentBuilder, text: str) -> None:
    cleaned = clean_text(text)
    for start, end in split_at(cleaned, BLANK_LINE):
        builder.add(BlockType.TEXT, cleaned[start:end])
