import pytest
from pydantic import ValidationError

from ragstudio.chunking.factory import STRATEGY_NAMES
from ragstudio.chunking.plan import ChunkingChoice, plan_chunking
from ragstudio.errors import InvalidRequest
from ragstudio.settings import AUTOMATIC, Settings


def plan(content_type="text/markdown", settings=None, **choice):
    chosen = Settings(_env_file=None, **(settings or {}))
    planned = plan_chunking(ChunkingChoice(**choice), content_type, chosen)
    return planned.strategy, planned.size, planned.overlap


def test_nothing_chosen_goes_by_the_file_kind_and_the_settings():
    assert plan() == ("recursive", 1000, 180)
    assert plan("text/csv") == ("rows", 1000, 180)
    sizes = {"chunk_size": 600, "chunk_overlap": 90}
    assert plan("text/csv", settings={"chunk_strategy": "sentences", **sizes}) == (
        "sentences",
        600,
        90,
    )


def test_a_choice_wins_over_setting_and_kind():
    assert plan("text/csv", settings={"chunk_strategy": "sentences"}, strategy="windows") == (
        "windows",
        1000,
        180,
    )
    assert plan(strategy="structure") == ("structure", 1000, 100)
    assert plan(strategy="parent") == ("parent", 400, 60)
    assert plan(strategy="auto", size=500, overlap=0) == ("recursive", 500, 0)


def test_an_overlap_left_out_beside_a_small_size_stays_below_it():
    assert plan(size=100) == ("recursive", 100, 20)


@pytest.mark.parametrize(
    "choice",
    [
        {"strategy": "magic"},
        {"size": 49},
        {"size": 20_001},
        {"size": 100, "overlap": 100},
        {"overlap": -1},
    ],
)
def test_senseless_choices_are_refused(choice):
    with pytest.raises(InvalidRequest):
        plan(**choice)


def test_a_number_of_a_form_must_be_one():
    assert ChunkingChoice.read("", "", "").is_empty
    assert ChunkingChoice.read("rows", " 500", "").size == 500
    for value in ("big", " "):
        with pytest.raises(InvalidRequest, match="chunk_size"):
            ChunkingChoice.read("", value, "")


def test_the_setting_names_exactly_the_strategies_there_are():
    for name in (AUTOMATIC, *STRATEGY_NAMES, ""):
        Settings(_env_file=None, chunk_strategy=name)
    with pytest.raises(ValidationError):
        Settings(_env_file=None, chunk_strategy="magic")
