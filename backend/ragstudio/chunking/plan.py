"""How a document is to be cut: what was chosen, filled up from the settings and the file kind."""

import re
from typing import Self

from pydantic import BaseModel, ConfigDict

from ragstudio.chunking.factory import check_name, choose_strategy
from ragstudio.errors import InvalidRequest
from ragstudio.records import ChunkingConfiguration
from ragstudio.settings import AUTOMATIC, LARGEST_CHUNK, SMALLEST_CHUNK, Settings

# Where neither the upload nor the caller says: small chunks are the point of `parent`, and
# sections need less overlap than text cut anywhere.
MOST_BY_ITSELF: dict[str, tuple[int, int]] = {"parent": (400, 60), "structure": (1000, 100)}
OVERLAP_SHARE = 5
# Longer ones are out of every bound, and cost time to read.
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,12}")


class ChunkingChoice(BaseModel):
    """What a person chose; None leaves it to the settings. Size and overlap in characters."""

    model_config = ConfigDict(extra="forbid")

    strategy: str | None = None
    size: int | None = None
    overlap: int | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was chosen."""
        return self.strategy is None and self.size is None and self.overlap is None

    @classmethod
    def read(cls, strategy: str, size: str, overlap: str) -> Self:
        """The choice from the fields of a form; an empty one chooses nothing.

        Raises `InvalidRequest` where a number is none.
        """
        return cls(
            strategy=strategy or None,
            size=_read_number("chunk_size", size),
            overlap=_read_number("chunk_overlap", overlap),
        )


def plan_chunking(
    choice: ChunkingChoice, content_type: str, settings: Settings
) -> ChunkingConfiguration:
    """The strategy, size and overlap to use.

    A strategy left out, or `auto`, is `CHUNK_STRATEGY`, and where that is `auto` the one that
    suits the file kind. A size or overlap left out is that of the settings, bounded by what the
    strategy is meant for; an overlap left out beside a chosen size is at most a fifth of it.
    Raises `InvalidRequest`.
    """
    names = choice.strategy or AUTOMATIC, settings.chunk_strategy, choose_strategy(content_type)
    strategy = next(name for name in names if name != AUTOMATIC)
    check_name(strategy)
    most_size, most_overlap = MOST_BY_ITSELF.get(
        strategy, (settings.chunk_size, settings.chunk_overlap)
    )
    size = min(settings.chunk_size, most_size) if choice.size is None else choice.size
    overlap = choice.overlap
    if overlap is None:
        overlap = min(settings.chunk_overlap, most_overlap)
        if size != settings.chunk_size:
            overlap = min(overlap, size // OVERLAP_SHARE)
    if not SMALLEST_CHUNK <= size <= LARGEST_CHUNK:
        raise InvalidRequest(
            f"A chunk size of {size} characters is out of bounds.",
            hint=f"Choose {SMALLEST_CHUNK} to {LARGEST_CHUNK} characters.",
            details={"smallest": SMALLEST_CHUNK, "largest": LARGEST_CHUNK},
        )
    if not 0 <= overlap < size:
        raise InvalidRequest(
            f"A chunk overlap of {overlap} characters does not go with a size of {size}.",
            hint="Choose an overlap of 0 or more that is smaller than the size.",
        )
    return ChunkingConfiguration(strategy=strategy, size=size, overlap=overlap)


def _read_number(name: str, value: str) -> int | None:
    if not value:
        return None
    written = value.strip()
    if _WHOLE_NUMBER.fullmatch(written) is None:
        raise InvalidRequest(
            f"{name} must be a whole number of characters, not {value[:50]!r}.",
            hint="Write it with the digits 0 to 9, or leave it out to take the setting.",
        )
    return int(written)
