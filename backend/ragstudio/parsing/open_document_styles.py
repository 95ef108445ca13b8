"""What the styles of an OpenDocument text say: which text is hidden, how lists are numbered."""

from collections.abc import Iterable
from dataclasses import dataclass

from lxml import etree

from ragstudio.parsing.counting import PLAIN_FORMATS
from ragstudio.parsing.open_document import OFFICE, STYLE, TEXT

MOST_LEVELS = 10
_NUMBERED = (f"{TEXT}list-level-style-number", f"{TEXT}outline-level-style")


@dataclass(frozen=True, slots=True)
class _Level:
    number_format: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int = 1
    shown_levels: int = 1


class Styles:
    """The styles of a document, from its content and its styles part."""

    def __init__(self, roots: Iterable[etree._Element | None]) -> None:
        self._lists: dict[str, dict[int, _Level]] = {}
        self._outline: dict[int, _Level] = {}
        own: dict[str, bool] = {}
        parents: dict[str, str] = {}
        for root in roots:
            if root is None:
                continue
            for style in root.iter(f"{STYLE}style"):
                name = str(style.get(f"{STYLE}name", ""))
                parents[name] = str(style.get(f"{STYLE}parent-style-name", ""))
                for properties in style.iterchildren(f"{STYLE}text-properties"):
                    display = properties.get(f"{TEXT}display")
                    if display is not None:
                        own[name] = display == "none"
            for style in root.iter(f"{TEXT}list-style"):
                self._lists[str(style.get(f"{STYLE}name", ""))] = _read_levels(style)
            for style in root.iter(f"{TEXT}outline-style"):
                self._outline = _read_levels(style)
        self._hidden = {name for name in parents if _inherits(name, own, parents)}
        self._headings: list[int] = []
        self._last: dict[str, list[int]] = {}

    def hides(self, element: etree._Element) -> bool:
        """Whether an element is hidden, by its style or by itself."""
        return (
            element.get(f"{TEXT}style-name") in self._hidden
            or element.get(f"{TEXT}display") == "none"
            or element.get(f"{TEXT}is-hidden") == "true"
            or any(
                mark.get(f"{TEXT}is-hidden") == "true"
                for mark in element.iterchildren(f"{TEXT}hidden-paragraph")
            )
        )

    def label_heading(self, heading: etree._Element, level: int) -> str:
        """The number of the next heading, with a space; empty where its level has none."""
        definition = self._outline.get(level, _Level())
        unnumbered = heading.get(f"{TEXT}is-list-header") == "true"
        if not definition.number_format or unnumbered:
            return ""
        _count_up(self._headings, level, self._outline, heading)
        return _write(self._headings, level, self._outline)

    def open_list(self, element: etree._Element, inherited: str, depth: int) -> "ListCount":
        """The count of a `text:list`; `inherited` is the style of the list it stands in."""
        name = str(element.get(f"{TEXT}style-name") or inherited)
        follows = element.get(f"{TEXT}continue-numbering") == "true" or element.get(
            f"{TEXT}continue-list"
        )
        within = depth > 0 and name == inherited
        counts = self._last.get(name, []) if follows or within else []
        self._last[name] = counts
        return ListCount(name, self._lists.get(name, {}), counts)


@dataclass(frozen=True, slots=True)
class ListCount:
    """The items of one list, counted."""

    style: str
    levels: dict[int, _Level]
    counts: list[int]

    def label(self, item: etree._Element, depth: int) -> str:
        """What stands in front of the next item at a depth from 0: `4.1 `, or a dash."""
        level = depth + 1
        if not self.levels.get(level, _Level()).number_format:
            return "- "
        _count_up(self.counts, level, self.levels, item)
        return _write(self.counts, level, self.levels)


def _count_up(
    counts: list[int], level: int, levels: dict[int, _Level], element: etree._Element
) -> None:
    while len(counts) < level:
        counts.append(levels.get(len(counts) + 1, _Level()).start - 1)
        if len(counts) < level:
            counts[-1] += 1
    del counts[level:]
    stated = str(element.get(f"{TEXT}start-value", ""))
    counts[level - 1] = int(stated) if stated.isdigit() and len(stated) < 9 else counts[-1] + 1


def _write(counts: list[int], level: int, levels: dict[int, _Level]) -> str:
    definition = levels.get(level, _Level())
    first = max(1, level - definition.shown_levels + 1)
    parts = [
        PLAIN_FORMATS.get(form, str)(counts[place - 1])
        for place in range(first, level + 1)
        if (form := levels.get(place, _Level()).number_format)
    ]
    return f"{definition.prefix}{'.'.join(parts)}{definition.suffix}".strip() + " "


def _read_levels(style: etree._Element) -> dict[int, _Level]:
    levels: dict[int, _Level] = {}
    for element in style.iterchildren(*_NUMBERED):
        levels[_integer(element.get(f"{TEXT}level"), 1)] = _Level(
            str(element.get(f"{STYLE}num-format", "")),
            str(element.get(f"{STYLE}num-prefix", "")),
            str(element.get(f"{STYLE}num-suffix", "")),
            _integer(element.get(f"{TEXT}start-value"), 1),
            min(_integer(element.get(f"{TEXT}display-levels"), 1), MOST_LEVELS),
        )
    return levels


def _inherits(name: str, own: dict[str, bool], parents: dict[str, str]) -> bool:
    for _ in range(20):
        if name in own:
            return own[name]
        if name not in parents:
            return False
        name = parents[name]
    return False


def _integer(value: str | None, default: int) -> int:
    text = str(value or "")
    return int(text) if text.isdigit() and len(text) < 9 else default


def read_form_values(root: etree._Element) -> dict[str, str]:
    """What the fields of the document's forms show, by the ids their drawings name."""
    values: dict[str, str] = {}
    form = "{urn:oasis:names:tc:opendocument:xmlns:form:1.0}"
    for forms in root.iter(f"{OFFICE}forms"):
        for element in forms.iter(etree.Element):
            identifier = element.get(f"{form}id") or element.get(
                "{http://www.w3.org/XML/1998/namespace}id"
            )
            if not identifier:
                continue
            if element.tag in {f"{form}checkbox", f"{form}radio"}:
                state = element.get(f"{form}current-state") or element.get(f"{form}state")
                selected = element.get(f"{form}current-selected")
                ticked = state == "checked" or selected == "true"
                values[identifier] = ("☒ " if ticked else "☐ ") + (
                    element.get(f"{form}label") or ""
                )
            elif element.tag == f"{form}listbox":
                values[identifier] = ", ".join(
                    each.get(f"{form}label") or ""
                    for each in element.iter(f"{form}option")
                    if each.get(f"{form}current-selected") == "true"
                )
            elif element.tag not in {f"{form}password", f"{form}hidden"}:
                current = element.get(f"{form}current-value")
                values[identifier] = current or element.get(f"{form}value") or ""
    return values
