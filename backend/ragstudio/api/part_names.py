"""The name a file of an upload came with, exactly: data, whatever it looks like."""

import re

# The name as it stands, up to the quotation mark that ends it.
_ESCAPED = re.compile(rb';\s*filename="((?:\\"|[^"])*)"\s*(?:;|$)', re.IGNORECASE)
_PLAIN = re.compile(rb';\s*filename="([^"]*)"', re.IGNORECASE)
_BACKSLASHES = re.compile(rb"\\+")


def read_filename(disposition: bytes, charset: str) -> str | None:
    """The `filename` of a part's Content-Disposition; None where it is not in quotation marks.

    Parsers of this header drop the folders of what looks like a path of Windows; here they stay.
    """
    found = _ESCAPED.search(disposition) or _PLAIN.search(disposition)
    if found is None:
        return None
    written = _unescape(found[1])
    try:
        name = written.decode(charset)
    except (LookupError, UnicodeDecodeError):
        name = written.decode("latin-1")
    return decode_filename(name)


def _unescape(written: bytes) -> bytes:
    r"""Programs write `"` as `\"` and a backslash twice, browsers write a backslash once.

    Where all backslashes stand in pairs, a program escaped them.
    """
    written = written.replace(b'\\"', b'"')
    runs = _BACKSLASHES.findall(written)
    if runs and all(len(run) % 2 == 0 for run in runs):
        return written.replace(b"\\\\", b"\\")
    return written


def decode_filename(name: str) -> str:
    """Undo the three escapes of a name in multipart/form-data.

    Source: "multipart/form-data encoding algorithm", WHATWG HTML, which writes a line feed,
    a carriage return and a quotation mark as `%0A`, `%0D` and `%22` and nothing else.
    """
    return name.replace("%0A", "\n").replace("%0D", "\r").replace("%22", '"')
