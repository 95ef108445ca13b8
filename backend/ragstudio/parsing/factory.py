"""The one way to parse a file in this process."""

from importlib import import_module
from pathlib import Path

from ragstudio.errors import IngestionFailure, StudioError
from ragstudio.formats import FORMATS, Kind, find_format
from ragstudio.parsing.source_metadata import read_source_metadata
from ragstudio.parsing.unread import REPAIR, UnreadList
from ragstudio.records import ExtractedDocument, UnreadKind
from ragstudio.unicode_text import count_unreadable

_UNREADABLE = "no meaning outside the file (replaced or private characters)"


def load_parsers() -> None:
    """Import every parser, so that the first file of a kind does not wait for it."""
    for module in {each.parser for each in FORMATS.values()}:
        import_module(f"ragstudio.parsing.{module}")


def parse_file(path: Path, filename: str, content_type: str) -> ExtractedDocument:
    """Parse a file by the content type that was detected for it; `filename` is for messages.

    The text holds at least one visible character and the blocks cover all of it. Runs in this
    process without limits; `sandbox.ParserPool` adds them. Raises `IngestionFailure` with
    `corrupt_file`, `nesting_too_deep`, `no_extractable_text`, `parse_memory_limit`,
    `password_required`, `unknown_encoding` or `unsupported_format`.
    """
    found = find_format(content_type)
    if found is None:
        raise IngestionFailure(
            "unsupported_format",
            f"{filename!r} is {content_type}, which the studio cannot read.",
            hint="Convert the file to PDF, DOCX, Markdown or plain text and upload it again.",
        )
    parser = import_module(f"ragstudio.parsing.{found.parser}")
    try:
        document: ExtractedDocument = parser.parse(path)
        if not found.is_data:
            stated = read_source_metadata(document)
            document.source = stated.source
            document.source_origins = stated.origins
            document.warnings += stated.warnings
    except StudioError as error:
        raise _name_file(error, filename) from error
    except MemoryError:
        raise memory_limit_failure(filename) from None
    except RecursionError:
        raise IngestionFailure(
            "nesting_too_deep",
            f"{filename!r} is nested too deeply to be read.",
            hint="Flatten the structure of the file and upload it again.",
        ) from None
    except Exception as error:
        raise corrupt_file_failure(filename, found.kind, error) from error
    if not document.blocks:
        raise IngestionFailure(
            "no_extractable_text",
            f"{filename!r} holds no text that can be extracted.",
            hint="Check that the file has text in it; a scan needs text recognition first.",
        )
    _note_unreadable(document)
    return document


def _note_unreadable(document: ExtractedDocument) -> None:
    """Say where characters have no meaning outside the file, unless the parser did."""
    if document.text.isascii() or any(gap.kind is UnreadKind.CHARACTERS for gap in document.unread):
        return
    gaps = UnreadList()
    for block in document.blocks:
        count = count_unreadable(document.text[block.char_start : block.char_end])
        if count:
            gaps.add(UnreadKind.CHARACTERS, _UNREADABLE, REPAIR, page=block.page, count=count)
    document.unread = [*document.unread, *gaps.list_entries()]


def memory_limit_failure(filename: str) -> IngestionFailure:
    """The failure of a file that needs more memory than a parser may take."""
    return IngestionFailure(
        "parse_memory_limit",
        f"Parsing {filename!r} takes more memory than a parser may use.",
        hint="Split the file, or raise PARSE_MEMORY_MB and retry the document.",
    )


def corrupt_file_failure(filename: str, kind: Kind, error: Exception) -> IngestionFailure:
    """The failure of a file whose content a library rejects; names the library's error type."""
    return IngestionFailure(
        "corrupt_file",
        f"{filename!r} cannot be read as {kind}: it is damaged or incomplete.",
        hint="Open the file in the program that made it, save it again and upload that.",
        details={"cause": type(error).__name__},
    )


def _name_file(error: StudioError, filename: str) -> StudioError:
    """The same error, its message naming the file, which parsers do not know."""
    if isinstance(error, IngestionFailure) and repr(filename) not in error.message:
        return IngestionFailure(
            error.failure_code,
            f"{filename!r}: {error.message}",
            hint=error.hint,
            details=error.details,
        )
    return error
