import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from tests.parsing.sample_files import outline, parse_bytes, sections_of

CATALOG = """<?xml version="1.0" encoding="utf-8"?>
<!-- not text -->
<catalog xmlns="urn:x">
  <book id="1"><title>A &amp; B</title><price currency="EUR">5</price></book>
  <book id="2"><title>C</title><note>mixed <b>bold</b> text</note></book>
</catalog>"""


def test_values_stand_beside_the_names_of_their_elements(tmp_path):
    document = parse_bytes(tmp_path, Kind.XML, CATALOG)
    assert outline(document) == [
        ("text", "book id: 1\ntitle: A & B\nprice: 5\nprice currency: EUR"),
        ("text", "book id: 2\ntitle: C\nnote: mixed bold text"),
    ]
    assert sections_of(document) == [("1.1", "catalog > book"), ("1.2", "catalog > book")]


def test_a_single_element_is_read_once(tmp_path):
    document = parse_bytes(tmp_path, Kind.XML, '<note to="Ada">Hello <b>there</b></note>')
    assert outline(document) == [("text", "note: Hello there\nnote to: Ada")]


BILLION = '<!ENTITY e0 "ha">' + "".join(
    f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10)
)


@pytest.mark.parametrize(
    "source",
    [
        f"<!DOCTYPE r [{BILLION}]><r>&e9;</r>",
        '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r>&x;</r>',
        '<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;]><r>a</r>',
    ],
)
def test_entities_are_never_resolved(tmp_path, source):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.XML, source)
    assert failure.value.failure_code == "corrupt_file"


def test_what_is_not_well_formed_fails_with_its_place(tmp_path):
    with pytest.raises(IngestionFailure, match="line 2") as failure:
        parse_bytes(tmp_path, Kind.XML, "<a>\n<b></a>")
    assert failure.value.failure_code == "corrupt_file"


def test_deep_nesting_fails_cleanly(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.XML, "<a>" * 100_000 + "</a>" * 100_000)
    assert failure.value.failure_code == "nesting_too_deep"


def test_the_declared_encoding_holds(tmp_path):
    source = '<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>'.encode("latin-1")
    assert parse_bytes(tmp_path, Kind.XML, source).text == "a: é"
