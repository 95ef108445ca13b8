"""Pictures of a stored document's pages."""

from ragstudio.errors import IngestionFailure, InvalidState, NotFound
from ragstudio.lifecycle.raw_copy import RawCopy
from ragstudio.parsing.page_images import PageImage
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.storage.client import Database

PDF = "application/pdf"
IMAGE = "image/"


def render_document_page(
    database: Database, renderer: ParserPool, document_id: str, number: int, width: int
) -> PageImage:
    """Page `number` (from 1) of a PDF or picture as a PNG at most `width` pixels wide.

    Drawn in a child process, from the raw file, and kept nowhere. Raises `DocumentNotFound`;
    `NotFound` where the document is neither or has no such page; `InvalidState` where it cannot
    be drawn.
    """
    document = database.documents.get(document_id)
    if document.content_type != PDF and not document.content_type.startswith(IMAGE):
        raise NotFound(
            f"{document.filename} is {document.content_type}; only PDFs and pictures can be shown.",
            hint="Download the file, or read its extracted text.",
        )
    try:
        with RawCopy(database.raw_files, document.raw_file_id) as path:
            picture = renderer.render_page(path, document.filename, number, width)
    except IngestionFailure as failure:
        raise InvalidState(
            f"Page {number} of {document.filename} cannot be shown: {failure.message}",
            hint=failure.hint,
            details={"code": failure.failure_code},
        ) from failure
    if picture is None:
        raise NotFound(
            f"{document.filename} has no page {number}.", hint="Pages are counted from 1."
        )
    return picture
