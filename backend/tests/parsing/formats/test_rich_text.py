import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from ragstudio.parsing.unread import include_hidden
from tests.parsing.sample_files import outline, parse_bytes
from tests.parsing.word.test_inline import draw_notice

DOCUMENT = rb"""{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}}{\info{\title Leave}{\author Ada}}
{\header \pard RUNNING\par}
\pard\outlinelevel0 Leave policy\par
\pard\plain Staff get 25 days \u8364? caf\'e9.{\deleted DELETED} {\revised inserted}
{\*\annotation COMMENT}\par
\trowd\cellx2000\cellx4000\pard\intbl Country\cell Rate\cell\row
\trowd\cellx2000\cellx4000\pard\intbl Norway\cell 50\cell\row
\pard After the table.{\footnote The note.} {\strike struck}\par
}"""


def test_headings_tables_and_notes_without_deletions_and_comments(tmp_path):
    document = parse_bytes(tmp_path, Kind.RTF, DOCUMENT)
    assert outline(document) == [
        ("heading", "Leave policy"),
        ("text", "Staff get 25 days € café. inserted"),
        ("table", "| Country | Rate |\n| --- | --- |\n| Norway | 50 |"),
        ("text", "After the table.[1] struck"),
        ("text", "[1] The note."),
    ]
    assert document.source.owner == "Ada"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2", "Привет"),
        (b"\\ansicpg1251 \xcf\xf0\xe8\xe2\xe5\xf2", "Привет"),
        (rb"\ansicpg932 \'93\'fa\'96\'7b", "日本"),
        (rb"\ansicpg932 \'83X\'83g", "スト"),
        (rb"\u123?\u125?", "{}"),
        (rb"\ansicpg1252{\fonttbl{\f1\fcharset204 A;}}{\f1 \'cf}\'cf", "ПÏ"),
        (rb"\ansicpg1252 it\u8217\'92s", "it’s"),
        (rb"\ansicpg932\uc2 \u26085\'93\'fa!", "日!"),
        (rb"\u-10179?\u-8704? \u233?.", "😀 é."),
        (rb"\deleted gone\deleted0 kept", "kept"),
    ],
)
def test_every_code_page_is_read(tmp_path, body, text):
    document = parse_bytes(tmp_path, Kind.RTF, b"{\\rtf1\\ansi" + body + b"\\par}")
    assert document.text == text


@pytest.mark.parametrize(
    "data",
    [
        b"{\\rtf1" + b"{" * 30_000 + b"text" + b"}" * 30_000 + b"}",
        b"{\\rtf1\\bin99999999 x}",
        b"{\\rtf1 \\u99999999999? text\\par}",
        DOCUMENT[:300],
        b"{\\rtf1" + b"}" * 1000,
    ],
)
def test_bombs_and_halves_end_in_text_or_a_failure(tmp_path, data):
    try:
        assert parse_bytes(tmp_path, Kind.RTF, data).blocks
    except IngestionFailure as failure:
        assert failure.hint


def test_the_numbers_of_a_list_are_those_it_shows(tmp_path):
    items = "".join(
        rf"{{\listtext\f0 {number}\tab}}\pard\ls1\ilvl0 {text}\par "
        for number, text in (("4.", "Stop"), ("4.1", "Tag"), ("b)", "Try"))
    )
    text = parse_bytes(tmp_path, Kind.RTF, rf"{{\rtf1\ansi {items}}}").text
    assert text.split("\n\n") == ["4. Stop", "4.1 Tag", "b) Try"]


def test_hidden_text_is_left_out_and_listed(tmp_path):
    data = r"{\rtf1\ansi 12 euro{\v  or 8 euro}\par \v secret\v0 end\par}"
    parsed = parse_bytes(tmp_path, Kind.RTF, data)
    assert parsed.text == "12 euro\n\nend"
    assert [each.summary for each in parsed.unread] == ["2 hidden passages: left out"]
    with include_hidden(True):
        parsed = parse_bytes(tmp_path, Kind.RTF, data)
    assert "8 euro" in parsed.text and "secret" in parsed.text
    assert parsed.unread == []


def test_pictures_are_recognised(tmp_path):
    digits = draw_notice("Gate code QUAY 7714").getvalue().hex()
    data = rf"{{\rtf1\ansi Read this.\par{{\pict\pngblip\picw900\pich140 {digits}}}"
    parsed = parse_bytes(tmp_path, Kind.RTF, data + r"{\pict\wmetafile8 0102}}")
    assert "7714" in parsed.text
    assert [each.summary for each in parsed.unread] == ["1 picture: its format cannot be read"]
