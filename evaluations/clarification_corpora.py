"""Corpora to ask the clarification questions over, in a MongoDB that is removed afterwards."""

import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from ragstudio.evaluation.scratch import ScratchCorpora, ScratchFile
from ragstudio.inference.factory import load_embedder, load_reranker
from ragstudio.settings import Settings
from ragstudio.studio import open_database


@contextmanager
def open_scratch(
    reranker: str, gate: Literal["auto", "local", "off"] = "local"
) -> Iterator[ScratchCorpora]:
    """Scratch corpora ; `reranker` as RERANKER_MODEL, `gate` as CLARIFY_GATE. No network."""
    with tempfile.TemporaryDirectory() as directory:
        settings = Settings(
            _env_file=None,
            data_dir=Path(directory) / "data",
            reranker_model=reranker,
            hf_hub_offline=True,
            clarify_gate=gate,
        )
        handle = open_database(settings)
        try:
            handle.database.prepare()
            yield ScratchCorpora(
                handle.database, load_embedder(settings), load_reranker(settings), settings
            )
        finally:
            handle.close()


def read_folders(base: Path, names: Collection[str] | None = None) -> list[ScratchFile]:
    """The files of the groups `names` of a folder, of all without `names`.

    Raises `FileNotFoundError` where a group is named and not there.
    """
    groups = [path.name for path in base.iterdir() if path.is_dir()] if names is None else names
    return [
        ScratchFile(path.name, group, path.read_bytes())
        for group in sorted(groups)
        for path in sorted((base / group).iterdir())
        if path.is_file()
    ]
