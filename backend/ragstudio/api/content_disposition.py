"""The download name of a file in a header, whatever characters it is made of."""

import re
from urllib.parse import quote

# attr-char of RFC 8187 beyond letters and digits, which `quote` never escapes.
_SAFE = "!#$&+-.^_`|~"
_NOT_PLAIN = re.compile(r"[^ !#$&\'()+,.0-9;=@A-Z\[\]^_`a-z{}~-]")
_FALLBACK_CHARACTERS = 150


def attach(filename: str) -> str:
    """`Content-Disposition: attachment` with an ASCII fallback and the exact name.

    Source: RFC 6266, with the extended value of RFC 8187.
    """
    fallback = _NOT_PLAIN.sub("_", filename)
    if len(fallback) > _FALLBACK_CHARACTERS:
        stem, dot, suffix = fallback.rpartition(".")
        kept = f"{dot}{suffix}" if stem and len(suffix) <= 10 else ""
        fallback = fallback[: _FALLBACK_CHARACTERS - len(kept)] + kept
    exact = quote(filename.encode("utf-8", "replace"), safe=_SAFE)
    return f"attachment; filename=\"{fallback}\"; filename*=UTF-8''{exact}"
