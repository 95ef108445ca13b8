"""Every error the studio raises on purpose.

One shape everywhere (`docs/api.md`): a stable `code`, a `message` that says what happened to
whom, a `hint` that says what to do next, and optional machine-readable `details`.
"""

from typing import Any, ClassVar


class StudioError(Exception):
    """Base of all deliberate errors. `status` is the HTTP status the API answers with."""

    code: ClassVar[str] = "internal_error"
    status: ClassVar[int] = 500

    def __init__(self, message: str, *, hint: str, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = details or {}

    def as_dict(self) -> dict[str, Any]:
        """The error as the API's one shape, without the outer `error` key."""
        return {
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "details": self.details,
        }


class InvalidRequest(StudioError):
    """The request is well-formed HTTP but its values make no sense together."""

    code = "invalid_request"
    status = 422


class InvalidUpload(StudioError):
    """The multipart body cannot be read, or it carries no file."""

    code = "invalid_upload"
    status = 400


class Unauthorized(StudioError):
    """`API_TOKEN` is set and the call did not carry it."""

    code = "unauthorized"
    status = 401


class DocumentNotFound(StudioError):
    """No document has this id (any more)."""

    code = "document_not_found"
    status = 404

    @classmethod
    def with_id(cls, document_id: str) -> "DocumentNotFound":
        """The usual wording for an id that matches nothing."""
        return cls(
            f"No document has the id {document_id!r}.",
            hint="It may have been deleted; the list of documents shows what is here.",
        )


class NotFound(StudioError):
    """Something other than a document is not there."""

    code = "not_found"
    status = 404


class DuplicateDocument(StudioError):
    """The same bytes are already in the studio."""

    code = "duplicate_document"
    status = 409


class InvalidState(StudioError):
    """The document's status does not allow what was asked."""

    code = "invalid_state"
    status = 409


class EmbeddingSpaceMismatch(StudioError):
    """The corpus was embedded with another model, revision or dimension."""

    code = "embedding_space_mismatch"
    status = 409


class FileTooLarge(StudioError):
    """A file is over `MAX_UPLOAD_MB`, or the request carries too many files."""

    code = "file_too_large"
    status = 413


class EmptyFile(StudioError):
    """A file of zero bytes."""

    code = "empty_file"
    status = 422


class UnsupportedMediaType(StudioError):
    """The detected type of a file is not one the studio can read."""

    code = "unsupported_media_type"
    status = 415


class EvaluationSuite(StudioError):
    """The file holds evaluation questions with their answers, which must not be searched."""

    code = "evaluation_suite"
    status = 422


class IndexNotReady(StudioError):
    """The search engine does not yet hold all that MongoDB holds."""

    code = "index_not_ready"
    status = 503


class SearchRefused(IndexNotReady):
    """MongoDB refuses a search, or to manage the search indexes; its own words say why."""

    code = "search_refused"


class DatabaseUnavailable(StudioError):
    """MongoDB does not answer."""

    code = "database_unavailable"
    status = 503


class DiskFull(StudioError):
    """There is too little disk space to take anything in."""

    code = "disk_full"
    status = 507


class DeletionIncomplete(StudioError):
    """A delete could not be finished now; it stays `deleting` and is taken up again."""

    code = "deletion_incomplete"
    status = 503


class ModelUnavailable(StudioError):
    """No files of a model are on this machine."""

    code = "model_unavailable"
    status = 503


class EmbeddedDatabaseError(StudioError):
    """The embedded MongoDB cannot be started or found."""

    code = "embedded_database_unavailable"
    status = 503


class DataDirectoryHeld(StudioError):
    """Another process owns the data directory."""

    code = "data_directory_held"
    status = 409


class LeaseLost(StudioError):
    """A worker's lease was taken over or its document deleted: stop work on it."""

    code = "lease_lost"
    status = 409


class IngestionFailure(StudioError):
    """A document cannot become evidence. `failure_code` names why; `stage` is added by the worker.

    Raised by parsing and chunking; ends in the document's `error`, never in an HTTP answer.
    """

    code = "ingestion_failed"
    status = 422

    def __init__(
        self, failure_code: str, message: str, *, hint: str, details: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message, hint=hint, details=details)
        self.failure_code = failure_code

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_ingestion_failure, (
            self.failure_code,
            self.message,
            self.hint,
            self.details,
        )


def _rebuild_ingestion_failure(
    failure_code: str, message: str, hint: str, details: dict[str, Any]
) -> IngestionFailure:
    """Pickle support: the parser runs in a child process and its errors cross a pipe."""
    return IngestionFailure(failure_code, message, hint=hint, details=details)
