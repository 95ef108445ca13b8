"""Signs inside words, strings and cells: the text is whole, and one record stays one record."""

import json
from pathlib import Path

import pytest

from ragstudio.formats import Kind
from ragstudio.records import BlockType, UnreadKind
from ragstudio.search.analysis import analyse_query
from tests.parsing.sample_files import parse_bytes, rows_of

SEPARATORS = ["\u2028", "\u2029", "\x85"]


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        (Kind.HTML, "<h1>Har&shy;bour</h1><p>The main&shy;te&shy;nance win&#8203;dow</p>"),
        (Kind.MARKDOWN, "\u200b# Har\u00adbour\n\nThe main\u00adtenance win\u200bdow.\n"),
        (Kind.TEXT, "Harbour\n\nThe main\u00adtenance window\u2060 is at 02:00."),
        (Kind.CSV, "thing,time\nmain\u00adtenance win\u200bdow,02:00\ncrane,03:00\n"),
        (Kind.JSON, '{"note": "The main\\u00adtenance win\u200bdow"}'),
        (Kind.JSON_LINES, '{"note": "The main\\u00adtenance window"}\n'),
        (Kind.EML, "From: a@example.org\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n"
                  "The main\u00adtenance window is at 02:00.\n"),
    ],
)  # fmt: skip
def test_words_are_not_divided_by_invisible_signs(tmp_path: Path, kind: Kind, content: str) -> None:
    text = parse_bytes(tmp_path, kind, content.encode()).text
    assert "maintenance window" in text
    assert not set(text) & set("\u00ad\u200b\u2060\ufeff")


def test_a_question_may_hold_them_too() -> None:
    assert analyse_query("main\u00adtenance") == analyse_query("maintenance")


@pytest.mark.parametrize("separator", SEPARATORS)
def test_a_separator_in_a_json_string_is_content(tmp_path: Path, separator: str) -> None:
    line = json.dumps({"id": "r7", "note": f"red{separator}buoy"}, ensure_ascii=False)
    lines = parse_bytes(tmp_path, Kind.JSON_LINES, f"{line}\n{line}\n".encode())
    assert len(lines.blocks) == 2
    assert "note: red buoy" in lines.text
    assert "red buoy" in parse_bytes(tmp_path, Kind.JSON, line.encode()).text


@pytest.mark.parametrize("separator", [*SEPARATORS, "\x0b", "\x0c"])
def test_a_separator_in_a_cell_makes_no_record(tmp_path: Path, separator: str) -> None:
    table = f"berth,remark\nB4,first{separator}second: no\nB5,third\n"
    rows = rows_of(parse_bytes(tmp_path, Kind.CSV, table.encode()))
    assert len(rows) == 2
    assert "first second: no" in rows[0]


@pytest.mark.parametrize("separator", SEPARATORS)
def test_a_row_of_a_markdown_table_stays_whole(tmp_path: Path, separator: str) -> None:
    table = f"| berth | remark |\n| --- | --- |\n| B4 | one{separator}two |\n"
    document = parse_bytes(tmp_path, Kind.MARKDOWN, table.encode())
    assert [block.type for block in document.blocks] == [BlockType.TABLE]
    assert "one two" in document.text


@pytest.mark.parametrize("sign", ["\x0b", "\x08", "\x0c"])
def test_a_text_with_one_control_character_is_a_text(tmp_path: Path, sign: str) -> None:
    assert (
        "tide gauge"
        in parse_bytes(tmp_path, Kind.TEXT, f"The tide gauge{sign} reads 4 m.".encode()).text
    )


def test_characters_without_meaning_are_listed(tmp_path: Path) -> None:
    document = parse_bytes(tmp_path, Kind.TEXT, "The \uf001\uf002 ligature and \ufffd.".encode())
    (gap,) = document.unread
    assert (gap.kind, gap.count) == (UnreadKind.CHARACTERS, 3)
