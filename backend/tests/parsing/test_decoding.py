import os
from time import perf_counter

import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.decoding import clean_text, decode_text

SPANISH = "El empleado tiene derecho a veinticinco días de vacaciones al año, según el convenio."
FRENCH = "L’employé a droit à vingt-cinq jours de congés payés par an, hors jours fériés."
GERMAN = "Die Mitarbeiter müssen größere Ausgaben für Geschäftsreisen vorher genehmigen lassen."
ENGLISH = "The meal allowance is €65 a day – see “Travel rates” for the city table."
RUSSIAN = "Сотрудник имеет право на двадцать пять рабочих дней отпуска в год."
JAPANESE = "従業員は年間25日の有給休暇を取得する権利があります。カタカナも使います。"
CHINESE = "员工每年有权享受二十五个工作日的带薪年假，不包括公共假日。请提前提交申请。"
POLISH = "Pracownik ma prawo do dwudziestu pięciu dni urlopu. Wnioski należy składać każdy miesiąc."


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        *[("utf-8", text) for text in (SPANISH, RUSSIAN, JAPANESE, "plain")],
        ("utf-8-sig", FRENCH),
        ("utf-16", GERMAN),
        ("utf-16-le", ENGLISH),
        ("utf-16-be", RUSSIAN + "\n"),
        ("utf-16-le", JAPANESE + "\n" + JAPANESE),
        ("utf-32", FRENCH),
        *[("cp1252", text) for text in (SPANISH, FRENCH, GERMAN, ENGLISH, "Café €5", "Köln")],
        ("cp1250", POLISH),
        ("cp1251", RUSSIAN),
        ("cp932", JAPANESE),
        ("euc_jp", JAPANESE),
        ("iso2022_jp", JAPANESE),
        ("iso2022_jp", "plain words only\n" * 10_000 + JAPANESE),
        ("cp1252", "Les employés ont droit à vingt-cinq jours. Éprouvé à l’été, déjà vu."),
        ("utf-8", "plain words only\n" * 10_000 + JAPANESE),
        ("gb18030", "plain words only\n" * 10_000 + CHINESE),
        ("gb18030", CHINESE),
    ],
)
def test_text_comes_back_as_it_was_written(encoding, text):
    assert decode_text(text.encode(encoding)).text.removeprefix("\ufeff") == text


def test_the_whole_file_decides_not_its_head():
    text = "plain words only here\n" * 50_000 + GERMAN
    assert decode_text(text.encode("cp1252")).text == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("plain words only " * 200_000 + GERMAN, "cp1252"), (JAPANESE * 8_000, "cp932")],
)
def test_one_line_of_megabytes_is_decided_quickly(text, encoding):
    started = perf_counter()
    assert decode_text(text.encode(encoding)).text == text
    assert perf_counter() - started < 10


def test_gaps_just_too_short_to_close_are_passed_quickly():
    text = (" " * 255 + "x") * 20_000
    started = perf_counter()
    assert clean_text(text) == text
    assert perf_counter() - started < 10


def test_a_guessed_encoding_is_named_in_a_warning():
    assert "cp1252" in decode_text(GERMAN.encode("cp1252")).warnings[0]
    assert decode_text(GERMAN.encode()).warnings == ()


@pytest.mark.parametrize("data", [bytes(range(128, 256)) * 4, os.urandom(4000)])
def test_bytes_of_no_credible_encoding_fail(data):
    with pytest.raises(IngestionFailure) as failure:
        decode_text(data.replace(b"\0", b"\xc3"))
    assert failure.value.failure_code == "unknown_encoding"
    assert "UTF-8" in failure.value.hint


def test_damaged_utf8_is_not_read_as_another_encoding():
    data = (JAPANESE * 30).encode()
    decoded = decode_text(data[:300] + b"\xff" + data[300:-1])
    assert "従業員" in decoded.text
    assert decoded.encoding == "utf-8"
    assert "not valid utf-8" in decoded.warnings[0]


def test_line_ends_become_one_and_controls_go():
    assert clean_text("\ufeffa\r\nb\rc\x0bd\x85e\u2028f\x00\x07\ud800") == "a\nb\nc\nd\ne\nf"


def test_an_enormous_gap_becomes_a_short_one():
    assert clean_text("a" + " " * 10_000 + "b" + "\n" * 10_000 + "c") == "a b\n\nc"
    assert clean_text("a" + " " * 255 + "b") == "a" + " " * 255 + "b"
