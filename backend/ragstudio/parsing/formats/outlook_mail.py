"""MSG (Outlook) by python-oxmsg."""

from pathlib import Path

from oxmsg import Message

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.mail_message import Attachment, MailBody, MailMessage, add_message
from ragstudio.records import ExtractedDocument


def parse(path: Path) -> ExtractedDocument:
    """Subject as heading, header lines, the text body or else the HTML one, attachments.

    Raises `IngestionFailure` `corrupt_file`.
    """
    try:
        message = Message.load(path.read_bytes())
        mail = _read(message)
    except (AssertionError, UnicodeDecodeError) as error:
        raise IngestionFailure(
            "corrupt_file",
            "It cannot be read as an Outlook message: it is damaged or incomplete.",
            hint="Open it in Outlook, save it again, or save it as EML, and upload that.",
        ) from error
    builder = DocumentBuilder()
    builder.properties = {"Title": mail.subject, "Author": mail.sender}
    add_message(builder, mail)
    return builder.build()


def _read(message: Message) -> MailMessage:
    headers = {name.lower(): value for name, value in message.message_headers.items()}
    people = (
        f"{each.name} <{each.email_address}>" if each.name and each.email_address else each.name
        for each in message.recipients
    )
    attachments = [
        Attachment(
            each.file_name or "unnamed",
            each.mime_type or "application/octet-stream",
            each.file_bytes or b"",
        )
        for each in message.attachments
    ]
    return MailMessage(
        subject=message.subject,
        sender=message.sender or "",
        recipients=headers.get("to") or ", ".join(filter(None, people)),
        copied=headers.get("cc", ""),
        sent=message.sent_date or headers.get("date"),
        bodies=[MailBody(message.body or "", message.html_body or "")],
        attachments=attachments,
    )
