"""File names are data: kept, shown and sent as they came, never a path and never a header."""

import itertools
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from uuid import uuid4

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragstudio.api.part_names import read_filename
from tests.running_server import Api, new_text

WINDOWS = ["C:\\tmp\\a.txt", "\\\\server\\share\\a.txt", "..\\..\\a.txt", "folder\\a.txt"]
NAMES = [
    *WINDOWS,
    "../../../../etc/passwd",
    "/etc/passwd",
    "file:///etc/passwd",
    "con.txt",
    "line\r\nSet-Cookie: broken=1\r\n\r\n<script>.md",
    "tab\tand\x0bmore.md",
    "quotes \" and ' and `.md",
    "%0d%0aX-Injected: 1.md",
    "null\x00byte.md",
    "\u202emd.exe",
    "é" * 300,
    "𝔘" * 300,
    "-rf *.md",
    "$(touch x).md",
    "a.md; filename=b.md",
]


def write_as_browser(name: str) -> bytes:
    """The name in a part's header, by WHATWG HTML: three escapes, and backslashes as they are."""
    escaped = name.replace("\n", "%0A").replace("\r", "%0D").replace('"', "%22")
    return escaped.encode()


def upload_as_browser(api: Api, name: str, content: str) -> httpx.Response:
    boundary = uuid4().hex.encode()
    body = (
        b'--%s\r\nContent-Disposition: form-data; name="files"; filename="%s"\r\n\r\n%s\r\n--%s--'
    )
    return api.http.post(
        "/api/documents",
        content=body % (boundary, write_as_browser(name), content.encode(), boundary),
        headers={"content-type": f"multipart/form-data; boundary={boundary.decode()}"},
    )


def read_disposition(answer: httpx.Response) -> str:
    """The exact name in a Content-Disposition."""
    value = answer.headers["content-disposition"]
    assert value.startswith("attachment; ")
    assert value.isascii() and value.isprintable()
    return unquote(value.partition("filename*=UTF-8''")[2], errors="strict")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_stored_shown_and_sent_as_it_came(
    api: Api, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = [upload_as_browser(api, name, new_text())]
    if name.isprintable() or "\r\n" in name:
        # This client writes other control characters by an escape of its own.
        answers.append(api.upload((name, new_text())))
    for answer in answers:
        assert answer.status_code == 202, answer.text
        document: dict[str, Any] = answer.json()["items"][0]
        address = f"/api/documents/{document['id']}"
        assert document["filename"] == name
        assert api.settle(document["id"])["filename"] == name
        listed = api.http.get("/api/documents", params={"limit": 1}).json()["items"]
        assert listed[0]["filename"] == name
        raw = api.http.get(f"{address}/raw")
        assert read_disposition(raw) == name
        assert not {"set-cookie", "x-injected"} & set(raw.headers)
        assert raw.headers["x-content-type-options"] == "nosniff"
        assert api.http.delete(address).json()["filename"] == name
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_any_name_a_browser_sends_is_read_back(name: str) -> None:
    literal = any(len(list(run)) % 2 for key, run in itertools.groupby(name) if key == "\\")
    if ("\\" in name and not literal) or '\\"' in name or name.endswith("\\"):
        return
    if any(escape in name for escape in ("%0A", "%0D", "%22")):
        return
    header = b'form-data; name="files"; filename="' + write_as_browser(name) + b'"'
    assert read_filename(header, "utf-8") == name


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b'filename="C:\\tmp\\a.txt"', "C:\\tmp\\a.txt"),
        (b'filename="C:\\\\tmp\\\\a.txt"', "C:\\tmp\\a.txt"),
        (b'filename="a \\"b\\".txt"', 'a "b".txt'),
        (b'filename="a;b.txt"', "a;b.txt"),
        (b'filename="a"; size=3', "a"),
        (b'filename="\xff.txt"', "ÿ.txt"),
        (b'FileName="a"', "a"),
        (b"filename=a.txt", None),
        (b'name="x"', None),
    ],
)
def test_names_are_read_as_programs_and_browsers_write_them(
    written: bytes, read: str | None
) -> None:
    assert read_filename(b"form-data; " + written, "utf-8") == read


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/..%2f..%2fpyproject.toml",
        "/assets/..%2f..%2f..%2fpackage.json",
        "/assets/%2e%2e/%2e%2e/package.json",
        "/%2e%2e/%2e%2e/package.json",
        "//etc/passwd.txt",
        "/%2fetc%2fpasswd.txt",
        "/..%5c..%5cpackage.json",
        "/index.html%00.png",
        "/api/docs/..%2f..%2fsystem.json",
        "/api/evaluations/suites/..%2f..%2f.env.json",
    ],
)
def test_no_address_leaves_the_folder_of_the_interface(api: Api, path: str) -> None:
    answer = httpx.get(str(api.http.base_url).rstrip("/") + path)
    assert answer.status_code in {400, 404}
    assert "root:" not in answer.text and "dependencies" not in answer.text


@pytest.mark.parametrize(
    ("filename", "content"),
    [
        ("page.html", "<html><script>alert(1)</script><p>An owl.</p></html>"),
        ("picture.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
        ("feed.xml", "<?xml version='1.0'?><a><b>An owl in the barn.</b></a>"),
        ("code.js", "alert('An owl in the barn');"),
        ("note.md", "# An owl\n\n<script>alert(1)</script>\n"),
    ],
)
def test_raw_files_come_as_attachments_of_a_safe_type(
    api: Api, filename: str, content: str
) -> None:
    answer = api.upload((filename, f"{content}<!-- {uuid4()} -->"))
    if answer.status_code == 415:
        return
    document = answer.json()["items"][0]
    raw = api.http.get(f"/api/documents/{document['id']}/raw")
    kind = raw.headers["content-type"].partition(";")[0]
    assert kind == ("text/markdown" if filename == "note.md" else "application/octet-stream")
    assert raw.headers["x-content-type-options"] == "nosniff"
    assert raw.headers["x-frame-options"] == "DENY"
    assert "sandbox" in raw.headers["content-security-policy"]
    assert raw.headers["content-disposition"].startswith("attachment; ")
    api.http.delete(f"/api/documents/{document['id']}")
