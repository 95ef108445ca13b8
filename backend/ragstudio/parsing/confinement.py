"""What a parser's process may not do: open a network connection, or many files."""

import ctypes
import errno
import logging
import os
import platform
import resource
import struct
import sys
import warnings
from typing import Any

MOST_OPEN_FILES = 256

# linux/audit.h, and the numbers of the calls `socket`, `io_uring_setup` and `seccomp`.
_ARCHITECTURES = {
    "x86_64": (0xC000003E, 41, 425, 317),
    "aarch64": (0xC00000B7, 198, 425, 277),
}
_NEW_CALLS = 0x40000000
_SET_NO_NEW_PRIVILEGES = 38
_SET_MODE_FILTER, _ALL_THREADS = 1, 1
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
# linux/bpf_common.h: load a word, jump if equal, jump if not smaller, return.
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_REFUSED_EVENTS = frozenset({"socket.__new__", "socket.getaddrinfo"})


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def confine() -> None:
    """Take from this process, and from all it starts, the network, many files, and its voice.

    The kernel refuses every new socket (seccomp, Linux); elsewhere Python does. What libraries
    write to the standard streams may quote the document, and so may a core dump.
    """
    for limit, most in ((resource.RLIMIT_NOFILE, MOST_OPEN_FILES), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(limit)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (allowed, allowed))
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    try:
        _filter_calls()
    except OSError:
        sys.addaudithook(_refuse_network)


def _refuse_network(event: str, _: tuple[Any, ...]) -> None:
    if event in _REFUSED_EVENTS:
        raise PermissionError(errno.EACCES, "a parser has no network")


def _filter_calls() -> None:
    """Have the kernel refuse new sockets. Raises `OSError` where it cannot.

    Source: "Seccomp BPF", the Linux kernel's user-space API guide. `io_uring` is refused because
    it opens sockets past the filter.
    """
    known = _ARCHITECTURES.get(platform.machine())
    if sys.platform != "linux" or known is None:
        raise OSError(errno.ENOSYS, "no filter for this system")
    architecture, socket, ring, seccomp = known
    # Each jump counts how many instructions to skip where true, and where false.
    code = [
        (_LOAD, 0, 0, 4),
        (_IF_EQUAL, 0, 5, architecture),
        (_LOAD, 0, 0, 0),
        (_IF_AT_LEAST, 3, 0, _NEW_CALLS),
        (_IF_EQUAL, 2, 0, ring),
        (_IF_EQUAL, 1, 0, socket),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    words = b"".join(struct.pack("HBBI", *instruction) for instruction in code)
    program = _Program(len(code), words)
    system = ctypes.CDLL(None, use_errno=True)
    if system.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
    if system.syscall(seccomp, _SET_MODE_FILTER, _ALL_THREADS, ctypes.byref(program)) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")
