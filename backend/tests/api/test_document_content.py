"""Raw bytes, text, chunks and counts, over HTTP."""

import io
from urllib.parse import unquote
from uuid import uuid4

import pytest
from PIL import Image

from tests.parsing.sample_files import make_pdf
from tests.running_server import Api, assert_error, new_text

NAMES = [
    "plain.md",
    "with space and 'quotes'.md",
    'double "quoted" name.md',
    "percent 100%25 & more.md",
    "line\r\nSet-Cookie: broken=1.md",
    "../../etc/passwd",
    "folder/inside.md",
    "back\\slash.md",
    "Übersicht – Größe.md",
    "政策文件.md",
    "سياسة.md",
    "🦉 owl.md",
    "n" * 297 + ".md",
    "長" * 297 + ".md",
    ".hidden",
    "semi;colon=1, comma.md",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_name_is_stored_shown_and_downloaded_as_it_came(api: Api, name: str) -> None:
    content = new_text().encode()
    document = api.add(content, name)

    assert document["filename"] == name
    answer = api.http.get(f"/api/documents/{document['id']}/raw")
    assert answer.content == content
    disposition = answer.headers["content-disposition"]
    assert disposition.startswith("attachment; ")
    assert disposition.isascii()
    plain, _, exact = disposition.partition("; filename*=UTF-8''")
    assert unquote(exact) == name
    fallback = plain.partition('filename="')[2].removesuffix('"')
    assert fallback
    assert not set(fallback) & set('/\\"\r\n')


def test_raw_bytes_cannot_become_a_page_of_the_studio(api: Api) -> None:
    page = f"<html><body><script>alert(1)</script>{new_text()}</body></html>"
    document = api.add(page, "page.html")
    headers = api.http.get(f"/api/documents/{document['id']}/raw").headers

    assert headers["content-type"] == "application/octet-stream"
    assert headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in headers["content-security-policy"]
    assert headers["content-length"] == str(len(page.encode()))


def test_head_answers_the_headers_alone(api: Api) -> None:
    document = api.add(new_text())
    url = f"/api/documents/{document['id']}/raw"
    head, full = api.http.head(url), api.http.get(url)

    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-length"] == full.headers["content-length"]


def test_chunks_come_in_pages_and_match_the_text(api: Api) -> None:
    paragraphs = "\n\n".join(f"Paragraph {number}. {'word ' * 120}" for number in range(12))
    document = api.ingest(new_text() + paragraphs, "long.txt")
    url = f"/api/documents/{document['id']}"
    whole = api.http.get(f"{url}/chunks", params={"limit": 500}).json()
    text = api.http.get(f"{url}/text").json()

    assert whole["total"] == document["counts"]["chunks"] == len(whole["items"]) > 3
    assert [chunk["chunk_index"] for chunk in whole["items"]] == list(range(whole["total"]))
    for chunk in whole["items"]:
        assert text["text"][chunk["char_start"] : chunk["char_end"]] == chunk["content"]
        assert chunk["embedding"] is None
    page = api.http.get(f"{url}/chunks", params={"offset": 2, "limit": 1}).json()
    assert page["items"] == whole["items"][2:3]
    beyond = api.http.get(f"{url}/chunks", params={"offset": whole["total"]}).json()
    assert beyond == {"items": [], "total": whole["total"]}
    assert [span["id"] for span in text["chunks"]] == [chunk["id"] for chunk in whole["items"]]


def test_vectors_are_unit_length_and_only_there_when_asked_for(api: Api) -> None:
    document = api.ingest(new_text())
    url = f"/api/documents/{document['id']}/chunks"
    vector = api.http.get(url, params={"vectors": True}).json()["items"][0]["embedding"]

    assert len(vector) == 384
    assert sum(number * number for number in vector) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize(
    "parameters", [{"limit": 0}, {"limit": 501}, {"offset": -1}, {"vectors": "perhaps"}]
)
def test_chunk_pages_refuse_impossible_parameters(
    api: Api, parameters: dict[str, str | int]
) -> None:
    document = api.add(new_text())
    answer = api.http.get(f"/api/documents/{document['id']}/chunks", params=parameters)
    assert_error(answer, 422, "validation_error")


def test_a_page_of_a_pdf_is_drawn(api: Api) -> None:
    token = new_text()
    document = api.ingest(make_pdf([[token], ["second page"]]), f"{token[:8]}.pdf")
    address = f"/api/documents/{document['id']}/pages"

    picture = api.http.get(f"{address}/2.png", params={"width": 300})
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["x-page-count"] == "2"
    assert Image.open(io.BytesIO(picture.content)).width in range(298, 302)
    assert picture.content != api.http.get(f"{address}/1.png", params={"width": 300}).content
    assert_error(api.http.get(f"{address}/3.png"), 404, "not_found")
    assert_error(api.http.get(f"{address}/0.png"), 422, "validation_error")


def test_pages_of_a_picture_are_drawn_no_larger_than_they_are(api: Api) -> None:
    shades = [Image.new("RGB", (400, 300), (number, 90, uuid4().int % 256))
              for number in (10, 200)]  # fmt: skip
    data = io.BytesIO()
    shades[0].save(data, format="TIFF", save_all=True, append_images=shades[1:])
    document = api.add(data.getvalue(), "scan.tiff")
    address = f"/api/documents/{document['id']}/pages"

    second = Image.open(io.BytesIO(api.http.get(f"{address}/2.png").content))
    assert (second.size, second.getpixel((5, 5))) == ((400, 300), shades[1].getpixel((0, 0)))
    small = api.http.get(f"{address}/1.png", params={"width": 200})
    assert small.headers["x-page-count"] == "2"
    assert Image.open(io.BytesIO(small.content)).size == (200, 150)
    assert_error(api.http.get(f"{address}/3.png"), 404, "not_found")


def test_what_has_no_pages_shows_none(api: Api) -> None:
    document = api.add(new_text().encode(), "note.md")
    assert_error(api.http.get(f"/api/documents/{document['id']}/pages/1.png"), 404, "not_found")


def test_a_damaged_pdf_says_why_it_cannot_be_drawn(api: Api) -> None:
    document = api.add(b"%PDF-1.7\n" + new_text().encode(), "torn.pdf")
    answer = api.http.get(f"/api/documents/{document['id']}/pages/1.png")
    assert_error(answer, 409, "invalid_state")
