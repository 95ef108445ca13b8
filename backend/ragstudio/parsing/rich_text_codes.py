"""RTF made ready for pandoc, which knows the Windows-1252 code page alone.

Characters of any code page and `\\uN` become UTF-8; footnotes move to the end, where they belong
to no table; tracked deletions, pictures and embedded data go.
"""

import codecs
import re
from dataclasses import dataclass

from ragstudio.parsing.unread import reads_hidden

_FONT_CODE_PAGES = {
    "77": "mac_roman", "128": "cp932", "129": "cp949", "134": "gb18030", "136": "cp950",
    "161": "cp1253", "162": "cp1254", "163": "cp1258", "177": "cp1255", "178": "cp1256",
    "186": "cp1257", "204": "cp1251", "222": "cp874", "238": "cp1250",
}  # fmt: skip
_DEFAULT_CODE_PAGE = re.compile(rb"\\ansicpg(\d+)")
_MACHINE = re.compile(rb"\\rtf\d*\s*\\(mac|pca?)\b")
_FONT = re.compile(rb"\{\s*\\f(\d+)[^{}]*?\\fcharset(\d+)")
_TOKEN = re.compile(
    rb"(?P<open>\{)|(?P<close>\})|(?P<bytes>(?:\\'[0-9a-fA-F]{2}|[\x80-\xff])+)"
    rb"|\\(?P<word>[a-zA-Z]+)(?P<number>-?\d+)? ?|\\."
    rb"|(?P<text>[^{}\\\x80-\xff]+)",
    re.DOTALL,
)
_DATA = {
    b"pict", b"objdata", b"themedata", b"datastore", b"colorschememapping", b"fontemb", b"blipuid",
}  # fmt: skip
_CONTROLS = re.compile(r"[\\{}]")
_LABEL = re.compile(rb"\{\\listtext([^{}]{0,400})\}")
_WORDS = re.compile(rb"\\'[0-9a-fA-F]{2}|\\u-?\d+ ?.?|\\[a-zA-Z]+-?\d* ?|[{}]|[\x80-\xff]")
_PICT = re.compile(rb"\\pict(?![a-zA-Z])")
_PICTURE = re.compile(rb"\\(?:png|jpeg)blip[^}]*?(?<=[\s}])([0-9a-fA-F\s]{200,})\}")
_HEX = re.compile(rb"\\'([0-9a-fA-F]{2})")


@dataclass(slots=True)
class _Group:
    start: int
    code_page: str
    fallback: int
    deleted_from: int | None = None
    footnote: bool = False
    dropped: bool = False
    label: bool = False


@dataclass(frozen=True, slots=True)
class RichText:
    """A document for pandoc, in UTF-8; how often it hides text; and its pictures.

    `other_pictures` are those in formats that only the program that made them draws.
    """

    markup: bytes
    hidden: int
    pictures: list[bytes]
    other_pictures: int


def prepare_rich_text(data: bytes) -> RichText:
    """The same document without what is not its text; hidden text stays where it is asked for.

    The numbers of its lists, which pandoc counts from 1 again, become part of the text.
    """
    rewriter = _Rewriter(data)
    markup = rewriter.rewrite()
    pictures = [bytes.fromhex(digits.decode()) for digits in map(_even, _PICTURE.findall(data))]
    copies = data.count(b"\\nonshppict")
    others = max(0, len(_PICT.findall(data)) - copies - len(pictures))
    return RichText(markup, rewriter.hidden, pictures, others)


