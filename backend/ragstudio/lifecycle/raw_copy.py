"""A raw file as a path a parser in another process can open, without leaving bytes behind."""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO

from ragstudio.errors import IngestionFailure
from ragstudio.storage.raw_files import RawFileRepository

_COPY_BYTES = 1024 * 1024


class RawCopy:
    """Context manager giving the path of a temporary copy of one raw file.

    On Linux the copy has no name in any directory and is reached through the worker's open
    descriptor: a killed worker leaves no document bytes on disk.
    """

    def __init__(self, raw_files: RawFileRepository, raw_file_id: str) -> None:
        self._raw_files = raw_files
        self._raw_file_id = raw_file_id
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Path:
        """Copy the file. Raises `IngestionFailure` where the raw file is gone."""
        source = self._raw_files.open(self._raw_file_id)
        if source is None:
            raise IngestionFailure(
                "raw_file_missing",
                "The raw file of this document is no longer stored.",
                hint="Delete the document and upload the file again.",
            )
        nameless = sys.platform.startswith("linux")
        self._file = tempfile.TemporaryFile() if nameless else tempfile.NamedTemporaryFile()
        shutil.copyfileobj(source, self._file, _COPY_BYTES)
        self._file.flush()
        if nameless:
            return Path(f"/proc/{os.getpid()}/fd/{self._file.fileno()}")
        return Path(self._file.name)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()
