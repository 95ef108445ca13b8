"""Equations as a line of readable text: `(a+b)/c`, `x^2`, `sqrt(x)`.

Reads OMML (ISO/IEC 29500-1, 22.1), which Word and PowerPoint write, and presentation MathML.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"

_SIMPLE = re.compile(r"[\w.,′'°∞]+|\([^()]*\)|\[[^\[\]]*\]")
_PRODUCT = re.compile(r"[\w.,′'°∞·⋅×∙]+")
_INVISIBLE = dict.fromkeys(map(ord, "\u2061\u2062\u2063\u2064\u200b\u2060"))
_APART = re.compile(r"[^\W\d_]{2,}$|[_^](?:\w+|\([^()]*\))$")


def read_omml(element: Any) -> str:
    """The text of an `m:oMath` or `m:oMathPara`; several equations are apart by line breaks."""
    if element.tag == f"{MATH}oMathPara":
        return "\n".join(filter(None, map(read_omml, element.iterchildren(f"{MATH}oMath"))))
    return _join(map(_omml, element))


def read_mathml(element: Any) -> str:
    """The text of a `math` element, with or without the MathML namespace."""
    text = _mathml_row(element)
    return " ".join(text.split()) or str(element.get("alttext") or "")


def _join(pieces: Iterable[str]) -> str:
    """Pieces side by side; a name such as `sin`, or an exponent, stays apart from the next."""
    joined = ""
    for piece in pieces:
        if not piece:
            continue
        if _APART.search(joined) and piece[0].isalnum():
            joined += " "
        joined += piece
    return joined


def _group(text: str) -> str:
    return text if not text or _SIMPLE.fullmatch(text) else f"({text})"


def _divide(above: str, below: str) -> str:
    above = above if _PRODUCT.fullmatch(above) else _group(above)
    return f"{above}/{_group(below)}"


def _script(base: str, below: str, above: str) -> str:
    text = _group(base) if len(base) > 1 and not base.isalnum() else base
    text += f"_{_group(below)}" if below else ""
    return text + (f"^{_group(above)}" if above else "")


def _root(content: str, degree: str) -> str:
    return f"root({degree}, {content})" if degree else f"sqrt({content})"


def _omml(element: Any) -> str:
    if not isinstance(element.tag, str):
        return ""
    name = element.tag.rpartition("}")[2]
    if name in _OMML:
        return _OMML[name](element)
    if name == "t":
        return str(element.text or "").translate(_INVISIBLE)
    if name.endswith("Pr") or name in {"del", "moveFrom"}:
        return ""
    return _join(map(_omml, element))


def _part(element: Any, name: str) -> str:
    found = element.find(f"{MATH}{name}")
    return "" if found is None else _join(map(_omml, found))


def _parts(element: Any, name: str = "e") -> list[str]:
    return [_join(map(_omml, each)) for each in element.iterchildren(f"{MATH}{name}")]


def _property(element: Any, name: str, default: str) -> str:
    for properties in element:
        if str(properties.tag).endswith("Pr"):
            found = properties.find(f"{MATH}{name}")
            if found is not None:
                return str(found.get(f"{MATH}val", ""))
    return default


def _omml_delimiter(element: Any) -> str:
    separator = _property(element, "sepChr", "|")
    content = separator.join(_parts(element))
    return _property(element, "begChr", "(") + content + _property(element, "endChr", ")")


def _omml_nary(element: Any) -> str:
    sign = _property(element, "chr", "∫")
    content = _part(element, "e")
    return _script(sign, _part(element, "sub"), _part(element, "sup")) + f" {content}"


def _omml_matrix(element: Any) -> str:
    rows = (", ".join(_parts(row)) for row in element.iterchildren(f"{MATH}mr"))
    return "[" + "; ".join(rows) + "]"


_OMML: dict[str, Callable[[Any], str]] = {
    "f": lambda e: _divide(_part(e, "num"), _part(e, "den")),
    "sSup": lambda e: _script(_part(e, "e"), "", _part(e, "sup")),
    "sSub": lambda e: _script(_part(e, "e"), _part(e, "sub"), ""),
    "sSubSup": lambda e: _script(_part(e, "e"), _part(e, "sub"), _part(e, "sup")),
    "sPre": lambda e: _script("", _part(e, "sub"), _part(e, "sup")) + _part(e, "e"),
    "rad": lambda e: _root(_part(e, "e"), _part(e, "deg")),
    "nary": _omml_nary,
    "d": _omml_delimiter,
    "func": lambda e: f"{_part(e, 'fName')} {_part(e, 'e')}",
    "limLow": lambda e: _script(_part(e, "e"), _part(e, "lim"), ""),
    "limUpp": lambda e: _script(_part(e, "e"), "", _part(e, "lim")),
    "m": _omml_matrix,
    "eqArr": lambda e: "; ".join(_parts(e)),
    "acc": lambda e: _part(e, "e") + _property(e, "chr", "\u0302"),
}


def _mathml_row(element: Any) -> str:
    return _join(map(_mathml, element)) if len(element) else _own_text(element)


def _own_text(element: Any) -> str:
    return " ".join("".join(element.itertext()).translate(_INVISIBLE).split())


def _mathml(element: Any) -> str:
    name = (
        "none"
        if not isinstance(element.tag, str)
        else element.tag.rpartition("}")[2].rpartition(":")[2].lower()
    )
    if name in {"mi", "mn", "mo", "ms"}:
        return _own_text(element)
    if name in {"mtext", "mspace"}:
        text = "".join(element.itertext()).replace("\u00a0", " ")
        return f" {text.strip()} " if text.strip() else " "
    if name in {"annotation", "annotation-xml", "mphantom", "none", "mprescripts"}:
        return ""
    if name in _MATHML:
        children = [_mathml(child) for child in element if isinstance(child.tag, str)]
        return _MATHML[name](element, [*children, "", "", ""])
    return _mathml_row(element)


def _mathml_fenced(element: Any, children: list[str]) -> str:
    separator = (element.get("separators", ",").strip() or " ")[0]
    content = f"{separator} ".join(child for child in children if child)
    return f"{element.get('open', '(')}{content}{element.get('close', ')')}"


def _mathml_table(element: Any, children: list[str]) -> str:
    return "[" + "; ".join(child for child in children if child) + "]"


_MATHML: dict[str, Callable[[Any, list[str]], str]] = {
    "mfrac": lambda e, parts: _divide(parts[0].strip(), parts[1].strip()),
    "msup": lambda e, parts: _script(parts[0], "", parts[1]),
    "msub": lambda e, parts: _script(parts[0], parts[1], ""),
    "msubsup": lambda e, parts: _script(parts[0], parts[1], parts[2]),
    "munder": lambda e, parts: _script(parts[0], parts[1], ""),
    "mover": lambda e, parts: _script(parts[0], "", parts[1]),
    "munderover": lambda e, parts: _script(parts[0], parts[1], parts[2]),
    "mmultiscripts": lambda e, parts: _script(parts[0], parts[1], parts[2]),
    "msqrt": lambda e, parts: _root(_join(parts), ""),
    "mroot": lambda e, parts: _root(parts[0], parts[1]),
    "mfenced": _mathml_fenced,
    "mtable": _mathml_table,
    "mtr": lambda e, parts: ", ".join(part for part in parts if part),
}
