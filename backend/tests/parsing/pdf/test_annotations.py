import io

import pypdf
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from ragstudio.formats import Kind
from ragstudio.records import UnreadKind
from tests.parsing.sample_files import make_pdf, parse_bytes
from tests.parsing.sample_pdfs import save

Entries = dict[str, object]


def annotate(lines: list[str], *annotations: Entries) -> bytes:
    """A page of lines 16 points apart from 780 down, with annotations; `FT` makes one a field."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(make_pdf([lines])))
    made = []
    for entries in annotations:
        values = {NameObject(f"/{name}"): value for name, value in entries.items()}
        values[NameObject("/Type")] = NameObject("/Annot")
        made.append(writer._add_object(DictionaryObject(values)))
    writer.pages[0][NameObject("/Annots")] = ArrayObject(made)
    fields = [each for each in made if "/FT" in each.get_object()]
    writer._root_object[NameObject("/AcroForm")] = DictionaryObject({
        NameObject("/Fields"): ArrayObject(fields),
        NameObject("/NeedAppearances"): BooleanObject(True),
    })  # fmt: skip
    return save(writer)


def at(subtype: str, x: int, y: int, **entries: object) -> Entries:
    box = ArrayObject([FloatObject(each) for each in (x, y, x + 120, y + 14)])
    return {"Subtype": NameObject(f"/{subtype}"), "Rect": box, **entries}


def field(kind: str, name: str, x: int, y: int, **entries: object) -> Entries:
    return at("Widget", x, y, FT=NameObject(f"/{kind}"), T=TextStringObject(name), **entries)


def test_values_stand_beside_their_labels(tmp_path):
    choices = ArrayObject([TextStringObject("Bulk"), TextStringObject("Container")])
    data = annotate(
        ["Vessel name:", "Cargo", "Escort:", "Pilot:"],
        field("Tx", "a", 160, 778, V=TextStringObject("Northern Gannet")),
        field("Ch", "b", 160, 762, V=TextStringObject("Container"), Opt=choices),
        field("Btn", "c", 160, 746, V=NameObject("/On"), AS=NameObject("/On")),
        field("Btn", "d", 160, 730, V=NameObject("/Off"), AS=NameObject("/Off")),
    )
    text = parse_bytes(tmp_path, Kind.PDF, data).text
    for line in ("Vessel name: Northern Gannet", "Cargo: Container", "Escort: yes", "Pilot: no"):
        assert line in text


def test_a_page_of_fields_alone_has_text(tmp_path):
    data = annotate([], field("Tx", "berth", 160, 700, V=TextStringObject("Berth 14")))
    document = parse_bytes(tmp_path, Kind.PDF, data)
    assert document.text == "berth: Berth 14"
    assert document.warnings == []


def test_text_boxes_and_notes_are_read_and_hidden_ones_listed(tmp_path):
    data = annotate(
        ["Base fee: 310 euro per day."],
        at("FreeText", 60, 600, Contents=TextStringObject("Surcharge: 45 euro.")),
        at("Text", 60, 500, Contents=TextStringObject("Waived for lifeboats.")),
        at("FreeText", 60, 400, Contents=TextStringObject("Old: 99 euro."), F=NumberObject(2)),
        at("Stamp", 60, 300),
    )
    document = parse_bytes(tmp_path, Kind.PDF, data)
    assert "Surcharge: 45 euro." in document.text
    assert "Note: Waived for lifeboats." in document.text
    assert "99 euro" not in document.text
    assert [(gap.kind, gap.reason, gap.page) for gap in document.unread] == [
        (UnreadKind.ANNOTATION, "left out", 1),
        (UnreadKind.ANNOTATION, "it has no text of its own", 1),
    ]
