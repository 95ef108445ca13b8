"""Bytes as a path a parser in another process can open, without leaving them behind."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from ragstudio.errors import IngestionFailure
from ragstudio.storage.raw_files import RawFileBroken, RawFileRepository

_COPY_BYTES = 1024 * 1024


@contextmanager
def copy_to_path(source: IO[bytes] | Any) -> Iterator[Path]:
    """The path of a temporary copy of what `source` reads.

    On Linux the copy has no name in any directory and is reached through this process's open
    descriptor: killed, it leaves no document bytes on disk.
    """
    nameless = sys.platform.startswith("linux")
    with tempfile.TemporaryFile() if nameless else tempfile.NamedTemporaryFile() as file:
        shutil.copyfileobj(source, file, _COPY_BYTES)
        file.flush()
        yield Path(f"/proc/{os.getpid()}/fd/{file.fileno()}" if nameless else file.name)


class RawCopy:
    """Context manager giving the path of a temporary copy of one raw file."""

    def __init__(self, raw_files: RawFileRepository, raw_file_id: str) -> None:
        self._raw_files = raw_files
        self._raw_file_id = raw_file_id
        self._opened = ExitStack()

    def __enter__(self) -> Path:
        """Copy the file. Raises `IngestionFailure` where the raw file, or a part of it, is gone."""
        source = self._raw_files.open(self._raw_file_id)
        if source is None:
            raise _missing("is no longer stored whole")
        try:
            return self._opened.enter_context(copy_to_path(source))
        except RawFileBroken:
            raise _missing("was changed and cannot be read") from None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._opened.close()


def _missing(what: str) -> IngestionFailure:
    return IngestionFailure(
        "raw_file_missing",
        f"The raw file of this document {what}.",
        hint="Delete the document and upload the file again.",
    )
