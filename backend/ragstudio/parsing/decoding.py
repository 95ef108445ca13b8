"""Bytes to text, decided over the whole file. What cannot be decided fails; it is never guessed."""

import codecs
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.encodings import describe_guess, guess_encodings, is_east_asian
from ragstudio.unicode_text import remove_invisible

SAMPLE_BYTES = 1 << 16
EVIDENCE_BYTES = 1 << 15
CONTEXT_BYTES = 200
DAMAGE_LIMIT = 0.001
LEAST_FIT = 0.1

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
_UNWANTED = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
_LINE_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_LINE_END = re.compile("\r\n?")
# Signs that end a line for a typesetter, and not for a format whose records end with a line feed.
_INNER_BREAK = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_LONG_GAP = re.compile(r"(?<!\s)\s{256,}")


@dataclass(frozen=True, slots=True)
class DecodedText:
    """Text, the encoding it was read with, and what a person should know about the reading."""

    text: str
    encoding: str
    warnings: tuple[str, ...] = ()


def read_text(path: Path, *, lines_matter: bool = False) -> DecodedText:
    """The text of a file, with clean line ends. Raises `IngestionFailure` `unknown_encoding`.

    `lines_matter` is for formats where a line feed ends a record, a row or a string: only the line
    ends of files count there (see `clean_text`).
    """
    decoded = decode_text(path.read_bytes())
    text = clean_text(decoded.text, lines_matter=lines_matter)
    return DecodedText(text, decoded.encoding, decoded.warnings)


def decode_text(data: bytes) -> DecodedText:
    """Decode by byte order mark, UTF-8, UTF-16, then what the bytes of the whole text suggest.

    Raises `IngestionFailure` with `unknown_encoding` when no encoding is credible.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decode_marked(data[len(mark) :], encoding)
    utf16 = guess_utf16(data[:SAMPLE_BYTES]) if b"\0" in data[:SAMPLE_BYTES] else None
    if utf16 is not None:
        return _decode_marked(data, utf16)
    if b"\x1b$" in data:
        try:
            return DecodedText(data.decode("iso2022_jp"), "iso2022_jp")
        except UnicodeDecodeError:
            pass
    try:
        return DecodedText(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _decode_damaged_utf8(data) or _decode_legacy(data)


def guess_utf16(head: bytes) -> str | None:
    """`utf-16-le` or `utf-16-be` if a head without byte order mark is plausibly that."""
    head = head[: len(head) // 2 * 2]
    for encoding in ("utf-16-le", "utf-16-be"):
        text = head.decode(encoding, errors="replace").rstrip("\ufffd")
        if text and _is_credible(text) and _is_of_one_script(text):
            return encoding
    return None


def clean_text(text: str, *, lines_matter: bool = False) -> str:
    """Line ends as `\\n`, no control or invisible characters, no gap over 255 characters.

    With `lines_matter`, the signs VT, FF, NEL, U+2028 and U+2029 inside a record become spaces;
    otherwise they end a line as well.
    """
    if lines_matter:
        text = _INNER_BREAK.sub(" ", _LINE_END.sub("\n", text))
    else:
        text = _LINE_BREAK.sub("\n", text)
    text = remove_invisible(_UNWANTED.sub("", text))
    return _LONG_GAP.sub(lambda gap: "\n\n" if "\n" in gap.group() else " ", text)


def _is_credible(text: str) -> bool:
    bad = sum(
        unicodedata.category(character) in {"Cc", "Cn", "Co", "Cs"}
        for character in text
        if character not in "\t\n\r\f"
    )
    return bad <= len(text) * 0.001


def _is_of_one_script(text: str) -> bool:
    """Whether UTF-16 read from unmarked bytes looks written rather than read from other bytes.

    Letters of one alphabet share the upper byte of their code. East Asian text has many upper
    bytes, but its lower bytes are spread evenly, while ASCII bytes taken for UTF-16 are all
    printable ASCII.
    """
    rows = Counter(ord(character) >> 8 for character in text)
    alphabet = rows[0] + max((rows[row] for row in range(1, 0x20)), default=0)
    if rows[0] and alphabet >= 0.9 * len(text):
        return True
    asian = [ord(character) for character in text if unicodedata.category(character) == "Lo"]
    if is_east_asian(text):
        return True
    spread = sum(not 0x20 <= code & 0xFF < 0x7F for code in asian)
    return rows[0] > 0 and len(asian) >= 0.6 * len(text) and spread >= 0.3 * len(asian)


def _decode_marked(data: bytes, encoding: str) -> DecodedText:
    try:
        return DecodedText(data.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        text = data.decode(encoding, errors="replace")
        replaced = text.count("\ufffd")
        if replaced > max(1, len(text) * DAMAGE_LIMIT):
            raise _unknown_encoding() from error
        return DecodedText(text, encoding, (_describe_damage(replaced, encoding),))


def _decode_damaged_utf8(data: bytes) -> DecodedText | None:
    """UTF-8 with a few bad bytes: far more characters of several bytes than bytes that are not."""
    text = data.decode("utf-8", errors="replace")
    replaced = text.count("\ufffd")
    several_bytes = len(data) - len(text.encode("ascii", errors="ignore")) - replaced
    if several_bytes < 20 * replaced:
        return None
    return DecodedText(text, "utf-8", (_describe_damage(replaced, "utf-8"),))


def _decode_legacy(data: bytes) -> DecodedText:
    guesses = guess_encodings(_gather_evidence(data))
    credible = [guess for guess in guesses if guess.score > LEAST_FIT]
    for place, guess in enumerate(credible):
        try:
            text = data.decode(guess.encoding)
        except UnicodeDecodeError:
            continue
        return DecodedText(text, guess.encoding, (describe_guess(credible[place:]),))
    raise _unknown_encoding()


def _gather_evidence(data: bytes) -> bytes:
    """Every stretch with bytes beyond ASCII, from a little before to the end of its line.

    Each begins between two characters: all bytes before it, back to the last line end, are ASCII.
    """
    evidence = bytearray()
    position = 0
    while len(evidence) < EVIDENCE_BYTES:
        match = _HIGH_BYTE.search(data, position)
        if match is None:
            break
        start = max(position, match.start() - CONTEXT_BYTES)
        line_end = data.find(b"\n", match.end(), match.end() + EVIDENCE_BYTES)
        position = line_end + 1 if line_end >= 0 else match.end() + EVIDENCE_BYTES
        evidence += data[start:position]
    return bytes(evidence)


def _describe_damage(replaced: int, encoding: str) -> str:
    return f"{replaced} places are not valid {encoding} and were replaced by \ufffd."


def _unknown_encoding() -> IngestionFailure:
    return IngestionFailure(
        "unknown_encoding",
        "The file's character encoding cannot be determined.",
        hint="Save the file as UTF-8 and upload it again.",
    )
