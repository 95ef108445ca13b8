"""The text that is cut: of a stored document or a pasted one, read with or without its format."""

import io
from dataclasses import dataclass

from ragstudio.errors import (
    IngestionFailure,
    InvalidRequest,
    InvalidState,
    UnsupportedMediaType,
)
from ragstudio.formats import FORMATS, Kind, find_format
from ragstudio.laboratory.request import MOST_CHARACTERS, LaboratoryRequest, ReadAs
from ragstudio.lifecycle.extracted_text import read_extracted_text
from ragstudio.lifecycle.raw_copy import RawCopy, copy_to_path
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import (
    Block,
    BlockType,
    Document,
    DocumentStatus,
    ExtractedDocument,
)
from ragstudio.storage.client import Database

PLAIN_TEXT = FORMATS[Kind.TEXT].content_type
_PASTED = "the pasted text"


@dataclass(frozen=True, slots=True)
class LaboratorySource:
    """A stored document, or a pasted text of one content type."""

    database: Database
    parser: ParserPool
    content_type: str
    document: Document | None
    text: str | None

    @classmethod
    def find(
        cls, request: LaboratoryRequest, database: Database, parser: ParserPool
    ) -> "LaboratorySource":
        """What a request names.

        Raises `DocumentNotFound`, `InvalidState` where the document is not ready, and
        `UnsupportedMediaType` where a pasted text cannot be of its content type.
        """
        if request.document_id is None:
            if not _is_text(request.content_type):
                known = sorted(each.content_type for each in FORMATS.values() if each.is_text)
                raise UnsupportedMediaType(
                    f"A pasted text cannot be {request.content_type}.",
                    hint=f"Give one of {', '.join(known)}; or upload the file and give its id.",
                )
            return cls(database, parser, request.content_type, None, request.text)
        document = database.documents.get(request.document_id)
        if document.status is not DocumentStatus.READY:
            raise InvalidState(
                f"{document.filename} is {document.status.value}, so its text cannot be cut yet.",
                hint="Wait until it is ready, or paste its text.",
                details={"status": document.status.value},
            )
        return cls(database, parser, document.content_type, document, None)

    def read(self, read_as: ReadAs) -> ExtractedDocument:
        """The text and its blocks; as plain text it has none but paragraphs.

        A format that is no text, such as PDF, is then the text that was extracted from it.
        Raises `InvalidRequest` where it cannot be parsed or has more than 200,000 characters.
        """
        extracted = self._read(read_as)
        if len(extracted.text) > MOST_CHARACTERS:
            raise InvalidRequest(
                f"The text has {len(extracted.text)} characters, more than {MOST_CHARACTERS}.",
                hint="Paste a part of it.",
                details={"limit_characters": MOST_CHARACTERS},
            )
        return extracted

    def _read(self, read_as: ReadAs) -> ExtractedDocument:
        plain = read_as is ReadAs.PLAIN_TEXT
        if self.document is None:
            return self._parse(PLAIN_TEXT if plain else self.content_type)
        if plain and _is_text(self.content_type):
            return self._parse(PLAIN_TEXT)
        stored = read_extracted_text(self.database, self.document.id)
        blocks = stored.blocks
        if plain:
            blocks = [Block(type=BlockType.TEXT, char_start=0, char_end=len(stored.text))]
        return ExtractedDocument(text=stored.text, blocks=blocks)

    def _parse(self, content_type: str) -> ExtractedDocument:
        try:
            if self.document is None:
                with copy_to_path(io.BytesIO((self.text or "").encode())) as path:
                    return self.parser.parse(path, _PASTED, content_type)
            with RawCopy(self.database.raw_files, self.document.raw_file_id) as path:
                return self.parser.parse(path, self.document.filename, content_type)
        except IngestionFailure as failure:
            raise InvalidRequest(
                failure.message, hint=failure.hint, details={"code": failure.failure_code}
            ) from failure


def _is_text(content_type: str) -> bool:
    found = find_format(content_type)
    return found is not None and found.is_text
