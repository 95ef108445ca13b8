"""Tying a child process to its parent's life."""

import ctypes
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def die_with_parent(signal_number: int = signal.SIGTERM) -> Callable[[], None] | None:
    """A `preexec_fn` that has the kernel signal the child when the thread that started it ends.

    Linux only (prctl(2), PR_SET_PDEATHSIG); elsewhere None. The child must be started from a
    thread that lives as long as the child should.
    """
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def arm() -> None:
        prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0)

    return arm
