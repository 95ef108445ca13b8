"""Numbers, values, equations and pictures of web pages; and what they hide."""

import base64

import pytest

from ragstudio.formats import Kind
from ragstudio.parsing.unread import include_hidden
from tests.parsing.sample_files import parse_bytes
from tests.parsing.word.test_inline import draw_notice


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ('<ol start="3"><li>a<li>b</ol>', ["3. a", "4. b"]),
        ('<ol><li>a<li value="7">b<li>c</ol>', ["1. a", "7. b", "8. c"]),
        ("<ol reversed><li>a<li>b</ol>", ["2. a", "1. b"]),
        ('<ol type="a" start="26"><li>x<li>y</ol>', ["z. x", "aa. y"]),
        ('<ol type="I"><li>x<ol type="i"><li>y</ol></ol>', ["I. x", "  i. y"]),
        ('<ol style="list-style-type: upper-alpha"><li>x</ol>', ["A. x"]),
        ("<ul><li>x</ul>", ["- x"]),
    ],
)
def test_lists_are_numbered_as_a_browser_does(tmp_path, page, lines):
    assert parse_bytes(tmp_path, Kind.HTML, page).text.split("\n") == lines


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ('<p>Name: <input value="Northern Gannet"></p>', "Name: Northern Gannet"),
        ("<p><input type=checkbox checked> Cargo <input type=checkbox> Crew</p>",
         "\u2612 Cargo \u2610 Crew"),
        ("<p>Berth: <select><option>B1<option selected>B2</select></p>", "Berth: B2"),
        ("<p>Berth: <select><option>B1<option>B2</select></p>", "Berth: B1"),
        ("<p>Note: <textarea>Mind the step</textarea></p>", "Note: Mind the step"),
        ("<p>Key: <input type=password value=secret><input type=hidden value=x></p>", "Key:"),
        ("<table><tr><th>A<th>B<tr><td>1<td><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>"
         "</table>", "| A | B |\n| --- | --- |\n| 1 | a/b |"),
        ("<p>P = <math><msup><mi>x</mi><mn>2</mn></msup></math> euro</p>", "P = x^2 euro"),
        ("<p><svg><text x=1>Hall 7</text></svg></p>", "Hall 7"),
        ('<p><img src="data:,x" width=1 alt="Map of the port"></p>', "Map of the port"),
    ],
)  # fmt: skip
def test_values_equations_and_drawn_words_are_text(tmp_path, page, text):
    assert parse_bytes(tmp_path, Kind.HTML, page).text == text


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>8 euro</p>",
        "<p style='display : none'>8 euro</p>",
        "<p style='visibility:hidden'>8 euro</p>",
        "<p aria-hidden=true>8 euro</p>",
        "<p style='opacity:0'>8 euro</p>",
        "<div style='display:none'><p hidden>8 euro</p></div>",
        "<style>.old, #x {color: red; display: none}</style><p class='note old'>8 euro</p>",
    ],
)
def test_hidden_content_is_left_out_and_listed_unless_asked_for(tmp_path, hidden):
    page = f"<p>12 euro</p>{hidden}"
    parsed = parse_bytes(tmp_path, Kind.HTML, page)
    assert parsed.text == "12 euro"
    assert [each.summary for each in parsed.unread] == ["1 hidden passage: left out"]
    with include_hidden(True):
        parsed = parse_bytes(tmp_path, Kind.HTML, page)
    assert (parsed.text, parsed.unread) == ("12 euro\n\n8 euro", [])


def test_rules_for_printing_hide_nothing(tmp_path):
    page = "<style>@media print {.screen {display: none}} .a {color: red}</style>"
    assert parse_bytes(tmp_path, Kind.HTML, f"{page}<p class=screen>shown").text == "shown"


def test_embedded_pictures_are_recognised_and_others_listed(tmp_path):
    data = base64.b64encode(draw_notice("Gate code QUAY 7714").getvalue()).decode()
    page = f'<h1>Gate</h1><p>Read: <img src="data:image/png;base64,{data}"></p>'
    parsed = parse_bytes(tmp_path, Kind.HTML, f'{page}<p><img src="map.png" alt="The map"></p>')
    assert "7714" in parsed.text and "The map" in parsed.text
    assert [each.summary for each in parsed.unread] == [
        "1 picture in section 'Gate': it is not in the file"
    ]
