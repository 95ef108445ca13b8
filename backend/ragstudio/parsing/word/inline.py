"""The text of a Word paragraph: what is shown of its runs, fields, equations and drawings."""

from collections.abc import Callable, Iterator
from typing import Any

from docx.oxml.ns import qn

from ragstudio.parsing.equations import MATH, read_omml
from ragstudio.parsing.unread import reads_hidden

WRAPPERS = {
    qn(f"w:{name}") for name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag")
}
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = {
    *(qn(f"w:{name}") for name in ("del", "moveFrom", "pPr", "rPr", "sdtPr", "rt")), FALLBACK,
}  # fmt: skip
_TEXT, _RUN, _SYMBOL = qn("w:t"), qn("w:r"), qn("w:sym")
_SIGNS = {
    qn("w:tab"): "\t", qn("w:ptab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n",
    qn("w:noBreakHyphen"): "-",
}  # fmt: skip
_NOTE_MARKS = {qn("w:footnoteReference"): "", qn("w:endnoteReference"): "e"}
_TEXT_BOX = qn("w:txbxContent")
_EQUATIONS = {f"{MATH}oMath", f"{MATH}oMathPara"}
_DRAWINGS = {qn("w:drawing"), qn("w:pict"), qn("w:object")}
_OFF = {"0", "false", "off"}

# The encoding of the font Symbol (Adobe), from 0x20 and from 0xA0.
_SYMBOL_FONT = dict(
    enumerate(
        " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾"
        "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
        start=0x20,
    )
) | dict(
    enumerate(
        "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪",
        start=0xA0,
    )
)
_WINGDINGS = {
    0x4A: "☺", 0x4C: "☹", 0x6C: "●", 0x6E: "■", 0x6F: "☐", 0x71: "❑", 0x75: "◆", 0x76: "❖",
    0xA7: "▪", 0xA8: "☐", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "→",
    0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip


class Inline:
    """Reads the paragraphs of one part of a document.

    `hidden` says of a run, by its properties and the paragraph's style, whether it is hidden.
    What is no text is gathered: `boxes` (text boxes), `drawings`, and how many passages and
    symbols were left out.
    """

    def __init__(self, hidden: Callable[[Any, Any], bool]) -> None:
        self._hidden = hidden
        self.boxes: list[Any] = []
        self.drawings: list[Any] = []
        self.hidden_passages = 0
        self.unknown_symbols = 0

    def read(self, paragraph: Any) -> str:
        """A paragraph's text with tracked insertions, without deletions and comments."""
        left_out = [False]
        text = "".join(self._runs(paragraph, paragraph, left_out))
        self.hidden_passages += left_out[0]
        return text

    def _runs(self, element: Any, paragraph: Any, left_out: list[bool]) -> Iterator[str]:
        for child in element.iterchildren():
            tag = child.tag
            if tag == _RUN:
                if self._hidden(child, paragraph):
                    shown = any((each.text or "").strip() for each in child.iter(_TEXT))
                    left_out[0] = left_out[0] or shown
                    if not reads_hidden():
                        continue
                    left_out[0] = False
                yield from self._runs(child, paragraph, left_out)
            elif tag == _TEXT:
                yield child.text or ""
            elif tag in _SIGNS:
                yield _SIGNS[tag]
            elif tag == _SYMBOL:
                yield self._symbol(child)
            elif tag in _NOTE_MARKS:
                yield f" [{_NOTE_MARKS[tag]}{child.get(qn('w:id'))}]"
            elif tag in _EQUATIONS:
                yield read_omml(child)
            elif tag == qn("w:ffData"):
                yield _read_form_field(child)
            elif tag in _DRAWINGS:
                self.drawings.append(child)
                self._find_boxes(child)
            elif tag not in _SKIPPED:
                yield from self._runs(child, paragraph, left_out)

    def _find_boxes(self, element: Any) -> None:
        for child in element.iterchildren():
            if child.tag == _TEXT_BOX:
                self.boxes.append(child)
            elif child.tag != FALLBACK:
                self._find_boxes(child)

    def _symbol(self, element: Any) -> str:
        font = str(element.get(qn("w:font"), "")).lower()
        try:
            code = int(str(element.get(qn("w:char"), "")), 16)
        except ValueError:
            return ""
        place = code - 0xF000 if 0xF000 <= code <= 0xF0FF else code
        if font == "symbol" and place in _SYMBOL_FONT:
            return _SYMBOL_FONT[place]
        if font.startswith("wingdings") and place in _WINGDINGS:
            return _WINGDINGS[place]
        if place == code and 0x20 <= code < 0xE000:
            return chr(code)
        self.unknown_symbols += 1
        return ""


def _read_form_field(data: Any) -> str:
    """A legacy form field's tick or choice; the text of a text field stands in its runs."""
    box, choice = data.find(qn("w:checkBox")), data.find(qn("w:ddList"))
    if box is not None:
        state = box.find(qn("w:checked"))
        state = box.find(qn("w:default")) if state is None else state
        return "☒" if state is not None and state.get(qn("w:val"), "1") not in _OFF else "☐"
    if choice is not None:
        entries = [str(each.get(qn("w:val"), "")) for each in choice.iter(qn("w:listEntry"))]
        chosen = choice.find(qn("w:result"))
        chosen = choice.find(qn("w:default")) if chosen is None else chosen
        place = str(chosen.get(qn("w:val"), "0")) if chosen is not None else "0"
        return entries[int(place)] if place.isdigit() and int(place) < len(entries) else ""
    return ""


class HiddenRuns:
    """Which runs are hidden: by `w:vanish` on the run, its style or the paragraph's style."""

    def __init__(self, styles: Any) -> None:
        """Takes the root element of the styles part; None where there is none."""
        own: dict[str, bool | None] = {}
        bases: dict[str, str] = {}
        for style in styles.iterchildren(qn("w:style")) if styles is not None else ():
            name = str(style.get(qn("w:styleId")))
            own[name] = _vanishes(style.find(qn("w:rPr")))
            base = style.find(qn("w:basedOn"))
            if base is not None:
                bases[name] = str(base.get(qn("w:val")))
        self._hidden = {name for name in own if _inherits(name, own, bases)}

    def __call__(self, run: Any, paragraph: Any) -> bool:
        """Whether a run is hidden; what is said nearer to it wins."""
        properties = run.find(qn("w:rPr"))
        stated = _vanishes(properties)
        if stated is not None:
            return stated
        if not self._hidden:
            return False
        if properties is not None:
            style = properties.find(qn("w:rStyle"))
            if style is not None and style.get(qn("w:val")) in self._hidden:
                return True
        style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
        return style is not None and style.get(qn("w:val")) in self._hidden


def _inherits(name: str, own: dict[str, bool | None], bases: dict[str, str]) -> bool:
    for _ in range(20):
        stated = own.get(name)
        if stated is not None:
            return stated
        if name not in bases:
            return False
        name = bases[name]
    return False


def _vanishes(properties: Any) -> bool | None:
    element = properties.find(qn("w:vanish")) if properties is not None else None
    return None if element is None else element.get(qn("w:val"), "1") not in _OFF
