"""Text as it is read and searched: signs that nobody sees or can read."""

import re
import unicodedata

# Soft hyphen, Mongolian vowel separator, zero-width space, word joiner, byte order mark. The
# zero-width joiner and non-joiner have a meaning between letters of joining scripts and in emoji,
# and none beside Latin, Greek, Cyrillic or Armenian letters, digits and ASCII signs.
_PLAIN = "\\x00-\\u058f\\u1e00-\\u1fff"
_INVISIBLE = re.compile(
    "[\u00ad\u180e\u200b\u2060\ufeff]"
    f"|(?<=[{_PLAIN}])[\u200c\u200d]+|[\u200c\u200d]+(?=[{_PLAIN}])|[\u200c\u200d]+\\Z"
)


def remove_invisible(text: str) -> str:
    """The text without signs that are invisible and divide words, such as soft hyphens."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def count_unreadable(text: str) -> int:
    """How many characters mean nothing outside the file: U+FFFD and private use."""
    if text.isascii():
        return 0
    return sum(text.count(sign) for sign in set(text) if _is_unreadable(sign))


def _is_unreadable(sign: str) -> bool:
    return sign == "\ufffd" or unicodedata.category(sign) == "Co"
