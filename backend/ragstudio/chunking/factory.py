"""The registry of strategies."""

from ragstudio.chunking.base import ChunkingStrategy
from ragstudio.chunking.recursive import RecursiveStrategy
from ragstudio.chunking.rows import RowsStrategy
from ragstudio.errors import InvalidRequest

DEFAULT_STRATEGY = RecursiveStrategy.name
ROW_CONTENT_TYPES = frozenset(
    {
        "text/csv",
        "text/tab-separated-values",
        "application/x-ndjson",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    }
)

_STRATEGIES: dict[str, type[RecursiveStrategy] | type[RowsStrategy]] = {
    RecursiveStrategy.name: RecursiveStrategy,
    RowsStrategy.name: RowsStrategy,
}
STRATEGY_NAMES = tuple(_STRATEGIES)


def build_strategy(name: str, size: int, overlap: int) -> ChunkingStrategy:
    """A strategy by name; size and overlap in characters.

    Raises `InvalidRequest` for an unknown name, or unless 0 <= overlap < size.
    """
    if name not in _STRATEGIES:
        raise InvalidRequest(
            f"There is no chunking strategy {name!r}.",
            hint=f"Choose one of {', '.join(STRATEGY_NAMES)}.",
        )
    try:
        return _STRATEGIES[name](size, overlap)
    except ValueError as error:
        raise InvalidRequest(
            f"The {error}.", hint="Choose an overlap smaller than the size."
        ) from error


def choose_strategy(content_type: str) -> str:
    """The name of the strategy that suits a content type: rows for records, else recursive."""
    return RowsStrategy.name if content_type in ROW_CONTENT_TYPES else DEFAULT_STRATEGY
