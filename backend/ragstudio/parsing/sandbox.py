"""Parsing in a child process with limits, so that a hostile file harms the child alone."""

import contextlib
import multiprocessing
import os
import pickle  # nosec B403
import resource
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from concurrent.futures import TimeoutError as FutureTimeoutError
from multiprocessing import connection
from pathlib import Path
from typing import Any, TypeVar

import psutil
from pebble import ProcessExpired, ProcessPool

from ragstudio.errors import IngestionFailure, StudioError
from ragstudio.parsing.confinement import confine
from ragstudio.parsing.factory import load_parsers, memory_limit_failure, parse_file
from ragstudio.parsing.layout import make_block
from ragstudio.parsing.page_images import PageImage, render_page
from ragstudio.parsing.text_recognition import loaded_bytes
from ragstudio.parsing.time_budget import limit_time
from ragstudio.parsing.unread import include_hidden
from ragstudio.records import BlockType, ExtractedDocument, SourceMetadata, Unread

Result = TypeVar("Result")

FILES_PER_CHILD = 100
_LOOK_SECONDS = 0.2
_MEGABYTE = 1 << 20

_base_size = 0


class ParserPool:
    """Parses files in one warm child process.

    The child is started with `spawn`: it inherits no sockets, only parsers are imported in it,
    and it can open no network connection and at most 256 files (`confinement`). A file that takes
    longer than `timeout_seconds` ends it; one that takes more than `memory_mb` MiB beyond what the
    idle child uses is stopped. The next file gets a new child.
    Safe to call from several threads; files are parsed one after another. `hidden_content` reads
    what a file hides as if it were shown.
    """

    def __init__(
        self, timeout_seconds: float, memory_mb: int, *, hidden_content: bool = False
    ) -> None:
        if timeout_seconds <= 0 or memory_mb <= 0:
            raise ValueError("timeout_seconds and memory_mb must be greater than zero")
        self._timeout_seconds = timeout_seconds
        self._memory_mb = memory_mb
        self._hidden_content = hidden_content
        self._closed = False
        self._running: set[Future[Any]] = set()
        self._pool = _start_pool()

    def parse(
        self,
        path: Path,
        filename: str,
        content_type: str,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> ExtractedDocument:
        """Parse a file as `factory.parse_file` does, within the limits.

        The child is ended, `parser_stopped`, as soon as `should_stop` says so.
        Raises `IngestionFailure`: what `parse_file` raises, `parse_timeout`,
        `parse_memory_limit`, `parser_crashed` when the child died, or `parser_stopped`.
        """
        arguments = [
            path, filename, content_type, self._memory_mb, self._timeout_seconds,
            self._hidden_content,
        ]  # fmt: skip
        return _unpack(self._run_limited(_parse_in_child, arguments, filename, should_stop))

    def render_page(self, path: Path, filename: str, number: int, width: int) -> PageImage | None:
        """Draw one page of a PDF or picture, as `page_images.render_page` does, within the limits.

        Raises the same failures as `parse`.
        """
        arguments = [path, filename, number, width, self._memory_mb]
        return self._run_limited(_render_in_child, arguments, filename, lambda: False)

    def _run_limited(
        self,
        function: Callable[..., Result],
        arguments: list[Any],
        filename: str,
        should_stop: Callable[[], bool],
    ) -> Result:
        try:
            return self._run(function, arguments, should_stop)
        except FutureTimeoutError:
            raise IngestionFailure(
                "parse_timeout",
                f"Parsing {filename!r} took longer than {self._timeout_seconds:g} seconds.",
                hint="Split the file, or raise PARSE_TIMEOUT_SECONDS and retry the document.",
            ) from None
        except ProcessExpired as error:
            raise IngestionFailure(
                "parser_crashed",
                f"The parser crashed on {filename!r}.",
                hint="The file is probably damaged: save it again with the program that made it.",
                details={"exit_code": error.exitcode},
            ) from None
        except (CancelledError, RuntimeError) as error:
            # pebble's way of saying that the pool was stopped, here or by its own failure.
            if not self._closed and not self._pool.active:
                self._pool = _start_pool()
            raise IngestionFailure(
                "parser_stopped",
                f"Parsing of {filename!r} was stopped before it was done.",
                hint="Retry the document.",
            ) from error

    def _run(
        self,
        function: Callable[..., Result],
        arguments: list[Any],
        should_stop: Callable[[], bool],
    ) -> Result:
        # pebble starts the clock when a child takes the task, not when it is queued.
        future = self._pool.schedule(
            function,
            args=arguments,
            timeout=self._timeout_seconds,
        )
        self._running.add(future)
        try:
            if self._closed:
                future.cancel()
            # What `wait` returns would not do: it leaves out a future that close() has cancelled.
            while not future.done():
                wait({future}, timeout=_LOOK_SECONDS)
                if should_stop():
                    future.cancel()
            result: Result = future.result()
            return result
        finally:
            self._running.discard(future)

    def close(self) -> None:
        """Stop the child, also in the middle of a file; that file fails as `parser_stopped`."""
        self._closed = True
        # A stopped pool never answers for what it was doing: whoever waits is told first.
        for future in list(self._running):
            future.cancel()
        self._pool.stop()
        self._pool.join()


def _start_pool() -> ProcessPool:
    return ProcessPool(
        max_workers=1,
        max_tasks=FILES_PER_CHILD,
        initializer=_start_child,
        context=multiprocessing.get_context("spawn"),
    )


def _start_child() -> None:
    """Import the parsers, confine the process, note its idle size, and end with the parent."""
    global _base_size  # noqa: PLW0603
    load_parsers()
    confine()
    _base_size = psutil.Process().memory_info().vms
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _parse_in_child(  # noqa: PLR0917
    path: Path, filename: str, content_type: str, memory_mb: int, seconds: float, hidden: bool
) -> bytes:
    with _contained(filename, memory_mb), limit_time(seconds), include_hidden(hidden):
        return _pack(parse_file(path, filename, content_type))


def _render_in_child(
    path: Path, filename: str, number: int, width: int, memory_mb: int
) -> PageImage | None:
    with _contained(filename, memory_mb):
        return render_page(path, number, width)


@contextlib.contextmanager
def _contained(filename: str, memory_mb: int) -> Iterator[None]:
    """Bound the memory of what is done, and let only errors out that may cross the pipe."""
    try:
        with _limit_memory(memory_mb):
            yield
    except StudioError as error:
        # A chain of library errors may hold document text and may not be picklable.
        error.__cause__ = error.__context__ = None
        raise
    except MemoryError:
        raise memory_limit_failure(filename) from None


@contextlib.contextmanager
def _limit_memory(memory_mb: int) -> Iterator[None]:
    """Bound the address space while a file is parsed; macOS does not enforce such a bound."""
    if sys.platform == "darwin":
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    # What text recognition loaded for an earlier file stays, and is no fault of this one.
    limit = _base_size + loaded_bytes() + memory_mb * _MEGABYTE
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _pack(document: ExtractedDocument) -> bytes:
    """The document as plain tuples, several times smaller and faster to send than its models."""
    blocks = [
        (b.type.value, b.char_start, b.char_end, b.page, b.section, b.section_number, b.level)
        for b in document.blocks
    ]
    source = document.source.model_dump(), document.source_origins, document.properties
    unread = [each.model_dump() for each in document.unread]
    rest = source, document.warnings, unread, document.page_count
    return pickle.dumps((document.text, blocks, rest), protocol=pickle.HIGHEST_PROTOCOL)


def _unpack(data: bytes) -> ExtractedDocument:
    text, blocks, ((source, origins, properties), notes, unread, page_count) = _loads(data)
    return ExtractedDocument(
        text=text,
        blocks=[make_block(BlockType(kind), *rest) for kind, *rest in blocks],
        source=SourceMetadata(**source),
        source_origins=origins,
        properties=properties,
        warnings=notes,
        unread=[Unread(**each) for each in unread],
        page_count=page_count,
    )


def _loads(data: bytes) -> Any:
    # The bytes come from the studio's own child, over a pipe nobody else holds.
    return pickle.loads(data)  # noqa: S301  # nosec B301
