"""The document the browser's client is generated from is the application's own."""

import json
from pathlib import Path

from ragstudio.api.app import create_app
from ragstudio.settings import Settings


def test_the_exported_openapi_document_is_current(repository_root: Path) -> None:
    exported = json.loads((repository_root / "frontend" / "openapi.json").read_text())
    current = json.loads(json.dumps(create_app(Settings(_env_file=None)).openapi()))
    assert exported == current, "run `make client`"
