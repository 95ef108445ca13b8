"""The processes of one studio, each of which can be killed by its handle and started again."""

import multiprocessing
import os
import signal
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import httpx
import psutil

from ragstudio.lifecycle.supervisor import give_back_work
from ragstudio.settings import Settings
from ragstudio.storage.client import Database, connect
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.process_guard import die_with_parent
from tests.running_server import wait_for

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.faults.preloaded"])
_DATABASE = "ragstudio"


def studio_settings(data_dir: Path) -> Settings:
    """Settings of every process of the studio in `data_dir`."""
    return Settings(
        _env_file=None,
        data_dir=data_dir,
        port=0,
        workers=0,
        reranker_model="none",
        chunk_size=100,
        chunk_overlap=0,
        lease_seconds=2,
        log_level="warning",
    )


class StudioProcesses:
    """API, worker and `mongod`, as `ragstudio serve` and `ragstudio worker` run them.

    The workers of `serve` are started anew by its supervisor; here a test does that, so that it
    decides when.
    """

    def __init__(self, data_dir: Path) -> None:
        self.settings = studio_settings(data_dir)
        self.log = data_dir.with_suffix(".log")
        self.http = httpx.Client()
        self._api: ForkServerProcess | None = None
        self._worker: ForkServerProcess | None = None
        self._database: Database | None = None

    def start(self) -> None:
        """Start what does not run, and return once the API and MongoDB answer."""
        if self._api is None:
            self._api = self._fork("serve")
            self.http = httpx.Client(base_url=wait_for(self._find_address, 60), timeout=30)
        if self._worker is None:
            self._worker = self._fork("work")
        wait_for(self._is_ready, 60)

    def kill(self, *names: str) -> None:
        """SIGKILL each of `api`, `worker` and `mongod`, at once."""
        killed = [victim for name in names if (victim := self._find(name)) is not None]
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        if "api" in names and self._api is not None:
            self._api.join()
            self._api = None
        if "worker" in names and self._worker is not None:
            self._worker.join()
            if names == ("worker",):
                self._bury(self._worker.pid)
            self._worker = None

    def signal(self, name: str, number: signal.Signals) -> None:
        """Send one of `api`, `worker` and `mongod` a signal that it lives on with."""
        found = self._find(name)
        assert found is not None, f"{name} does not run"
        os.kill(found, number)

    def database(self) -> Database:
        """The studio's database as it is now, past the studio."""
        if self._database is None:
            self._database = connect(self._owner()["mongodb_uri"], _DATABASE)
        return self._database

    def end(self) -> None:
        """Stop everything."""
        self.kill("worker")
        if self._database is not None:
            self._database.close()
        if self._api is not None:
            self._api.terminate()
            self._api.join(30)
        self.http.close()

    def _fork(self, name: str) -> ForkServerProcess:
        process = CONTEXT.Process(target=_run, args=(name, self.settings, self.log))
        process.start()
        return process

    def _find(self, name: str) -> int | None:
        if name == "worker":
            return self._worker.pid if self._worker else None
        if self._api is None or name == "api":
            return self._api.pid if self._api else None
        children = psutil.Process(self._api.pid).children()
        return next((each.pid for each in children if "mongod" in each.name()), None)

    def _bury(self, pid: int | None) -> None:
        """What the supervisor does for a worker that died."""
        assert pid is not None
        give_back_work(self.database(), pid)

    def _owner(self) -> dict[str, Any]:
        return DataDirectory(self.settings.data_dir).owner() or {}

    def _find_address(self) -> str | None:
        assert self._api is not None and self._api.is_alive(), self.log.read_text()[-3000:]
        owner = self._owner()
        return owner.get("api_url") if owner.get("pid") == self._api.pid else None

    def _is_ready(self) -> bool:
        try:
            # An audit needs MongoDB and a search index that is level with it.
            return self.http.get("/api/audit").status_code == 200
        except httpx.TransportError:
            return False


def _run(name: str, settings: Settings, log: Path) -> None:
    """One process of the studio, tied to the life of the tests."""
    arm = die_with_parent(signal.SIGKILL)
    if arm is not None:
        arm()
    with log.open("a") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    from tests.faults import preloaded

    preloaded.configure_logs(settings.log_level)
    if name == "serve":
        preloaded.server.run_server(settings)
    else:
        preloaded.processes.run_worker(settings)
