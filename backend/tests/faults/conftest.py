"""One studio whose processes are killed, and the lifecycle of the lifecycle's tests."""

from collections.abc import Iterator

import pytest

from tests.faults.processes import StudioProcesses
from tests.lifecycle.conftest import lifecycle, parser, settings

__all__ = ["lifecycle", "parser", "settings"]


@pytest.fixture(scope="session")
def studio_processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioProcesses]:
    processes = StudioProcesses(tmp_path_factory.mktemp("faults") / "data")
    processes.start()
    yield processes
    processes.end()
