"""Ways in which `mongod` is away, each over at the end of its `with`."""

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from tests.faults.processes import StudioProcesses

Absence = Callable[[StudioProcesses], AbstractContextManager[None]]


@contextmanager
def killed(studio: StudioProcesses) -> Iterator[None]:
    """`mongod` is killed, and what it is started anew from is not there."""
    data = studio.settings.data_dir / "mongodb"
    hidden = data.with_name("hidden")
    data.rename(hidden)
    data.write_text("")
    studio.kill("mongod")
    try:
        yield
    finally:
        data.unlink()
        hidden.rename(data)


@contextmanager
def frozen(studio: StudioProcesses) -> Iterator[None]:
    """`mongod` holds its connections open and says nothing."""
    studio.signal("mongod", signal.SIGSTOP)
    try:
        yield
    finally:
        studio.signal("mongod", signal.SIGCONT)
