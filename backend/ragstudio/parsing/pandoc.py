"""Pandoc as a subprocess: markup it knows becomes HTML, within the limits of its parent.

It reads from a pipe, may open no file (`--sandbox`), inherits the parser's bound on memory and
dies with the parser, so that a time limit ends it too.
"""

import ctypes
import re
import resource
import signal
import subprocess
import sys
from functools import cache

import psutil
import pypandoc

from ragstudio.errors import IngestionFailure

MAX_HEAP_MB = 1024
MIN_HEAP_MB = 16

_HEAP_EXHAUSTED = 251
_PR_SET_PDEATHSIG = 1
_MEGABYTE = 1 << 20
_OUT_OF_MEMORY = re.compile(rb"out of memory|heap|memory|mmap", re.I)


def convert_to_html(markup: bytes, reader: str) -> str:
    """The body of the HTML that pandoc's `reader` (`rst`, `rtf`) makes of UTF-8 markup.

    Raises `MemoryError` where the memory bound is reached and `IngestionFailure` `corrupt_file`
    where pandoc gives up.
    """
    _load_libc()
    arguments = [
        _find_pandoc(), "+RTS", f"-M{_heap_megabytes()}m", "-RTS", "--sandbox", f"--from={reader}",
        "--to=html", "--wrap=none", "--syntax-highlighting=none", "--quiet",
    ]  # fmt: skip
    done = subprocess.run(
        arguments,
        input=markup,
        capture_output=True,
        check=False,
        # One call into a library loaded before the fork; it takes no lock another thread may hold.
        preexec_fn=_die_with_parent,
    )
    if done.returncode == 0:
        return done.stdout.decode("utf-8", errors="replace")
    if done.returncode == _HEAP_EXHAUSTED or _OUT_OF_MEMORY.search(done.stderr):
        raise MemoryError
    raise IngestionFailure(
        "corrupt_file",
        f"It cannot be read as {reader}: pandoc stopped with code {done.returncode}.",
        hint="Open it in the program that made it, save it as DOCX or HTML and upload that.",
    )


@cache
def _find_pandoc() -> str:
    return str(pypandoc.get_pandoc_path())


@cache
def _load_libc() -> ctypes.CDLL | None:
    return ctypes.CDLL(None) if sys.platform.startswith("linux") else None


def _die_with_parent() -> None:
    libc = _load_libc()
    if libc is not None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _heap_megabytes() -> int:
    """What this process may still take, so that pandoc's own bound speaks before the system's."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return MAX_HEAP_MB
    left = (limit - psutil.Process().memory_info().vms) // _MEGABYTE
    return max(MIN_HEAP_MB, min(MAX_HEAP_MB, left))
