"""Which files a folder gives, and their groups."""

from pathlib import Path

import pytest

from ragstudio.commands.documents import FileToIngest, collect_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "handbook"
    for name in ("top.md", "policies/leave.md", "policies/old/2024.md", ".git/config", "a/.hidden"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return root


def test_the_folder_a_file_lies_in_names_its_group(folder: Path) -> None:
    found = {file.path.name: file.group for file in collect_files([folder], None)}
    assert found == {"top.md": "handbook", "leave.md": "policies", "2024.md": "old"}


def test_a_given_group_holds_for_all(folder: Path) -> None:
    assert {file.group for file in collect_files([folder], "mine")} == {"mine"}


def test_a_file_named_directly_goes_in_the_default_group(folder: Path) -> None:
    file = folder / ".git" / "config"
    assert list(collect_files([file], None)) == [FileToIngest(file, "default")]


def test_files_come_in_the_order_of_their_paths(folder: Path) -> None:
    names = [file.path.name for file in collect_files([folder], None)]
    assert names == ["leave.md", "2024.md", "top.md"]
