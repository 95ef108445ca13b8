"""The registry of parsers, and the one way to parse a file in this process."""

from importlib import import_module
from pathlib import Path

from ragstudio.errors import IngestionFailure, StudioError
from ragstudio.parsing.media_types import IMAGE_KINDS, Kind, kind_of_content_type
from ragstudio.parsing.source_metadata import read_source_metadata
from ragstudio.records import ExtractedDocument

_MODULES: dict[Kind, str] = {
    Kind.TEXT: "formats.text",
    Kind.MARKDOWN: "formats.markdown",
    Kind.CODE: "formats.source_code",
    Kind.JSON: "formats.json_data",
    Kind.JSON_LINES: "formats.json_lines",
    Kind.XML: "formats.xml_data",
    Kind.YAML: "formats.yaml_data",
    Kind.HTML: "formats.html",
    Kind.CSV: "formats.delimited",
    Kind.TSV: "formats.delimited",
    Kind.XLSX: "formats.spreadsheet",
    Kind.DOCX: "formats.word",
    Kind.PPTX: "formats.slides",
    Kind.ODT: "formats.open_document_text",
    Kind.ODS: "formats.open_document_sheets",
    Kind.RTF: "formats.rich_text",
    Kind.EPUB: "formats.epub",
    Kind.RST: "formats.restructured_text",
    Kind.EML: "formats.mail",
    Kind.MSG: "formats.outlook_mail",
    Kind.XLS: "formats.legacy_spreadsheet",
    Kind.PDF: "pdf.parser",
    **dict.fromkeys(IMAGE_KINDS, "formats.image"),
}
_DATA_KINDS = {Kind.CODE, Kind.JSON, Kind.JSON_LINES, Kind.XML, Kind.YAML, Kind.CSV, Kind.TSV}


def load_parsers() -> None:
    """Import every parser, so that the first file of a kind does not wait for it."""
    for module in set(_MODULES.values()):
        import_module(f"ragstudio.parsing.{module}")


def parse_file(path: Path, filename: str, content_type: str) -> ExtractedDocument:
    """Parse a file by the content type that was detected for it; `filename` is for messages.

    The text holds at least one visible character and the blocks cover all of it. Runs in this
    process without limits; `sandbox.ParserPool` adds them. Raises `IngestionFailure` with
    `corrupt_file`, `nesting_too_deep`, `no_extractable_text`, `parse_memory_limit`,
    `password_required`, `unknown_encoding` or `unsupported_format`.
    """
    kind = kind_of_content_type(content_type)
    if kind is None:
        raise IngestionFailure(
            "unsupported_format",
            f"{filename!r} is {content_type}, which the studio cannot read.",
            hint="Convert the file to PDF, DOCX, Markdown or plain text and upload it again.",
        )
    parser = import_module(f"ragstudio.parsing.{_MODULES[kind]}")
    try:
        document: ExtractedDocument = parser.parse(path)
        if kind not in _DATA_KINDS:
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
        raise corrupt_file_failure(filename, kind, error) from error
    if not document.blocks:
        raise IngestionFailure(
            "no_extractable_text",
            f"{filename!r} holds no text that can be extracted.",
            hint="Check that the file has text in it; a scan needs text recognition first.",
        )
    return document


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
