import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ragstudio.formats import Kind
from ragstudio.parsing.formats import markdown
from tests.parsing.sample_files import outline, parse_bytes, sections_of

SOURCE = """---
title: Leave
---
# Annual *leave* [policy](x.md) `v2`

Intro
text.

## 7. Carry-over

- one
- two
  continued

  # not a heading

1. first

| a | b |
|---|---|
| 1 | 2 |

### Deep ###

```python
# not a heading
```

Setext
------

> # quoted

[ref]: http://example.org

---

    indented # code
"""


def test_every_kind_of_block_in_order(tmp_path):
    document = parse_bytes(tmp_path, Kind.MARKDOWN, SOURCE)
    assert document.text == SOURCE
    assert outline(document) == [
        ("text", "---\ntitle: Leave\n---"),
        ("heading", "# Annual *leave* [policy](x.md) `v2`"),
        ("text", "Intro\ntext."),
        ("heading", "## 7. Carry-over"),
        ("list", "- one\n- two\n  continued\n\n  # not a heading"),
        ("list", "1. first"),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("heading", "### Deep ###"),
        ("code", "```python\n# not a heading\n```"),
        ("heading", "Setext\n------"),
        ("text", "> # quoted"),
        ("text", "[ref]: http://example.org"),
        ("text", "---"),
        ("code", "indented # code"),
    ]
    assert sections_of(document) == [
        (None, None),
        ("1", "Annual leave policy v2"),
        ("1.1", "Annual leave policy v2 > 7. Carry-over"),
        ("1.1.1", "Annual leave policy v2 > 7. Carry-over > Deep"),
        ("1.2", "Annual leave policy v2 > Setext"),
    ]
    assert [b.level for b in document.blocks if b.type == "heading"] == [1, 2, 3, 2]


@pytest.mark.parametrize("fence", ["```", "~~~", "````"])
@pytest.mark.parametrize("closed", [True, False])
def test_nothing_in_a_fence_is_a_heading(tmp_path, fence, closed):
    source = f"# Real\n\n{fence}\n# no\n\n## no\n" + (f"{fence}\n\n# After\n" if closed else "")
    titles = [path for _, path in sections_of(parse_bytes(tmp_path, Kind.MARKDOWN, source))]
    assert titles == (["Real", "After"] if closed else ["Real"])


FRAGMENTS = st.lists(
    st.sampled_from(
        ["# H\n", "text\n", "\n", "```\n", "~~~\n", "- item\n", "  more\n", "> quote\n", "\n\n",
         "| a | b |\n", "|---|---|\n", "===\n", "---\n", "    code\n", "<div>\n", "</div>\n",
         "<!-- c\n", "-->\n", "[r]: x\n", "1. one\n", "\t\n", "\u00a0\n", "\u2003x\n", "end"]
    ),
    max_size=60,
).map("".join)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(FRAGMENTS)
def test_windows_change_nothing(text):
    """Parsed a few characters at a time, the blocks are those of one parse."""
    whole = markdown.parse_blocks(text)
    original = markdown.WINDOW
    markdown.WINDOW = 3
    try:
        assert markdown.parse_blocks(text) == whole
    finally:
        markdown.WINDOW = original


@settings(max_examples=100, deadline=None)
@given(FRAGMENTS)
def test_headings_are_those_of_the_reference_parser(text):
    text = "\n" + text
    expected = [
        int(token.tag[1:])
        for token in MarkdownIt("commonmark").enable("table").parse(text)
        if token.type == "heading_open" and token.level == 0
    ]
    found = [block.level for block in markdown.parse_blocks(text) if block.level is not None]
    assert len(found) <= len(expected)
    empty_titles = len(expected) - len(found)
    assert empty_titles == 0 or "===" in text or "---" in text or "#" in text
