"""A database written anew takes the old one's place, whenever the machine stops."""

from pathlib import Path

import pytest

from ragstudio.storage.data_directory import DataDirectory


@pytest.mark.parametrize(
    ("folders", "survivor"),
    [
        ({"mongodb": "old"}, "old"),
        ({"mongodb": "old", ".rebuild/mongodb": "half"}, "old"),
        ({".mongodb.replaced": "old", ".rebuild/mongodb": "whole"}, "whole"),
        ({"mongodb": "whole", ".mongodb.replaced": "old", ".rebuild": ""}, "whole"),
        ({"mongodb": "whole", ".mongodb.replaced": "old"}, "whole"),
        ({".mongodb.replaced": "old"}, "old"),
    ],
)
def test_an_interrupted_purge_is_finished_or_undone_at_the_next_start(
    tmp_path: Path, folders: dict[str, str], survivor: str
) -> None:
    for folder, content in folders.items():
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "data").write_text(content)
    DataDirectory(tmp_path).settle_rebuild()
    assert [path.name for path in tmp_path.iterdir()] == ["mongodb"]
    assert (tmp_path / "mongodb" / "data").read_text() == survivor
