"""The numbers and signs that Word puts in front of paragraphs (ISO/IEC 29500-1, 17.9)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn

from ragstudio.parsing.counting import WORD_FORMATS

MOST_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_BULLET = "bullet"


@dataclass(slots=True)
class _Level:
    start: int = 1
    number_format: str = "decimal"
    text: str = ""
    restart: int | None = None
    legal: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """What stands in front of a paragraph; `level` counts from 0."""

    text: str
    level: int
    bullet: bool

    @property
    def lead(self) -> str:
        """The number or a dash, and a space; nothing where nothing is shown."""
        return "- " if self.bullet else f"{self.text} " if self.text else ""


class Numbering:
    """Counts through one document; ask for its paragraphs in order, each once."""

    def __init__(self, numbering: Any, styles: Any) -> None:
        """Takes the root elements of the numbering and styles parts; None where there is none."""
        self._abstract: dict[str, dict[int, _Level]] = {}
        self._by_style: dict[str, dict[str, int]] = {}
        self._linked: dict[str, str] = {}
        self._numbers: dict[str, tuple[str, dict[int, int], dict[int, _Level]]] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._begun: set[str] = set()
        self._styles = _read_styles(styles)
        if numbering is not None:
            self._read(numbering)

    def label(self, paragraph: Any) -> Label | None:
        """The label of the next paragraph, None where it has none."""
        found = self._find(paragraph)
        if found is None:
            return None
        number_id, level = found
        abstract, starts, overridden = self._numbers[number_id]
        levels = {**self._abstract[abstract], **overridden}
        counts = self._counts.setdefault(abstract, [None] * MOST_LEVELS)
        if number_id not in self._begun:
            self._begun.add(number_id)
            for place, start in starts.items():
                counts[place] = start - 1
                for deeper in range(place + 1, MOST_LEVELS):
                    counts[deeper] = None
        definition = levels.get(level, _Level())
        for outer in range(level):
            if counts[outer] is None:
                counts[outer] = levels.get(outer, _Level()).start
        before = counts[level]
        counts[level] = definition.start if before is None else before + 1
        for deeper in range(level + 1, MOST_LEVELS):
            restart = levels.get(deeper, _Level()).restart
            if restart is None or (restart != 0 and level < restart):
                counts[deeper] = None
        bullet = definition.number_format == _BULLET
        return Label("" if bullet else _write(definition, levels, counts), level, bullet)

    def is_numbered(self, paragraph: Any) -> bool:
        """Whether a paragraph belongs to a list."""
        return self._find(paragraph) is not None

    def _find(self, paragraph: Any) -> tuple[str, int] | None:
        """The list and level of a paragraph, by its own properties or those of its style."""
        style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
        names = self._ancestors(style.get(qn("w:val")) if style is not None else None)
        own = paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}")
        number_id, level = _read_reference(own)
        for name in names:
            by_style, style_level = self._styles[name][1]
            if number_id is None and by_style is not None:
                number_id = by_style
                linked = self._by_style.get(self._abstract_of(by_style), {})
                level = linked.get(name, style_level if level is None else level)
        if number_id is None or number_id not in self._numbers:
            return None
        return number_id, min(level or 0, MOST_LEVELS - 1)

    def _ancestors(self, name: str | None) -> list[str]:
        names: list[str] = []
        name = self._styles.get("", ("", (None, None)))[0] if name is None else name
        while name in self._styles and name not in names:
            names.append(name)
            name = self._styles[name][0]
        return names

    def _abstract_of(self, number_id: str) -> str:
        return self._numbers[number_id][0] if number_id in self._numbers else ""

    def _read(self, numbering: Any) -> None:
        for element in numbering.iterchildren(qn("w:abstractNum")):
            name = str(element.get(qn("w:abstractNumId")))
            self._abstract[name] = {}
            for level in element.iterchildren(qn("w:lvl")):
                place = _value(level.get(qn("w:ilvl")), 0)
                self._abstract[name][place] = _read_level(level)
                style = level.find(qn("w:pStyle"))
                if style is not None:
                    self._by_style.setdefault(name, {})[str(style.get(qn("w:val")))] = place
            link = element.find(qn("w:numStyleLink"))
            if link is not None:
                self._linked[name] = str(link.get(qn("w:val")))
        for element in numbering.iterchildren(qn("w:num")):
            abstract = element.find(qn("w:abstractNumId"))
            name = str(abstract.get(qn("w:val"))) if abstract is not None else ""
            if name not in self._abstract:
                continue
            starts, overridden = {}, {}
            for change in element.iterchildren(qn("w:lvlOverride")):
                place = min(_value(change.get(qn("w:ilvl")), 0), MOST_LEVELS - 1)
                start, level = change.find(qn("w:startOverride")), change.find(qn("w:lvl"))
                if level is not None:
                    overridden[place] = _read_level(level)
                if start is not None:
                    starts[place] = _value(start.get(qn("w:val")), 1)
            self._numbers[str(element.get(qn("w:numId")))] = (name, starts, overridden)
        for number_id, (name, starts, overridden) in list(self._numbers.items()):
            if name in self._linked:
                target = self._styles.get(self._linked[name], ("", (None, None)))[1][0]
                if target in self._numbers:
                    self._numbers[number_id] = (self._numbers[target][0], starts, overridden)


def _write(definition: _Level, levels: Mapping[int, _Level], counts: list[int | None]) -> str:
    def fill(match: re.Match[str]) -> str:
        place = int(match[1]) - 1
        level = levels.get(place, _Level())
        count = counts[place]
        number = level.start if count is None else count
        decimal = definition.legal or level.number_format not in WORD_FORMATS
        return str(number) if decimal else WORD_FORMATS[level.number_format](number)

    return _PLACE.sub(fill, definition.text).strip()


def _read_level(element: Any) -> _Level:
    def read(name: str) -> str | None:
        found = element.find(qn(f"w:{name}"))
        return None if found is None else str(found.get(qn("w:val"), ""))

    legal = element.find(qn("w:isLgl"))
    restart = read("lvlRestart")
    return _Level(
        start=_value(read("start"), 0 if read("start") is None else 1),
        number_format=read("numFmt") or "decimal",
        text=read("lvlText") or "",
        restart=None if restart is None else _value(restart, 0),
        legal=legal is not None and legal.get(qn("w:val"), "1") not in {"0", "false", "off"},
    )


def _read_reference(properties: Any) -> tuple[str | None, int | None]:
    if properties is None:
        return None, None
    number, level = properties.find(qn("w:numId")), properties.find(qn("w:ilvl"))
    return (
        None if number is None else str(number.get(qn("w:val"))),
        None if level is None else _value(level.get(qn("w:val")), 0),
    )


def _read_styles(styles: Any) -> dict[str, tuple[str, tuple[str | None, int | None]]]:
    """Of each style its base and its list; the default paragraph style is the base of ``""``."""
    read: dict[str, tuple[str, tuple[str | None, int | None]]] = {}
    for style in styles.iterchildren(qn("w:style")) if styles is not None else ():
        base = style.find(qn("w:basedOn"))
        name = str(style.get(qn("w:styleId")))
        reference = _read_reference(style.find(f"{qn('w:pPr')}/{qn('w:numPr')}"))
        read[name] = ("" if base is None else str(base.get(qn("w:val"))), reference)
        if style.get(qn("w:type")) == "paragraph" and style.get(qn("w:default")) == "1":
            read[""] = (name, (None, None))
    return read


def _value(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else default
