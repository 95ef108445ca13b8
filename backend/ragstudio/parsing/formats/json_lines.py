"""JSON lines: one record a line, every value beside its path."""

import json
from collections.abc import Iterator
from pathlib import Path

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.decoding import read_text
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.records import BlockType, ExtractedDocument


def parse(path: Path) -> ExtractedDocument:
    """Row blocks of `path: value` lines, such as `address.city: Paris`.

    Raises `IngestionFailure`: `corrupt_file` for a line that is not JSON, `nesting_too_deep`,
    `unknown_encoding`.
    """
    source = read_text(path, lines_matter=True)
    builder = DocumentBuilder(source.warnings)
    for number, line in enumerate(source.text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line, parse_int=str, parse_float=str)
        except json.JSONDecodeError as error:
            raise IngestionFailure(
                "corrupt_file",
                f"Line {number} is not valid JSON: {error.msg} at column {error.colno}.",
                hint="Correct the line, or upload the file with the ending .txt.",
            ) from error
        builder.add(BlockType.ROW, "\n".join(flatten(value)))
    return builder.build()


def flatten(value: object, name: str = "") -> Iterator[str]:
    """`path: value` lines; a list of plain values stays on one line."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from flatten(item, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for index, item in enumerate(value):
            yield from flatten(item, f"{name}[{index}]")
    else:
        items = value if isinstance(value, list) else [value]
        written = ", ".join(_write(item) for item in items)
        yield f"{name}: {written}".rstrip() if name else written


def _write(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value in ({}, None) else json.dumps(value)
