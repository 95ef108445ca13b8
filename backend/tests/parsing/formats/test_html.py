from ragstudio.formats import Kind
from tests.parsing.sample_files import outline, parse_bytes, sections_of

PAGE = """<!doctype html><html><head><title>no</title><style>no</style></head><body>
<nav>no <a>menu</a></nav><script>no</script><p hidden>no</p><p style="display: none">no</p>
<h1>Leave <em>policy</em></h1>
loose <b>bold</b>text<br>next line
<div>in a <span>div</span><p>para</p>tail</div>
<h2>Rates</h2>
<table><caption>Caps</caption><thead><tr><th>City<th>Cap</thead>
<tr><td rowspan=2>Paris<td>1</tr><tr><td>2 <i>EUR</i></tr><tr><td colspan=2>all</tr></table>
<ol><li>one<ul><li>inner</ul><li>two</ol>
<pre>a
  b</pre></body></html>"""


def test_blocks_come_in_page_order_without_what_is_not_shown(tmp_path):
    document = parse_bytes(tmp_path, Kind.HTML, PAGE)
    assert outline(document) == [
        ("heading", "Leave policy"),
        ("text", "loose boldtext\nnext line"),
        ("text", "in a div"),
        ("text", "para"),
        ("text", "tail"),
        ("heading", "Rates"),
        ("text", "Caps"),
        ("table", "| City | Cap |\n| --- | --- |\n| Paris | 1 |\n| Paris | 2 EUR |\n| all | all |"),
        ("list", "1. one\n  - inner\n2. two"),
        ("code", "a\n  b"),
    ]
    assert sections_of(document) == [("1", "Leave policy"), ("1.1", "Leave policy > Rates")]


def test_a_layout_table_is_read_as_its_content(tmp_path):
    source = "<table><tr><td><h1>Title</h1><p>words</p><table><tr><td>a<td>b</table></table>"
    document = parse_bytes(tmp_path, Kind.HTML, source)
    assert outline(document) == [
        ("heading", "Title"), ("text", "words"), ("table", "| a | b |\n| --- | --- |"),
    ]  # fmt: skip


def test_the_declared_encoding_holds_unless_the_bytes_are_utf8(tmp_path):
    page = '<meta charset="{}"><p>Köln – „25“</p>'
    for declared, written in (("iso-8859-1", "cp1252"), ("utf-8", "utf-8"), ("latin1", "utf-8")):
        data = page.format(declared).encode(written)
        assert parse_bytes(tmp_path, Kind.HTML, data).text == "Köln – „25“"


def test_spans_of_a_hostile_size_are_bounded(tmp_path):
    source = "<table><tr><td colspan=99999999 rowspan=99999999>x<td>y<tr><td>z</table>"
    assert len(parse_bytes(tmp_path, Kind.HTML, source).text) < 20_000


def test_a_table_in_a_table_of_data_keeps_the_rows_of_both(tmp_path):
    source = (
        "<table><thead><tr><th rowspan=2>City<th colspan=2>Caps</tr><tr><th>Hotel<th>Meal</tr>"
        "</thead><tr><td>Oslo<td>180<td><table><tr><td>noon<td>20<tr><td>night<td>30</table>"
        "</table>"
    )
    document = parse_bytes(tmp_path, Kind.HTML, source)
    assert outline(document) == [
        (
            "table",
            "| City | Caps | Caps |\n| --- | --- | --- |\n| City | Hotel | Meal |\n"
            "| Oslo | 180 | noon, 20; night, 30; |",
        )
    ]


def test_definitions_read_as_header_lines_and_deletions_are_left_out(tmp_path):
    source = (
        "<dl><dt>Status:<dd>Draft<dt>Owner<dd>Ada<dd>Bob</dl>"
        "<p>now <ins>30</ins><del>25</del> days</p><dl><dt>x<dd><ul><li>y</ul></dl>"
    )
    document = parse_bytes(tmp_path, Kind.HTML, source)
    assert outline(document) == [
        ("text", "Status: Draft\nOwner: Ada\nBob"),
        ("text", "now 30 days"),
        ("text", "x"),
        ("list", "- y"),
    ]
    assert document.source.status.value == "draft"
