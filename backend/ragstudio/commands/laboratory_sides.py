"""What a person types for the laboratory, as the API takes it."""

from pathlib import Path
from typing import Any

from ragstudio.errors import InvalidRequest
from ragstudio.formats import content_type_of, kind_of_filename

_PLAIN = "+plain"


def describe_source(source: str) -> dict[str, Any]:
    """A file's text with its content type, else the id of a document.

    Raises `InvalidRequest` for a file that is no text in UTF-8.
    """
    path = Path(source)
    if not path.is_file():
        return {"document_id": source}
    kind = kind_of_filename(path.name)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRequest(
            f"{path.name} is no text in UTF-8.",
            hint="Ingest the file, and give the id of its document.",
        ) from error
    content_type = content_type_of(kind, path.name) if kind else "text/plain"
    return {"text": text, "content_type": content_type}


def read_side(written: str) -> dict[str, Any]:
    """`rows`, `windows:300:40` or `windows:300+plain` as a side. Raises `InvalidRequest`."""
    plain = written.endswith(_PLAIN)
    strategy, *sizes = written.removesuffix(_PLAIN).split(":")
    if len(sizes) > 2 or not all(size.isdecimal() for size in sizes):
        raise InvalidRequest(
            f"{written!r} is no way to cut a text.",
            hint="Write STRATEGY[:SIZE[:OVERLAP]], such as windows:300:40 or rows.",
        )
    numbers: list[int | None] = [*map(int, sizes), None, None]
    return {
        "strategy": strategy or None,
        "size": numbers[0],
        "overlap": numbers[1],
        "read_as": "plain_text" if plain else "parsed",
    }


def read_fact(written: str) -> list[str]:
    """The values of a fact, which are joined by semicolons."""
    return [value.strip() for value in written.split(";") if value.strip()]