def _even(digits: bytes) -> bytes:
    digits = b"".join(digits.split())
    return digits[: len(digits) // 2 * 2]


class _Rewriter:
    def __init__(self, data: bytes) -> None:
        self._data = data
        default = _read_default_code_page(data)
        self._fonts = {
            number: _FONT_CODE_PAGES.get(charset.decode(), default)
            for number, charset in _FONT.findall(data[: 1 << 20])
        }
        self._out: list[bytes] = []
        self._notes: list[bytes] = []
        self._groups = [_Group(0, default, 1)]
        self.hidden = 0
        self._label = b""
        self._numbered = any(_has_number(label) for label in _LABEL.findall(data))
        self._skip = 0
        self._high = 0
        self._lead = b""

    def rewrite(self) -> bytes:
        position = 0
        while match := _TOKEN.match(self._data, position):
            position = match.end()
            if match["word"] == b"bin":
                position += max(0, int(match["number"] or 0))
                continue
            self._take(match)
        body = b"".join(self._out).rstrip()
        notes = b"".join(
            b"{\\pard\\plain [%d] %s\\par}" % (number, note)
            for number, note in enumerate(self._notes, start=1)
        )
        if not notes or not body.endswith(b"}"):
            return body
        return body[:-1] + b"\\pard\\par" + notes + b"}"

    def _take(self, match: re.Match[bytes]) -> None:
        token = match.group()
        if match["open"]:
            group = self._groups[-1]
            self._groups.append(_Group(len(self._out), group.code_page, group.fallback))
            self._out.append(token)
        elif match["close"]:
            self._close()
        elif match["bytes"]:
            self._write_label()
            self._out.append(self._decode(_HEX.sub(_unescape, token)))
        elif match["word"]:
            self._obey(match["word"], match["number"] or b"", token)
        elif match["text"]:
            self._write_text(token)
        elif self._skip:
            self._skip -= 1
        else:
            self._out.append(token)

    def _obey(self, word: bytes, number: bytes, token: bytes) -> None:  # noqa: PLR0912
        group = self._groups[-1]
        if word == b"f" and number in self._fonts:
            group.code_page = self._fonts[number]
        elif word == b"uc" and number:
            group.fallback = min(max(0, int(number)), 10)
        elif word == b"deleted":
            self._end_deletion(group)
            if number != b"0":
                group.deleted_from = len(self._out)
                return
        elif word == b"v":
            if number != b"0":
                self.hidden += 1
            if reads_hidden():
                return
        elif word == b"listtext" and self._numbered:
            group.label = True
        elif word in {b"ls", b"ilvl"} and self._numbered:
            return
        elif word == b"footnote":
            group.footnote = True
        elif word in _DATA:
            group.dropped = True
        self._skip = 0
        if word == b"u" and number:
            self._skip = group.fallback
            self._out.append(self._write_unit(int(number[:9]) & 0xFFFF))
        else:
            # Without the space a letter that follows would become part of the word.
            self._out.append(token.rstrip(b" ") + b" ")

    def _write_unit(self, unit: int) -> bytes:
        """A UTF-16 unit as a character, the two of a pair as one."""
        if 0xD800 <= unit < 0xDC00:
            self._high = unit
            return b""
        if 0xDC00 <= unit < 0xE000:
            code = 0x10000 + ((self._high - 0xD800) << 10) + unit - 0xDC00
            unit, self._high = (code if self._high else 0xFFFD), 0
        return _escape(chr(unit))

    def _write_text(self, token: bytes) -> None:
        """Plain text, without the characters that stand in for a `\\uN` before it."""
        if token.strip():
            self._write_label()
        if self._lead:
            self._out.append(self._decode(token[:1]))
            token = token[1:]
        self._out.append(token[self._skip :])
        self._skip = max(0, self._skip - len(token))

    def _write_label(self) -> None:
        self._out.append(self._label)
        self._label = b""

    def _decode(self, raw: bytes) -> bytes:
        """Bytes of the font's code page as characters; those that stand in for a `\\uN` go.

        A first byte of two whose second is written as plain text waits for it.
        """
        skipped, self._skip = min(self._skip, len(raw)), 0
        errors = "ignore" if skipped else "replace"
        decoder = codecs.getincrementaldecoder(self._groups[-1].code_page)(errors)
        text = decoder.decode(self._lead + raw[skipped:])
        state = decoder.getstate()[0]
        self._lead = state if isinstance(state, bytes) and len(state) == 1 else b""
        return _escape(text)

    def _end_deletion(self, group: _Group) -> None:
        if group.deleted_from is not None:
            del self._out[group.deleted_from :]
            group.deleted_from = None

    def _close(self) -> None:
        if len(self._groups) == 1:
            return
        group = self._groups.pop()
        self._skip = 0
        self._end_deletion(group)
        if group.dropped:
            del self._out[group.start :]
        elif group.label:
            label = b"".join(self._out[group.start :])
            del self._out[group.start :]
            text = b" ".join(_WORDS.sub(b" ", label).split())
            # It waits for the text: what follows first are the properties of its paragraph.
            self._label = (text if _has_number(label) else b"-") + b" "
        elif group.footnote:
            note = b"".join(self._out[group.start :]).replace(b"\\footnote", b"", 1) + b"}"
            del self._out[group.start :]
            self._notes.append(note)
            self._out.append(b"[%d]" % len(self._notes))
        else:
            self._out.append(b"}")


def _has_number(label: bytes) -> bool:
    """Whether the label of a list item is a number or a letter, not a bullet."""
    return re.search(rb"[0-9A-Za-z]", _WORDS.sub(b" ", label)) is not None


def _unescape(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 16)])


def _escape(text: str) -> bytes:
    return _CONTROLS.sub(r"\\\g<0>", text).encode()


def _read_default_code_page(data: bytes) -> str:
    head = data[:4096]
    machine = _MACHINE.search(head)
    if machine is not None:
        return "mac_roman" if machine[1] == b"mac" else "cp437"
    stated = _DEFAULT_CODE_PAGE.search(head)
    name = f"cp{int(stated[1])}" if stated and len(stated[1]) < 6 else "cp1252"
    name = {"cp65001": "utf-8", "cp936": "gb18030", "cp0": "cp1252"}.get(name, name)
    try:
        b"".decode(name)
    except LookupError:
        return "cp1252"
    return name
