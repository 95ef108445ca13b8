"""What the settings refuse."""

import pytest
from pydantic import ValidationError

from ragstudio.settings import Settings


@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_data_directory_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("DATA_DIR", value)
    with pytest.raises(ValidationError, match="must name a directory"):
        Settings(_env_file=None)
