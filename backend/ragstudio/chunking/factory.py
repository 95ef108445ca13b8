"""The registry of strategies."""

from collections.abc import Callable

from ragstudio.chunking.base import ChunkingStrategy, TokenCounter
from ragstudio.chunking.parent import ParentStrategy
from ragstudio.chunking.recursive import RecursiveStrategy
from ragstudio.chunking.rows import RowsStrategy
from ragstudio.chunking.sentences import SentencesStrategy
from ragstudio.chunking.structure import StructureStrategy
from ragstudio.chunking.windows import WindowsStrategy
from ragstudio.errors import InvalidRequest
from ragstudio.formats import find_format

DEFAULT_STRATEGY = RecursiveStrategy.name

Builder = Callable[[int, int, TokenCounter], ChunkingStrategy]

_STRATEGIES: dict[str, Builder] = {
    RecursiveStrategy.name: RecursiveStrategy,
    StructureStrategy.name: StructureStrategy,
    RowsStrategy.name: RowsStrategy,
    WindowsStrategy.name: lambda size, overlap, tokens: WindowsStrategy(size, overlap),
    SentencesStrategy.name: SentencesStrategy,
    ParentStrategy.name: ParentStrategy,
}
STRATEGY_NAMES = tuple(_STRATEGIES)


def build_strategy(name: str, size: int, overlap: int, tokens: TokenCounter) -> ChunkingStrategy:
    """A strategy by name; size and overlap in characters, `tokens` the embedder's count.

    Raises `InvalidRequest` for an unknown name, or unless 0 <= overlap < size.
    """
    check_name(name)
    try:
        return _STRATEGIES[name](size, overlap, tokens)
    except ValueError as error:
        raise InvalidRequest(
            f"The {error}.", hint="Choose an overlap smaller than the size."
        ) from error


def check_name(name: str) -> None:
    """Raises `InvalidRequest` for a name that no strategy has."""
    if name not in _STRATEGIES:
        raise InvalidRequest(
            f"There is no chunking strategy {name!r}.",
            hint=f"Choose one of {', '.join(STRATEGY_NAMES)}.",
        )


def choose_strategy(content_type: str) -> str:
    """The name of the strategy that suits a content type: rows for records, else recursive."""
    found = find_format(content_type)
    return RowsStrategy.name if found is not None and found.is_rows else DEFAULT_STRATEGY
