"""Which files `ragstudio ingest` takes from the paths it is given, and in which group each goes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

DEFAULT_GROUP = "default"


@dataclass(frozen=True, slots=True)
class FileToIngest:
    """A file and the group it goes in."""

    path: Path
    group: str


def collect_files(paths: Sequence[Path], group: str | None) -> Iterator[FileToIngest]:
    """The files of all paths in order; folders with everything below them, hidden files left out.

    Without a `group`, a file found in a folder goes in the group named after the folder it lies
    in, and a file named directly in `default`.
    """
    for path in paths:
        if not path.is_dir():
            yield FileToIngest(path, group or DEFAULT_GROUP)
            continue
        root = path.resolve()
        for file in sorted(root.rglob("*")):
            inside = file.relative_to(root).parts
            if file.is_file() and not any(part.startswith(".") for part in inside):
                yield FileToIngest(file, group or file.parent.name or DEFAULT_GROUP)
