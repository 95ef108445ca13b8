"""Fetching the published models while there is a network, so that none is needed later."""

import sys
from dataclasses import dataclass

from ragstudio.errors import ModelUnavailable
from ragstudio.inference.factory import PUBLISHED_RERANKER
from ragstudio.inference.weights import ModelFiles, resolve_weights
from ragstudio.settings import DEFAULT_EMBEDDING_MODEL, get_settings

PUBLISHED_MODELS = (
    DEFAULT_EMBEDDING_MODEL,
    "sentence-transformers/all-mpnet-base-v2",
    PUBLISHED_RERANKER,
)


@dataclass(frozen=True, slots=True)
class FetchedModel:
    """One published model: its files, or the problem that kept them away."""

    name: str
    files: ModelFiles | None
    problem: ModelUnavailable | None


def fetch_published_models(
    *, use_hub: bool = True, hub_timeout_seconds: float = 5.0
) -> list[FetchedModel]:
    """Bring every published model onto this machine; one that fails does not stop the others."""
    fetched = []
    for name in PUBLISHED_MODELS:
        try:
            files = resolve_weights(name, use_hub=use_hub, hub_timeout_seconds=hub_timeout_seconds)
            fetched.append(FetchedModel(name, files, None))
        except ModelUnavailable as problem:
            fetched.append(FetchedModel(name, None, problem))
    return fetched


def describe_fetched(models: list[FetchedModel]) -> str:
    """A line for each model, for a person to read."""
    lines = []
    for model in models:
        if model.files is not None:
            lines.append(f"{model.name}: here, from {model.files.origin} ({model.files.location})")
        elif model.problem is not None:
            lines.append(f"{model.name}: not here. {model.problem.message}")
    hints = {model.problem.hint for model in models if model.problem is not None}
    return "\n".join([*lines, *sorted(hints)])


def main() -> int:
    """Fetch, report, and return the exit code: 0 when all are here, 1 otherwise."""
    settings = get_settings()
    models = fetch_published_models(
        use_hub=not settings.hf_hub_offline, hub_timeout_seconds=settings.hub_timeout_seconds
    )
    sys.stdout.write(describe_fetched(models) + "\n")
    return 0 if all(model.files is not None for model in models) else 1


if __name__ == "__main__":
    sys.exit(main())
