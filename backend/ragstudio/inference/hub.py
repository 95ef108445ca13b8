"""The Hugging Face hub: the one place where a model's files may be fetched from the network."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ragstudio.errors import ModelUnavailable

WAYS_OUT = (
    "Put the model's files in a folder and name that folder instead, copy them into the Hugging "
    "Face cache (HF_HOME) of this machine, or run `make models` once where the hub can be reached."
)
FETCHED_FILES = ["*.json", "*.txt", "*.model"]
UNUSED_FOLDERS = ["onnx/*", "openvino/*", "*/onnx/*", "*/openvino/*"]


def find_in_cache(name: str) -> Path | None:
    """The folder of a model in the Hugging Face cache, or None; never asks the network."""
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        configuration = try_to_load_from_cache(name, "config.json")
    except HFValidationError:
        return None
    return Path(configuration).parent if isinstance(configuration, str) else None


def fetch_from_hub(name: str, timeout_seconds: float) -> Path:
    """Download a model into the Hugging Face cache and return its folder.

    Asks the hub once, without retries, and gives up after `timeout_seconds` without an answer;
    the download that follows takes as long as it needs.

    Raises:
        ModelUnavailable: the hub cannot be reached, or has no such model.
    """
    from huggingface_hub import HfApi

    hub = HfApi()
    try:
        model = _call_within(timeout_seconds, lambda: hub.model_info(name, timeout=timeout_seconds))
        siblings = [file.rfilename for file in model.siblings or []]
        weights = "*.safetensors" if any(f.endswith(".safetensors") for f in siblings) else "*.bin"
        folder = hub.snapshot_download(
            name,
            allow_patterns=[*FETCHED_FILES, weights],
            ignore_patterns=UNUSED_FOLDERS,
            etag_timeout=timeout_seconds,
        )
    # The hub client passes on whatever its HTTP library raises; every kind means the same here.
    except Exception as error:
        raise ModelUnavailable(
            f"The model {name!r} is not on this machine and the hub did not deliver it "
            f"({type(error).__name__}).",
            hint=WAYS_OUT,
            details={"model": name, "reason": str(error)[:300]},
        ) from error
    return Path(folder)


def _call_within(timeout_seconds: float, call: Callable[[], Any]) -> Any:
    """Run `call` with a deadline that also covers name resolution, which HTTP timeouts do not."""
    outcome: list[Any] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(call())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, name="hub-probe", daemon=True)
    thread.start()
    thread.join(timeout_seconds)
    if failure:
        raise failure[0]
    if not outcome:
        raise TimeoutError(f"no answer within {timeout_seconds:g} s")
    return outcome[0]
