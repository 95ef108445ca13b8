"""JSON: checked by the standard library, then laid out on lines with its own tokens.

Tokens are copied, not re-made, so numbers keep their digits and repeated keys stay; escapes of
visible characters are resolved, so that `caf\\u00e9` is found as the word it is.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.decoding import read_text
from ragstudio.parsing.formats.text import trim
from ragstudio.parsing.layout import SectionTree
from ragstudio.records import BlockType, ExtractedDocument
from ragstudio.unicode_text import remove_invisible

MAX_INDENT = 20

Mark = tuple[int, str | None]

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_MEMBER_STARTS = {"{": '"', "[": "{["}
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+|\\.")


def parse(path: Path) -> ExtractedDocument:
    """Code blocks, one a member; each key of an outermost object is a section.

    Raises `IngestionFailure`: `corrupt_file` for what is not JSON, `nesting_too_deep`,
    `unknown_encoding`.
    """
    source = read_text(path, lines_matter=True)
    check_json(source.text)
    text, members = lay_out(source.text)
    sections = SectionTree()
    blocks = []
    for start, end, key in _split_members(text, members):
        if key is not None:
            sections.open(key, 1)
        blocks += [sections.make_block(BlockType.CODE, *span) for span in trim(text, start, end)]
    return ExtractedDocument(text=text, blocks=blocks, warnings=list(source.warnings))


def check_json(text: str) -> None:
    """Raises `IngestionFailure` unless the text is JSON."""
    try:
        # Numbers are only measured: converting one of thousands of digits takes quadratic time.
        json.loads(text, parse_int=len, parse_float=len)
    except json.JSONDecodeError as error:
        raise IngestionFailure(
            "corrupt_file",
            f"It is not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}.",
            hint="Correct the file, or upload it with the ending .txt to have it read as text.",
        ) from error
    except RecursionError:
        raise IngestionFailure(
            "nesting_too_deep",
            "Its JSON is nested too deeply to be read.",
            hint="Flatten the structure of the file and upload it again.",
        ) from None


def lay_out(source: str) -> tuple[str, list[Mark]]:
    """The JSON indented by two spaces a level, and where each outermost member stands in it.

    A member of an object comes with its key, an object or list in an array with None.
    """
    parts: list[str] = []
    members: list[Mark] = []
    length = depth = 0
    opening = previous = ""
    for match in _TOKEN.finditer(source):
        token = match.group()
        if token in {"}", "]"}:
            depth -= 1
        lead = _lead(previous, token, depth)
        if token[0] == '"' and "\\" in token:
            token = _ESCAPES.sub(_resolve, token)
        if depth == 1 and previous in {"{", "[", ","} and token[0] in _MEMBER_STARTS[opening]:
            members.append((length + len(lead), token[1:-1] if opening == "{" else None))
        if not parts:
            opening = token[0]
        parts.append(lead + token)
        length += len(parts[-1])
        if token in {"{", "["}:
            depth += 1
        previous = token
    return "".join(parts), members


def _lead(previous: str, token: str, depth: int) -> str:
    """The white space before a token."""
    if previous == ":":
        return " "
    empty = (previous, token) in {("{", "}"), ("[", "]")}
    if token in {",", ":"} or previous == "" or empty:
        return ""
    return "\n" + "  " * min(depth, MAX_INDENT)


def _resolve(match: re.Match[str]) -> str:
    """The characters of an escape, unless JSON needs it escaped or it cannot be shown."""
    escape = match.group()
    if escape[1] != "u":
        return "/" if escape == "\\/" else escape
    characters: str = remove_invisible(json.loads(f'"{escape}"'))
    return "".join(
        character
        if character.isprintable() and character not in '"\\'
        else json.dumps(character)[1:-1]
        for character in characters
    )


def _split_members(text: str, members: list[Mark]) -> Iterator[tuple[int, int, str | None]]:
    marks = [(0, None), *members]
    ends = [*(start for start, _ in members), len(text)]
    for (start, key), end in zip(marks, ends, strict=True):
        yield start, end, key
