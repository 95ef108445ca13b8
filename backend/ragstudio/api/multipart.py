"""Reading an upload as it streams in: small files in memory, larger ones in nameless temp files."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from ragstudio.errors import FileTooLarge, InvalidRequest, InvalidUpload, StudioError
from ragstudio.lifecycle.intake import Upload, too_large
from ragstudio.settings import Settings

_MOST_FIELDS = 20
_FIELD_BYTES = 64 * 1024
_HINT = "Send multipart/form-data with one part named `files` for each file."


@dataclass(slots=True)
class ReceivedFile:
    """One file of an upload; `error` where it was cut off."""

    upload: Upload
    error: StudioError | None = None


@dataclass(slots=True)
class ReceivedForm:
    """What an upload carried: its files in order, and its text fields."""

    files: list[ReceivedFile]
    fields: dict[str, str] = field(default_factory=dict)


@asynccontextmanager
async def receive_files(
    request: Request, settings: Settings, *, field_names: frozenset[str] = frozenset()
) -> AsyncIterator[ReceivedForm]:
    """Read a multipart body; the files are gone when the context ends.

    A file over `MAX_UPLOAD_MB` is cut off while it streams and carries its error; the others are
    read on. Raises `InvalidUpload` for a body that is no multipart or has no `files`,
    `InvalidRequest` for a part of another name, and `FileTooLarge` for too many files.
    """
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise InvalidUpload("The body is not multipart/form-data.", hint=_HINT)
    parser = _UploadParser(
        request.headers,
        request.stream(),
        file_bytes=settings.max_upload_bytes,
        most_files=settings.max_upload_files,
    )
    try:
        await parser.parse()
    except (MultiPartException, KeyError, ValueError) as error:
        reason = error.message if isinstance(error, MultiPartException) else "it is malformed"
        raise InvalidUpload(
            f"The multipart body cannot be read: {reason.rstrip('.')}.", hint=_HINT
        ) from error
    try:
        yield _collect(parser, settings, field_names)
    finally:
        for _, item in parser.items:
            if isinstance(item, UploadFile):
                item.file.close()


def _collect(
    parser: "_UploadParser", settings: Settings, field_names: frozenset[str]
) -> ReceivedForm:
    form = ReceivedForm(files=[])
    if parser.file_count > settings.max_upload_files:
        raise FileTooLarge(
            f"The upload carries {parser.file_count} files, more than {settings.max_upload_files}.",
            hint="Send them in several uploads, or raise MAX_UPLOAD_FILES. Nothing was stored.",
            details={"limit_files": settings.max_upload_files},
        )
    for name, item in parser.items:
        if name == "files" and isinstance(item, UploadFile):
            filename = item.filename or ""
            cut = too_large(filename, settings) if item in parser.cut_off else None
            form.files.append(ReceivedFile(Upload(filename, item.file), cut))
        elif name in field_names and isinstance(item, str):
            form.fields[name] = item
        else:
            raise InvalidRequest(
                f"The upload has a part named {name!r} that means nothing here.",
                hint=f"Parts may be: {', '.join(['files', *sorted(field_names)])}; "
                "a file needs a file name.",
                details={"part": name},
            )
    if not form.files:
        raise InvalidUpload("The upload has no part named `files`.", hint=_HINT)
    return form


class _UploadParser(MultiPartParser):
    """Starlette's parser with a limit on each file, met by dropping bytes rather than failing.

    Reading on to the end lets the other files of the upload arrive, and the client read the answer.
    """

    def __init__(
        self,
        headers: Headers,
        stream: AsyncGenerator[bytes, None],
        *,
        file_bytes: int,
        most_files: int,
    ) -> None:
        super().__init__(
            headers,
            stream,
            max_files=float("inf"),
            max_fields=_MOST_FIELDS,
            max_part_size=_FIELD_BYTES,
        )
        self.file_count = 0
        self.cut_off: set[UploadFile] = set()
        self._file_bytes = file_bytes
        self._most_files = most_files
        self._received = 0

    def on_headers_finished(self) -> None:
        """Begin a part; file names are read as browsers write them."""
        super().on_headers_finished()
        self._received = 0
        if (file := self._current_part.file) is not None:
            self.file_count += 1
            file.filename = decode_filename(file.filename or "")

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        """Keep the bytes of a part, up to the limit."""
        file: Any = self._current_part.file
        if file is not None:
            self._received += end - start
            if self._received > self._file_bytes:
                self.cut_off.add(file)
            if file in self.cut_off or self.file_count > self._most_files:
                return
        super().on_part_data(data, start, end)


def decode_filename(name: str) -> str:
    """Undo the three escapes of a name in multipart/form-data.

    Source: "multipart/form-data encoding algorithm", WHATWG HTML, which writes a line feed,
    a carriage return and a quotation mark as `%0A`, `%0D` and `%22` and nothing else.
    """
    return name.replace("%0A", "\n").replace("%0D", "\r").replace("%22", '"')
