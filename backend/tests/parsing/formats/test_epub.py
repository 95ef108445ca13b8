import pytest

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from tests.parsing.sample_files import make_zip, outline, parse_bytes
from tests.parsing.sample_packages import make_epub


def test_chapters_come_in_the_order_of_the_spine(tmp_path):
    table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    data = make_epub({"z.xhtml": f"<h1>One</h1>{table}", "a%20b.xhtml": "<h1>Two</h1><p>end</p>"})
    document = parse_bytes(tmp_path, Kind.EPUB, data.replace(b"OEBPS/a%20b", b"OEBPS/a%20b"))
    assert outline(document) == [
        ("heading", "One"),
        ("table", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
    ]
    assert "a b.xhtml" in document.unread[0].summary
    assert document.source.owner == "Ada"


def test_a_book_without_container_is_damaged(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.EPUB, make_zip({"mimetype": b"application/epub+zip"}))
    assert failure.value.failure_code == "corrupt_file"


def test_entities_of_the_package_are_refused(tmp_path):
    container = b'<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/hostname">]><c>&x;</c>'
    with pytest.raises(IngestionFailure, match="entities"):
        parse_bytes(tmp_path, Kind.EPUB, make_zip({"META-INF/container.xml": container}))


def test_entities_of_a_chapter_show_nothing_of_a_file(tmp_path):
    chapter = '<!DOCTYPE h [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>before &x; after</p>'
    document = parse_bytes(tmp_path, Kind.EPUB, make_epub({"a.xhtml": chapter}))
    assert "root:" not in document.text
