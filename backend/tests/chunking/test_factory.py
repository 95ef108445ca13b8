import pytest

from ragstudio.chunking.factory import STRATEGY_NAMES, build_strategy, choose_strategy
from ragstudio.errors import InvalidRequest
from tests.chunking.documents import TOKENS


@pytest.mark.parametrize("name", STRATEGY_NAMES)
def test_every_strategy_is_built_by_its_name(name):
    strategy = build_strategy(name, 1000, 180, TOKENS)
    assert strategy.name == name


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(InvalidRequest) as failure:
        build_strategy("magic", 1000, 180, TOKENS)
    assert "recursive" in failure.value.hint
    assert "rows" in failure.value.hint


@pytest.mark.parametrize("name", STRATEGY_NAMES)
def test_an_overlap_as_large_as_the_size_is_refused(name):
    with pytest.raises(InvalidRequest, match="overlap"):
        build_strategy(name, 200, 200, TOKENS)


@pytest.mark.parametrize(
    ("content_type", "name"),
    [
        ("text/csv", "rows"),
        ("text/tab-separated-values", "rows"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "rows"),
        ("text/markdown", "recursive"),
        ("application/pdf", "recursive"),
    ],
)
def test_records_get_rows_and_all_else_recursive(content_type, name):
    assert choose_strategy(content_type) == name
