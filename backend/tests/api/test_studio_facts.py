"""What the studio says about itself."""

import pytest

from ragstudio.api.studio_facts import advise_on_failures


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 document failed: open it to see why, then retry."),
        (2, "2 documents failed: open them to see why, then retry."),
    ],
)
def test_failures_are_counted_in_plain_english(count: int, said: str) -> None:
    assert advise_on_failures(count) == said
