"""Short texts in old encodings give the letters they were written with."""

import pytest

from ragstudio.parsing.decoding import decode_text
from ragstudio.parsing.encodings import guess_encodings

TEXTS = {
    "iso8859_2": [
        "Ciśnienie wody w zbiorniku",
        "Měsíční poplatek činí 300 Kč",
        "Žádost podá řidič",
        "Az őrző kulcsa a fiókban",
        "příliš žluťoučký kůň",
    ],
    "cp1250": [
        "Zażółć gęślą jaźń",
        "Święto w poniedziałek",
        "Účet číslo",
        "košnja trave je obvezna u srpnju, šljive",
    ],
    "cp1252": [
        "Köln",
        "Café fermé",
        "El año próximo",
        "Não é possível",
        "Größe in Maß",
        "smørrebrød på søndag",
        "“Quoted” – dash",
        "Prix : 5 € l’été",
        "Größe über alles, déjà vu",
    ],
    "iso8859_15": ["Prix : 12 € par été", "œuvre d'art, 5 €", "hinta 5 € päivässä"],
    "cp1254": [
        "Çalışma saatleri şöyle: dokuz",
        "Yıllık izin",
        "ışık ağacı",
        "Ödeme gün içinde yapılır",
    ],
    "cp1257": ["Mēneša maksa", "Šiandien yra šventė, ąžuolas", "Lietuvių kalbą"],
    "cp1251": ["Отпуск 25 дней", "Стоимость", "Ціна її ґанку", "Работният ден започва"],
    "koi8_r": ["Отпуск 25 дней", "Стоимость билета", "Склад закрыт до утра"],
    "cp866": ["Отпуск 25 дней", "Стоимость билета", "Склад закрыт"],
    "cp1253": ["Ώρες λειτουργίας", "Η τιμή είναι δέκα ευρώ"],
    "cp1255": ["שעות פתיחה", "המחיר הוא עשרה"],
    "cp1256": ["ساعات العمل", "السعر عشرة"],
    "cp874": ["เวลาเปิดทำการ", "ราคาสิบบาท", "ลาพักร้อนได้ปีละสิบวัน"],
    "mac_roman": ["Café fermé à midi", "Größe: zwei Stück"],
    "cp437": ["Café fermé", "Größe über alles", "El año", "Crème brûlée"],
    "gb18030": ["办公时间", "员工每年有二十五天假", "价格：十元", "办公室", "仓库门锁"],
    "big5": ["辦公時間", "員工每年有二十五天假", "價格：十元"],
    "cp949": ["근무 시간은 아홉 시", "연차 휴가", "가격은 만 원입니다"],
    "cp932": ["従業員の休暇について", "カタカナだけ", "価格は十円です"],
    "euc_jp": ["従業員の休暇について", "カタカナだけ", "価格は十円です"],
    "cp852": ["Zażółć gęślą jaźń", "Měsíční poplatek činí"],
    "cp850": ["Não é possível", "smørrebrød på søndag"],
}


@pytest.mark.parametrize(
    ("encoding", "text"), [(encoding, text) for encoding, texts in TEXTS.items() for text in texts]
)
def test_a_short_text_is_read_with_its_letters(encoding: str, text: str) -> None:
    assert decode_text(text.encode(encoding)).text == text


def test_thin_evidence_names_the_runner_up() -> None:
    decoded = decode_text("Őszi szünet".encode("cp1250"))
    assert {"cp1252", "cp1250"} <= {word.strip(",.") for word in decoded.warnings[0].split()}
    assert "guess" in decoded.warnings[0]


def test_strong_evidence_does_not() -> None:
    decoded = decode_text("Сотрудник имеет право на отпуск".encode("koi8_r"))
    assert decoded.warnings == ("Read as koi8_r; save as UTF-8 to be sure.",)


@pytest.mark.parametrize("text", ["办公时间：9-17\n", "一九九〇年的规定\n", "근무 시간 9\n"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_known_by_its_characters(encoding: str, text: str) -> None:
    assert decode_text(text.encode(encoding)).text == text


def test_scores_are_at_most_one_and_sorted() -> None:
    scores = [guess.score for guess in guess_encodings("Größe über alles".encode("cp1252"))]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] <= 1
