import pypdf
import pytest
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    TextStringObject,
)

from ragstudio.formats import Kind
from ragstudio.parsing.unread import include_hidden
from ragstudio.records import UnreadKind
from tests.parsing.sample_files import parse_bytes
from tests.parsing.sample_pdfs import save

SHOWN = "The pilot fee is 41 euro for every berth."
SECRET = "The pilot fee is 99 euro in the old proof."


def write_page(content: str, crop: tuple[int, ...] = (), *, layer: bool = False) -> bytes:
    """A page of 595 x 842 points with this content; fonts `/F`, and a layer `/L` switched off."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(595, 842)
    font = DictionaryObject({
        NameObject("/Type"): NameObject("/Font"),
        NameObject("/Subtype"): NameObject("/Type1"),
        NameObject("/BaseFont"): NameObject("/Helvetica"),
    })  # fmt: skip
    resources = {NameObject("/Font"): DictionaryObject({NameObject("/F"): font})}
    if layer:
        group = writer._add_object(
            DictionaryObject({
                NameObject("/Type"): NameObject("/OCG"),
                NameObject("/Name"): TextStringObject("Proof"),
            })
        )  # fmt: skip
        resources[NameObject("/Properties")] = DictionaryObject({NameObject("/L"): group})
        writer._root_object[NameObject("/OCProperties")] = DictionaryObject({
            NameObject("/OCGs"): ArrayObject([group]),
            NameObject("/D"): DictionaryObject({NameObject("/OFF"): ArrayObject([group])}),
        })  # fmt: skip
    page[NameObject("/Resources")] = DictionaryObject(resources)
    if crop:
        page[NameObject("/CropBox")] = ArrayObject([FloatObject(each) for each in crop])
    stream = DecodedStreamObject()
    stream.set_data(content.encode())
    page[NameObject("/Contents")] = writer._add_object(stream)
    return save(writer)


def say(text: str, y: int, before: str = "", x: int = 60) -> str:
    return f"q BT /F 12 Tf {before} {x} {y} Td ({text}) Tj ET Q\n"


HIDDEN = {
    "outside the crop box": (say(SECRET, 100), (0, 300, 595, 842)),
    "outside the sheet": (say(SECRET, 900), ()),
    "render mode 3": (say(SECRET, 600, "3 Tr"), ()),
    "white": (say(SECRET, 600, "1 1 1 rg"), ()),
    "nearly white": (say(SECRET, 600, "0.98 g"), ()),
    "colour of its ground": (
        "q 0 0 0.5 rg 50 590 400 30 re f Q\n" + say(SECRET, 600, "0 0 0.5 rg"),
        (),
    ),
    "under a box": (say(SECRET, 600) + "q 0 g 50 590 400 30 re f Q\n", ()),
    "under a white box": (say(SECRET, 600) + "q 1 g 50 590 400 30 re f Q\n", ()),
    "layer switched off": ("/OC /L BDC\n" + say(SECRET, 600) + "EMC\n", ()),
}


@pytest.mark.parametrize("content, crop", HIDDEN.values(), ids=HIDDEN.keys())
def test_what_nobody_sees_is_left_out_and_counted(tmp_path, content, crop):
    data = write_page(say(SHOWN, 700) + content, crop, layer=True)
    document = parse_bytes(tmp_path, Kind.PDF, data)
    assert document.text == SHOWN
    assert [(gap.kind, gap.count, gap.page) for gap in document.unread] == [
        (UnreadKind.HIDDEN_TEXT, 1, 1)
    ]
    with include_hidden(True):
        everything = parse_bytes(tmp_path, Kind.PDF, data)
    assert "99 euro" in everything.text or "99" in everything.text
    assert everything.unread == []


SEEN = {
    "white on a dark ground": "q 0 0 0.5 rg 50 590 400 30 re f Q\n" + say(SECRET, 600, "1 g"),
    "before a see-through box": "q 0 g 50 590 400 30 re S Q\n" + say(SECRET, 600),
    "pale grey": say(SECRET, 600, "0.7 g"),
    "under a box beside it": say(SECRET, 600) + "q 0 g 50 500 400 30 re f Q\n",
    "white halo": say(SECRET, 600, "1 G 1 Tr 3 w") + say(SECRET, 600),
    "layer switched on": say(SECRET, 600),
}


@pytest.mark.parametrize("content", SEEN.values(), ids=SEEN.keys())
def test_what_can_be_seen_stays(tmp_path, content):
    document = parse_bytes(tmp_path, Kind.PDF, write_page(say(SHOWN, 700) + content))
    assert "99 euro in the old proof" in document.text
    assert document.unread == []
