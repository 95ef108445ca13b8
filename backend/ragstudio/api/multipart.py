"""Reading an upload as it streams in: small files in memory, larger ones in nameless temp files."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from ragstudio.api.part_names import decode_filename, read_filename
from ragstudio.errors import FileTooLarge, InvalidRequest, InvalidUpload, StudioError
from ragstudio.lifecycle.intake import Upload, too_large
from ragstudio.settings import Settings

_MOST_FIELDS = 20
_FIELD_BYTES = 64 * 1024
# Files beyond the limit are counted so far, to say how many they were.
_MOST_SURPLUS = 1000
_HINT = "Send multipart/form-data with one part named `files` for each file."


class FieldsTooLarge(StudioError):
    """The text fields of an upload are too many or too long."""

    code = "request_too_large"
    status = 413


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
    `InvalidRequest` for a part of another name, `FileTooLarge` for too many files, and
    `FieldsTooLarge` for too many or too long fields.
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
    except StudioError:
        raise
    except OSError:
        # A client that is still sending would not read why.
        async for _ in parser.stream:
            pass
        raise
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
        raise _too_many(str(parser.file_count), settings.max_upload_files)
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


def _too_many(counted: str, most: int) -> FileTooLarge:
    return FileTooLarge(
        f"The upload carries {counted} files; at most {most} may come at once.",
        hint="Send them in several uploads, or raise MAX_UPLOAD_FILES. Nothing was stored.",
        details={"limit_files": most},
    )


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
            max_fields=float("inf"),
            max_part_size=_FIELD_BYTES,
        )
        self.file_count = 0
        self._field_count = 0
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
            if self.file_count > self._most_files + _MOST_SURPLUS:
                raise _too_many(f"more than {self.file_count - 1}", self._most_files)
            disposition = self._current_part.content_disposition or b""
            exact = read_filename(disposition, self._charset)
            file.filename = decode_filename(file.filename or "") if exact is None else exact
        else:
            self._field_count += 1
            if self._field_count > _MOST_FIELDS:
                raise FieldsTooLarge(
                    f"The upload has more than {_MOST_FIELDS} fields.",
                    hint="Send files as parts with a file name; other fields are few.",
                    details={"limit_fields": _MOST_FIELDS},
                )

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        """Keep the bytes of a part, up to the limit."""
        file: Any = self._current_part.file
        if file is not None:
            self._received += end - start
            if self._received > self._file_bytes:
                self.cut_off.add(file)
            if file in self.cut_off or self.file_count > self._most_files:
                return
        elif len(self._current_part.data) + end - start > _FIELD_BYTES:
            raise FieldsTooLarge(
                f"A field of the upload is longer than {_FIELD_BYTES} bytes.",
                hint="Send files as parts with a file name; fields are short.",
                details={"limit_bytes": _FIELD_BYTES},
            )
        super().on_part_data(data, start, end)
