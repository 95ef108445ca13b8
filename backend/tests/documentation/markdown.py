"""Reading the guides: headings, tables, links and code of a Markdown page."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark").enable("table")
_NOT_IN_ANCHOR = re.compile(r"[^\w\s-]")


@dataclass(frozen=True)
class Fence:
    """A code block and its language."""

    language: str
    content: str


@dataclass(frozen=True)
class Page:
    """One Markdown file, or a section of it."""

    path: Path
    tokens: tuple[Token, ...]

    @classmethod
    def read(cls, path: Path) -> "Page":
        return cls(path, tuple(_PARSER.parse(path.read_text(encoding="utf-8"))))

    @cached_property
    def headings(self) -> list[tuple[int, str, str]]:
        """(place among the tokens, plain title, anchor) by GitHub's rule."""
        found = []
        seen: Counter[str] = Counter()
        for place, token in enumerate(self.tokens):
            if token.type == "heading_open":
                title = _plain(self.tokens[place + 1])
                slug = re.sub(r"\s", "-", _NOT_IN_ANCHOR.sub("", title.strip().lower()))
                found.append((place, title, f"{slug}-{seen[slug]}" if seen[slug] else slug))
                seen[slug] += 1
        return found

    def section(self, anchor: str) -> "Page":
        """What stands under a heading, up to the next one of its level or above."""
        start = next(place for place, _, found in self.headings if found == anchor)
        level = self.tokens[start].tag
        end = next(
            (
                place
                for place, _, _ in self.headings
                if place > start and self.tokens[place].tag <= level
            ),
            len(self.tokens),
        )
        return Page(self.path, self.tokens[start:end])

    @property
    def tables(self) -> list[list[list[str]]]:
        """The tables: rows of plain cells, without the heading row."""
        tables: list[list[list[str]]] = []
        in_body = False
        for place, token in enumerate(self.tokens):
            if token.type == "tbody_open":
                tables.append([])
            if token.type in ("tbody_open", "tbody_close"):
                in_body = token.type == "tbody_open"
            elif token.type == "tr_open" and in_body:
                tables[-1].append([])
            elif token.type == "td_open":
                tables[-1][-1].append(_plain(self.tokens[place + 1]))
        return tables

    def first_column(self, anchor: str) -> list[str]:
        """The first column of the first table under a heading."""
        return [row[0] for row in self.section(anchor).tables[0]]

    @property
    def links(self) -> list[str]:
        """Targets of links and images."""
        return [
            str(token.attrs["href" if token.type == "link_open" else "src"])
            for token in self._inline()
            if token.type in ("link_open", "image")
        ]

    @property
    def code(self) -> set[str]:
        """What stands in code font inside the text, white space made single."""
        return {
            " ".join(token.content.split())
            for token in self._inline()
            if token.type == "code_inline"
        }

    @property
    def fences(self) -> list[Fence]:
        """The code blocks."""
        return [
            Fence(token.info.strip(), token.content)
            for token in self.tokens
            if token.type == "fence"
        ]

    @property
    def code_lines(self) -> list[str]:
        """Code in the text, and every line of code blocks."""
        lines = [line for fence in self.fences for line in fence.content.splitlines()]
        return [*sorted(self.code), *lines]

    def _inline(self) -> Iterator[Token]:
        for token in self.tokens:
            if token.type == "inline":
                yield from token.children or []


def read_pages(root: Path) -> list[Page]:
    """The readme and the guides."""
    return [Page.read(path) for path in (root / "README.md", *sorted((root / "docs").glob("*.md")))]


def _plain(token: Token) -> str:
    return "".join(
        child.content
        for child in token.children or []
        if child.type in ("text", "code_inline", "softbreak")
    )
