"""Numbers, equations, pictures, fields and hidden text of OpenDocument texts."""

import io
import zipfile

import pytest

from ragstudio.formats import Kind
from ragstudio.parsing.unread import include_hidden
from tests.parsing.sample_files import parse_bytes
from tests.parsing.sample_packages import make_open_document
from tests.parsing.word.test_inline import draw_notice, replace_part

EXTRA = (
    'xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" '
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"'
)


def make_text(body: str, styles: str = "", members: dict[str, bytes] | None = None) -> bytes:
    def change(content: bytes) -> bytes:
        content = content.replace(b"<office:body>", f"{styles}<office:body>".encode())
        return content.replace(
            b"<office:document-content ", f"<office:document-content {EXTRA} ".encode()
        )

    data = replace_part(make_open_document(body), "content.xml", change)
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a") as package:
        for name, content in (members or {}).items():
            package.writestr(name, content)
    return stream.getvalue()


def number_level(level: int, form: str, suffix: str, shown: int = 1, start: int = 1) -> str:
    return (
        f'<text:list-level-style-number text:level="{level}" style:num-format="{form}" '
        f'style:num-suffix="{suffix}" text:display-levels="{shown}" text:start-value="{start}"/>'
    )


LISTS = (
    '<office:automatic-styles><text:list-style style:name="L1">'
    + number_level(1, "1", ".", start=4)
    + number_level(2, "1", "", 2)
    + number_level(3, "a", ")")
    + '</text:list-style><text:list-style style:name="dots"><text:list-level-style-bullet '
    'text:level="1" text:bullet-char="•"/></text:list-style>'
    '<style:style style:name="secret" style:family="text"><style:text-properties '
    'text:display="none"/></style:style><style:style style:name="deeper" style:family="text" '
    'style:parent-style-name="secret"/></office:automatic-styles>'
)


def item(text: str, inner: str = "", attributes: str = "") -> str:
    return f"<text:list-item {attributes}><text:p>{text}</text:p>{inner}</text:list-item>"


def test_items_are_numbered_by_their_list_style(tmp_path):
    inner = item("tag", "<text:list>" + item("red") + "</text:list>")
    inner = f"<text:list>{item('stop')}{inner}</text:list>"
    nine = item("nine", attributes='text:start-value="9"')
    body = (
        f'<text:list text:style-name="L1">{item("one", inner)}{item("two", inner)}</text:list>'
        '<text:list text:style-name="L1" text:continue-numbering="true">'
        f"{item('three')}</text:list>"
        f'<text:list text:style-name="L1">{item("afresh")}'
        f"{nine}</text:list>"
        f'<text:list text:style-name="dots">{item("dot")}</text:list>'
    )
    lines = parse_bytes(tmp_path, Kind.ODT, make_text(body, LISTS)).text.split("\n")
    assert [line for line in lines if line] == [
        "4. one", "  4.1 stop", "  4.2 tag", "    a) red",
        "5. two", "  5.1 stop", "  5.2 tag", "    a) red",
        "6. three", "4. afresh", "9. nine", "- dot",
    ]  # fmt: skip


def test_headings_are_numbered_by_the_outline(tmp_path):
    outline = "".join(
        f'<text:outline-level-style text:level="{level}" style:num-format="1" '
        f'text:display-levels="{level}"/>'
        for level in (1, 2)
    )
    styles = f"<office:styles><text:outline-style>{outline}</text:outline-style></office:styles>"
    body = "".join(
        f'<text:h text:outline-level="{level}">{title}</text:h>'
        for level, title in ((1, "Leave"), (2, "Scope"), (2, "Carry-over"), (1, "Pay"))
    )
    parsed = parse_bytes(tmp_path, Kind.ODT, make_text(body, styles))
    assert [block.section for block in parsed.blocks] == [
        "1 Leave", "1 Leave > 1.1 Scope", "1 Leave > 1.2 Carry-over", "2 Pay",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "hidden",
    [
        '<text:p>12 euro<text:span text:style-name="secret"> or 8 euro</text:span></text:p>',
        '<text:p>12 euro<text:span text:style-name="deeper"> or 8 euro</text:span></text:p>',
        '<text:p>12 euro</text:p><text:section text:display="none"><text:p>8 euro</text:p>'
        "</text:section>",
        '<text:p>12 euro</text:p><text:p><text:hidden-paragraph text:is-hidden="true"/>8 euro'
        "</text:p>",
        '<text:p>12 euro<text:hidden-text text:is-hidden="true">8 euro</text:hidden-text></text:p>',
    ],
)
def test_hidden_text_is_left_out_and_listed(tmp_path, hidden):
    data = make_text(hidden, LISTS)
    parsed = parse_bytes(tmp_path, Kind.ODT, data)
    assert parsed.text == "12 euro"
    assert [each.summary for each in parsed.unread] == ["1 hidden passage: left out"]
    with include_hidden(True):
        parsed = parse_bytes(tmp_path, Kind.ODT, data)
    assert "8 euro" in parsed.text
    assert parsed.unread == []


def test_equations_pictures_and_fields_are_read(tmp_path):
    math = b'<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>m</mi><mi>g</mi></mfrac></math>'
    body = (
        '<office:forms><form:form><form:text form:id="c1" form:current-value="Gannet"/>'
        '<form:checkbox form:id="c2" form:label="Cargo" form:current-state="checked"/></form:form>'
        "</office:forms>"
        '<text:p>F = <draw:frame><draw:object xlink:href="./Object 1"/><draw:image '
        'xlink:href="./ObjectReplacements/Object 1"/></draw:frame> newton</text:p>'
        '<text:p>Vessel: <draw:control draw:control="c1"/> '
        '<draw:control draw:control="c2"/></text:p>'
        '<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>The gate</svg:desc>'
        "</draw:frame></text:p>"
    )
    members = {
        "Object 1/content.xml": math,
        "Pictures/a.png": draw_notice("Gate code QUAY 7714").getvalue(),
    }
    parsed = parse_bytes(tmp_path, Kind.ODT, make_text(body, members=members))
    assert "F = m/g newton" in parsed.text
    assert "Vessel: Gannet ☒ Cargo" in parsed.text
    assert "Picture: The gate" in parsed.text and "7714" in parsed.text
    assert parsed.unread == []


def test_a_broken_styles_part_does_not_lose_the_text(tmp_path):
    data = replace_part(make_text("<text:p>12 euro</text:p>"), "styles.xml", lambda part: b"none")
    parsed = parse_bytes(tmp_path, Kind.ODT, data)
    assert parsed.text == "12 euro"
    assert [each.kind for each in parsed.unread] == ["part"]
