"""Finding a `mongod` that runs on this machine."""

import importlib.util
import shutil
import subprocess
from pathlib import Path

from ragstudio.errors import EmbeddedDatabaseError

_WAYS_OUT = (
    "Three ways out: install MongoDB so that `mongod` is on PATH; or set MONGODB_URI to a "
    "replica set you already run; or start one with `docker compose up -d mongodb` and set "
    "MONGODB_URI as .env.example shows."
)


def find_mongod() -> Path:
    """Path of a `mongod` that answers `--version` here: the packaged one, else the one on PATH.

    Raises `EmbeddedDatabaseError`, naming the three ways out, where there is none.
    """
    for candidate in (_packaged_mongod(), _mongod_on_path()):
        if candidate is not None and _runs_here(candidate):
            return candidate
    raise EmbeddedDatabaseError(
        "No mongod binary that runs on this platform was found.", hint=_WAYS_OUT
    )


def _packaged_mongod() -> Path | None:
    # The package is a namespace package without code: it is located, never imported.
    spec = importlib.util.find_spec("fiftyone")
    for location in (spec.submodule_search_locations or []) if spec else []:
        binary = Path(location) / "db" / "bin" / "mongod"
        if binary.is_file():
            return binary
    return None


def _mongod_on_path() -> Path | None:
    found = shutil.which("mongod")
    return Path(found) if found else None


def _runs_here(binary: Path) -> bool:
    try:
        answer = subprocess.run(
            [str(binary), "--version"], capture_output=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0
