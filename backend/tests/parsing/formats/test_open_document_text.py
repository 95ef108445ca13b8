import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from tests.parsing.sample_files import make_zip, outline, parse_bytes, sections_of
from tests.parsing.sample_packages import make_open_document, odf_cell, odf_row

TRACKED = (
    "<text:tracked-changes><text:changed-region><text:deletion><text:p>DELETED</text:p>"
    "</text:deletion></text:changed-region></text:tracked-changes>"
)


def test_headings_paragraphs_lists_and_notes_in_order(tmp_path):
    body = (
        f'{TRACKED}<text:h text:outline-level="1">Leave</text:h>'
        '<text:p>Staff<text:change text:change-id="c"/> get<text:s text:c="2"/>25 '
        '<text:change-start text:change-id="d"/>inserted<text:change-end text:change-id="d"/>'
        "<office:annotation><text:p>COMMENT</text:p></office:annotation> days.<text:note>"
        "<text:note-citation>9</text:note-citation><text:note-body><text:p>A note.</text:p>"
        '</text:note-body></text:note></text:p><text:h text:outline-level="2">Carry-over</text:h>'
        "<text:list><text:list-item><text:p>one</text:p><text:list><text:list-item>"
        "<text:p>inner</text:p></text:list-item></text:list></text:list-item></text:list>"
        "<text:p>Beside <draw:frame><draw:text-box><text:p>in a box</text:p></draw:text-box>"
        "</draw:frame></text:p>"
    )
    document = parse_bytes(tmp_path, Kind.ODT, make_open_document(body))
    assert outline(document) == [
        ("heading", "Leave"),
        ("text", "Staff get  25 inserted days. [1]"),
        ("heading", "Carry-over"),
        ("list", "- one\n  - inner"),
        ("text", "Beside"),
        ("text", "in a box"),
        ("text", "[1] A note."),
    ]
    assert sections_of(document) == [("1", "Leave"), ("1.1", "Leave > Carry-over")]


def test_tables_keep_merged_cells_and_tables_within(tmp_path):
    inner = f"<table:table>{odf_row(odf_cell('in1'), odf_cell('in2'))}</table:table>"
    body = (
        "<table:table><table:table-header-rows>"
        f"{odf_row(odf_cell('Country'), odf_cell('Hotel'), odf_cell('Meal'))}"
        "</table:table-header-rows>"
        + odf_row(
            odf_cell("Norway", 'table:number-columns-spanned="2"'),
            "<table:covered-table-cell/>",
            odf_cell("50"),
        )
        + odf_row(
            odf_cell("France", 'table:number-rows-spanned="2"'),
            odf_cell("180"),
            odf_cell("x", inner=inner),
        )
        + odf_row("<table:covered-table-cell/>", odf_cell("7"), odf_cell("8"))
        + "</table:table>"
    )
    document = parse_bytes(tmp_path, Kind.ODT, make_open_document(body))
    assert outline(document) == [
        (
            "table",
            "| Country | Hotel | Meal |\n| --- | --- | --- |\n| Norway | Norway | 50 |\n"
            "| France | 180 | x in1, in2; |\n| France | 7 | 8 |",
        )
    ]


def test_page_headers_and_properties_are_read(tmp_path):
    data = make_open_document(
        "<text:p>Body</text:p>",
        meta='<meta:user-defined meta:name="Document ID">HR-7</meta:user-defined>'
        "<dc:creator>Ada</dc:creator>",
        styles="<style:header><text:p>Status: Draft</text:p></style:header>"
        "<style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer>",
    )
    document = parse_bytes(tmp_path, Kind.ODT, data)
    assert [text for _, text in outline(document)] == ["Status: Draft", "Body"]
    assert document.source.record_id == "HR-7"
    assert document.source.status.value == "draft"
    assert document.source_origins["owner"] == "document property 'Author'"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (make_open_document("&x;", prologue='<!DOCTYPE a [<!ENTITY x "boom">]>'), "corrupt_file"),
        (
            make_open_document(
                "&x;", prologue='<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
            ),
            "corrupt_file",
        ),
        (make_open_document("<text:section>" * 3000 + "</text:section>" * 3000),
         "nesting_too_deep"),
        (make_zip({"content.xml": b"<a", "mimetype": b"x"}), "corrupt_file"),
        (
            make_zip({"content.xml": b"x", "META-INF/manifest.xml": b"<m:encryption-data/>"}),
            "password_required",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read_fails_with_the_reason(tmp_path, data, code):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.ODT, data)
    assert failure.value.failure_code == code
