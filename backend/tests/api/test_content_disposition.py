"""Download names."""

import re
from urllib.parse import unquote

from hypothesis import given
from hypothesis import strategies as st

from ragstudio.api.content_disposition import attach


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300))
def test_any_name_is_one_safe_header_that_gives_the_name_back(name: str) -> None:
    header = attach(name)
    assert header.isascii()
    assert header.isprintable()
    exact = header.partition("filename*=UTF-8''")[2]
    assert re.fullmatch(r"(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+", exact)
    assert unquote(exact) == name


def test_the_fallback_keeps_the_suffix_of_a_long_name() -> None:
    fallback = attach("x" * 300 + ".pdf").split('"')[1]
    assert fallback.endswith(".pdf")
    assert len(fallback) == 150
