"""The sample documents: where they are, and taking them in."""

from dataclasses import dataclass
from pathlib import Path

from ragstudio.errors import NotFound, StudioError
from ragstudio.lifecycle.intake import Intake, Upload
from ragstudio.records import Document
from ragstudio.settings import locate_resource


@dataclass(frozen=True, slots=True)
class RefusedSample:
    """A sample that was not taken in, and why; usually it is already here."""

    filename: str
    error: StudioError


def locate_samples(chosen: Path | None = None) -> Path:
    """The folder of the sample documents: the chosen one, or the studio's own.

    Raises `NotFound` where there is none.
    """
    folder = chosen or locate_resource("sample-documents")
    if folder is None or not folder.is_dir():
        raise NotFound(
            "The sample documents are not on this machine.",
            hint="Reinstall the studio, or upload files of your own instead.",
        )
    return folder


def load_samples(intake: Intake, folder: Path) -> list[Document | RefusedSample]:
    """Take in every file of `folder`; a file's folder becomes its group."""
    items: list[Document | RefusedSample] = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as stream:
            try:
                items.append(intake.accept(Upload(path.name, stream), group=path.parent.name))
            except StudioError as error:
                items.append(RefusedSample(path.name, error))
    return items
