"""Encodings told by the letters they give, where frequencies of a short text mislead."""

# Letters and signs of Western European text. Those that texts in other Windows code pages turn
# into when they are read as Windows-1252 (ð, þ, ý, š, ž, ¹, ³) are not among them.
_WESTERN = frozenset(
    "àáâäåæçèéêëìíîïñòóôöøùúüßœÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÜŒ\u00a0¡£§©«®°»€–—‘’‚“”„•…™"
)
_WEST_OR_NOT = frozenset("ãõûÛ")
_NEIGHBOURS = {"cp1257": _WEST_OR_NOT, "cp1254": _WEST_OR_NOT, "mac_roman": _WEST_OR_NOT,
               "cp1250": frozenset()}  # fmt: skip
_ELSEWHERE = frozenset("ðþýÐÞÝ¹³")
_JAPANESE = ("cp932", "euc_jp")
_KANA_SHARE = 0.2


def recognize_script(data: bytes, best: str | None) -> str | None:
    """The encoding that the letters of a text leave no doubt about, or None.

    Japanese has kana between its characters, which no other East Asian text has when it is read
    as Japanese. Western text has none of the letters that Central European, Baltic or Turkish
    text would show; `best`, what frequencies suggest, must be one of these for it to count.
    """
    for encoding in _JAPANESE:
        text = _decode(data, encoding)
        kana = sum("\u3041" <= letter <= "\u30ff" for letter in text)
        foreign = sum(letter > "\x7f" for letter in text)
        halfwidth = sum("\uff61" <= letter <= "\uff9f" for letter in text)
        if foreign and kana >= _KANA_SHARE * foreign and halfwidth <= 0.1 * foreign:
            return encoding
    letters = _foreign_letters(data)
    if letters and best in _NEIGHBOURS and letters <= _WESTERN | _NEIGHBOURS[best]:
        return "cp1252"
    return None


def is_western(data: bytes) -> bool:
    """Whether Windows-1252 gives letters and signs of Western European text alone."""
    letters = _foreign_letters(data)
    return bool(letters) and not letters & _ELSEWHERE


def _foreign_letters(data: bytes) -> set[str]:
    return {letter for letter in _decode(data, "cp1252") if letter > "\x7f"}


def _decode(data: bytes, encoding: str) -> str:
    # The end of the evidence may divide a character of up to three bytes.
    for cut in range(3):
        try:
            return data[: len(data) - cut].decode(encoding)
        except UnicodeDecodeError:
            continue
    return ""
