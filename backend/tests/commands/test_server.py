"""What a served studio keeps out of Python's cyclic collections."""

import gc
from collections.abc import Iterator

import pytest

from ragstudio.commands.server import leave_out_of_collections


@pytest.fixture
def unfrozen() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("unfrozen")
def test_what_is_loaded_is_not_gone_through_again_and_what_comes_later_is() -> None:
    def is_looked_at(thing: object) -> bool:
        return any(found is thing for found in gc.get_objects())

    loaded = [[]]
    assert is_looked_at(loaded)
    leave_out_of_collections()
    assert not is_looked_at(loaded)
    later = [[]]
    assert is_looked_at(later)
