"""A mail message, however it was stored, and how it is laid out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import unquote

from ragstudio.errors import IngestionFailure
from ragstudio.formats import FORMATS, Kind, kind_of_filename
from ragstudio.parsing.decoding import clean_text, decode_text
from ragstudio.parsing.formats.html import add_html, decode_html
from ragstudio.parsing.formats.html_elements import read_embedded
from ragstudio.parsing.formats.text import BLANK_LINE, split_at
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.records import BlockType

MAX_NESTING = 10

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message; a message attached to one comes as `message`."""

    name: str
    content_type: str
    data: bytes
    message: "MailMessage | None" = None
    content_id: str = ""


@dataclass(frozen=True, slots=True)
class MailBody:
    """One piece of what a message says; where it has both, `text` and `html` are alternatives."""

    text: str = ""
    html: str = ""


@dataclass(frozen=True, slots=True)
class MailMessage:
    """What people see of a message; its bodies come in order, and all of them are content."""

    subject: str
    sender: str
    recipients: str
    copied: str
    sent: datetime | str | None
    bodies: list[MailBody]
    attachments: list[Attachment] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def add_message(builder: DocumentBuilder, message: MailMessage, level: int = 1) -> None:
    """Append a message: subject as heading, header lines, body, then what is attached.

    Attachments are named; attached text and attached messages become sections under the subject,
    and a warning names those that were not read.
    """
    words = (each.text + each.html for each in message.bodies)
    said = message.subject + message.sender + "".join(words)
    if not clean_text(said).strip() and not message.attachments:
        return
    builder.warnings += message.warnings
    builder.add_heading(message.subject or "(no subject)", level)
    builder.add(BlockType.TEXT, "\n".join(_header_lines(message)))
    shown: set[str] = set()

    def find_picture(source: str) -> bytes | None:
        if not source.lower().startswith("cid:"):
            return read_embedded(source)
        identifier = unquote(source[4:])
        shown.add(identifier)
        found = (each.data for each in message.attachments if each.content_id == identifier)
        return next(found, None)

    for body in message.bodies:
        text, page = _choose(body)
        _add_paragraphs(builder, text)
        if page:
            add_html(builder, page, find_picture=find_picture)
    attached = (f"- {each.name} ({each.content_type})" for each in message.attachments)
    if message.attachments:
        builder.add(BlockType.LIST, "Attachments:\n" + "\n".join(attached))
    unread = [
        attachment
        for attachment in message.attachments
        if attachment.content_id not in shown - {""}
        and not _add_attachment(builder, attachment, level + 1)
    ]
    if unread:
        names = ", ".join(repr(each.name[:60]) for each in unread[:10])
        builder.warnings.append(
            f"Attachments were named but not read: {names}. Upload them as documents."
        )


def _choose(body: MailBody) -> tuple[str, str]:
    """The text and the HTML to read of a body.

    The text is enough unless it says less than half of what the HTML says, as a stub or a footer
    does; then the HTML is read, and the text too where that says less than half of it.
    """
    if not body.text.strip() or not body.html.strip():
        return (body.text, "") if body.text.strip() else ("", body.html)
    page = DocumentBuilder()
    add_html(page, body.html, find_picture=lambda source: None)
    said, shown = _words(body.text), _words(page.build().text)
    common = len(said & shown)
    if 2 * common >= len(shown) or len(said) >= len(shown):
        return body.text, ""
    return (body.text if 2 * common < len(said) else "", body.html)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


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
