"""Uploads and what can be done with a document, over HTTP."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.running_server import MAX_UPLOAD_FILES, Api, assert_error, new_text

UNKNOWN_IDS = ["000000000000000000000000", "not-an-id", "%24ne", "a" * 300]


def test_a_document_becomes_ready_with_as_many_vectors_as_chunks(api: Api) -> None:
    document = api.ingest(new_text(), "lighthouse.md", group="coast")

    assert document["group"] == "coast"
    assert [stage["name"] for stage in document["stages"]] == [
        "extracting",
        "chunking",
        "embedding",
        "indexing",
    ]
    assert document["counts"]["chunks"] == document["counts"]["vectors"] > 0


def test_same_bytes_under_the_same_or_another_name_are_refused(api: Api) -> None:
    text = new_text()
    first = api.add(text, "one.md")

    for filename in ("one.md", "two.md"):
        error = assert_error(api.upload((filename, text)), 409, "duplicate_document")
        assert error["details"]["document_id"] == first["id"]


def test_other_bytes_under_the_same_name_are_kept_with_a_warning(api: Api) -> None:
    name = f"{new_text()[7:30]}.md"
    first, second = api.add(new_text(), name), api.add(new_text(), name)

    assert first["id"] != second["id"]
    assert not first["warnings"]
    assert "same file name" in second["warnings"][0]


def test_other_bytes_under_another_name_are_simply_another_document(api: Api) -> None:
    assert api.add(new_text(), "this.md")["id"] != api.add(new_text(), "that.md")["id"]


def test_a_duplicate_is_kept_when_the_uploader_says_so(api: Api) -> None:
    text = new_text()
    first, second = api.add(text), api.add(text, on_duplicate="keep")

    assert first["id"] != second["id"]
    assert first["sha256"] == second["sha256"]


def test_ten_uploads_of_one_file_at_once_make_one_document(api: Api) -> None:
    text = new_text()
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: api.upload(("same.md", text)), range(10)))

    assert sorted(answer.status_code for answer in answers) == [202] + [409] * 9


def test_each_file_of_an_upload_is_judged_by_the_same_rules(api: Api) -> None:
    text = new_text()
    held = api.add(text)
    answer = api.upload(
        ("good.md", new_text()),
        ("empty.md", ""),
        ("again.md", text),
        ("program.exe", b"MZ\x90\0\x03" + bytes(100)),
    )

    assert answer.status_code == 202
    good, empty, again, program = answer.json()["items"]
    assert good["status"] == "queued"
    assert (empty["filename"], empty["error"]["code"]) == ("empty.md", "empty_file")
    assert again["error"]["details"]["document_id"] == held["id"]
    assert program["error"]["code"] == "unsupported_media_type"
    for refused in (("empty.md", ""), ("program.exe", b"MZ\x90\0\x03" + bytes(100))):
        alone = api.upload(refused)
        in_company = empty if refused[0] == "empty.md" else program
        told = alone.json()["error"]
        assert told | {"request_id": ""} == in_company["error"] | {"request_id": ""}


def test_the_same_file_twice_in_one_upload_is_taken_once(api: Api) -> None:
    text = new_text()
    first, second = api.upload(("a.md", text), ("b.md", text)).json()["items"]

    assert second["error"]["details"]["document_id"] == first["id"]


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 422, "empty_file"),
        (b"\x7fELF\x02\x01\x01" + bytes(200), 415, "unsupported_media_type"),
        (b"x" * (1024 * 1024 + 1), 413, "file_too_large"),
    ],
)
def test_a_lone_bad_file_answers_its_own_error(
    api: Api, content: bytes, status: int, code: str
) -> None:
    assert_error(api.upload(("lone.bin", content)), status, code)


def test_a_file_of_exactly_the_limit_is_accepted(api: Api) -> None:
    text = new_text().encode()
    item = api.add(text + b"a" * (1024 * 1024 - len(text)), "limit.txt")

    assert item["size_bytes"] == 1024 * 1024
    api.http.delete(f"/api/documents/{item['id']}")


def test_a_file_over_the_limit_does_not_stop_the_others(api: Api) -> None:
    huge = b"y" * (3 * 1024 * 1024)
    before, cut, after = api.upload(
        ("before.md", new_text()), ("huge.txt", huge), ("after.md", new_text())
    ).json()["items"]

    assert cut["error"]["code"] == "file_too_large"
    assert {before["status"], after["status"]} == {"queued"}


def test_too_many_files_store_nothing(api: Api) -> None:
    texts = [new_text() for _ in range(MAX_UPLOAD_FILES + 1)]
    answer = api.upload(*[(f"{number}.md", text) for number, text in enumerate(texts)])

    assert_error(answer, 413, "file_too_large")
    assert api.upload(("0.md", texts[0])).status_code == 202


@pytest.mark.parametrize(
    "fields", [{"on_duplicate": "maybe"}, {"group": " "}, {"group": "g" * 201}, {"colour": "red"}]
)
def test_form_fields_that_make_no_sense_are_422(api: Api, fields: dict[str, str]) -> None:
    assert_error(api.upload(("note.md", new_text()), **fields), 422, "invalid_request")


@pytest.mark.parametrize(
    "options",
    [
        {"json": {"files": []}},
        {"content": b"", "headers": {"content-type": "multipart/form-data"}},
        {"content": b"junk", "headers": {"content-type": "multipart/form-data; boundary=x"}},
        {"content": b"--x--\r\n", "headers": {"content-type": "multipart/form-data; boundary=x"}},
        {
            "content": b'--x\r\nContent-Disposition: form-data; name="files"; filename="a',
            "headers": {"content-type": "multipart/form-data; boundary=x"},
        },
    ],
)
def test_a_body_that_is_no_upload_is_400(api: Api, options: dict[str, object]) -> None:
    assert_error(api.http.post("/api/documents", **options), 400, "invalid_upload")  # type: ignore[arg-type]


def test_listing_pages_through_all_documents_once(api: Api) -> None:
    group = new_text()[7:20]
    ids = [api.add(new_text(), f"page-{number}.md", group=group)["id"] for number in range(5)]

    seen, cursor, pages = [], None, 0
    while pages == 0 or cursor:
        parameters = {"group": group, "limit": 2, **({"cursor": cursor} if cursor else {})}
        page = api.http.get("/api/documents", params=parameters).json()
        seen += [document["id"] for document in page["items"]]
        cursor, pages = page["next_cursor"], pages + 1

    assert seen == ids[::-1]
    assert pages == 3


def test_listing_filters_by_status_group_and_text(api: Api) -> None:
    tag = new_text()[7:20]
    one = api.ingest(new_text(), f"{tag}-One.md", group=f"{tag}-a")
    two = api.ingest(new_text(), f"{tag}-two.md", group=f"{tag}-b")

    def ids(**parameters: object) -> list[str]:
        answer = api.http.get("/api/documents", params=parameters)  # type: ignore[arg-type]
        return [document["id"] for document in answer.json()["items"]]

    assert ids(group=[f"{tag}-a", f"{tag}-b"]) == [two["id"], one["id"]]
    assert ids(group=f"{tag}-a", status=["ready", "failed"]) == [one["id"]]
    assert ids(group=f"{tag}-a", status="queued") == []
    assert ids(q=f"{tag}-ONE") == [one["id"]]
    assert ids(q=".*") == []
    facets = api.http.get("/api/documents", params={"q": tag}).json()["facets"]
    assert facets == {"status": {"ready": 2}, "group": {f"{tag}-a": 1, f"{tag}-b": 1}}


@pytest.mark.parametrize(
    "parameters",
    [
        {"limit": 0},
        {"limit": -1},
        {"limit": 501},
        {"limit": "x"},
        {"cursor": "nonsense"},
        {"cursor": ""},
        {"status": "gone"},
        {"q": "a\x00b"},
    ],
)
def test_listing_refuses_parameters_it_cannot_honour(
    api: Api, parameters: dict[str, str | int]
) -> None:
    error = assert_error(api.http.get("/api/documents", params=parameters), 422, "validation_error")
    assert error["details"]["fields"][0]["field"].startswith(f"query.{next(iter(parameters))}")


@pytest.mark.parametrize("document_id", UNKNOWN_IDS)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("DELETE", ""),
        ("PATCH", ""),
        ("GET", "/events"),
        ("GET", "/raw"),
        ("GET", "/text"),
        ("GET", "/chunks"),
        ("GET", "/storage"),
        ("POST", "/retry"),
    ],
)
def test_an_unknown_id_is_404(api: Api, method: str, path: str, document_id: str) -> None:
    body = {"json": {"owner": "someone"}} if method == "PATCH" else {}
    answer = api.http.request(method, f"/api/documents/{document_id}{path}", **body)  # type: ignore[arg-type]
    assert_error(answer, 404, "document_not_found")


def test_source_metadata_can_be_corrected_and_cleared(api: Api) -> None:
    document = api.ingest(new_text())
    url = f"/api/documents/{document['id']}"

    changed = api.http.patch(url, json={"owner": "Legal", "status": "superseded"}).json()
    assert (changed["source"]["owner"], changed["source"]["status"]) == ("Legal", "superseded")
    chunk = api.http.get(f"{url}/chunks").json()["items"][0]
    assert chunk["source_status"] == "superseded"
    given = dict.fromkeys(("owner", "status"), "given by a person")
    assert changed["source_origins"] == document["source_origins"] | given

    cleared = api.http.patch(url, json={"owner": None}).json()
    assert cleared["source"]["owner"] is None
    assert cleared["source"]["status"] == "superseded"


@pytest.mark.parametrize(
    "body",
    [
        {"colour": "red"},
        {"status": "lost"},
        {"status": {"$ne": "current"}},
        {"effective_date": "soon"},
        {"owner": ""},
        {"effective_date": "2026-02-01", "superseded_date": "2026-01-01"},
        [],
    ],
)
def test_source_metadata_that_makes_no_sense_is_422(api: Api, body: object) -> None:
    document = api.ingest(new_text())
    answer = api.http.patch(f"/api/documents/{document['id']}", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] in {"validation_error", "invalid_request"}


def test_only_a_failed_document_can_be_retried(api: Api) -> None:
    ready = api.ingest(new_text())
    assert_error(api.http.post(f"/api/documents/{ready['id']}/retry"), 409, "invalid_state")

    failed = api.settle(api.add(b"%PDF-1.7\nnot really a pdf", "broken.pdf")["id"])
    assert failed["status"] == "failed"
    assert failed["error"]["code"] and failed["error"]["stage"] and failed["error"]["hint"]
    retried = api.http.post(f"/api/documents/{failed['id']}/retry")
    assert (retried.status_code, retried.json()["status"]) == (202, "queued")
    assert api.settle(failed["id"])["status"] == "failed"


def test_a_new_version_supersedes_the_old_one(api: Api) -> None:
    old = api.ingest(new_text())
    url = f"/api/documents/{old['id']}/versions"

    answer = api.http.post(url, files=[("files", ("note.md", new_text()))])
    assert answer.status_code == 202
    new = api.settle(answer.json()["id"])
    assert new["replaces_document_id"] == old["id"]
    replaced = api.http.get(f"/api/documents/{old['id']}").json()
    assert replaced["replaced_by_document_id"] == new["id"]
    assert replaced["source"]["status"] == "superseded"

    again = api.http.post(url, files=[("files", ("note.md", new_text()))])
    assert_error(again, 409, "invalid_state")


def test_a_new_version_is_exactly_one_file(api: Api) -> None:
    document = api.ingest(new_text())
    url = f"/api/documents/{document['id']}/versions"
    two = [("files", (name, new_text())) for name in ("a.md", "b.md")]

    assert_error(api.http.post(url, files=two), 422, "invalid_request")
    missing = "/api/documents/000000000000000000000000/versions"
    assert_error(api.http.post(missing, files=two[:1]), 404, "document_not_found")


def test_deleting_gives_a_receipt_and_leaves_nothing(api: Api) -> None:
    document = api.ingest(new_text("a heron standing in the reeds"))
    before = api.http.get(f"/api/documents/{document['id']}/storage").json()
    assert set(before.values()) == {1}

    answer = api.http.delete(f"/api/documents/{document['id']}")

    assert answer.status_code == 200
    receipt = answer.json()
    assert receipt["verified"] is True
    assert receipt["sha256"] == document["sha256"]
    assert [row["name"] for row in receipt["representations"]] == [
        "record",
        "raw_file",
        "raw_file_chunks",
        "chunks",
        "vectors",
        "vector_index",
        "text_index",
    ]
    assert all(
        (row["before"], row["removed"], row["after"]) == (1, 1, 0)
        for row in receipt["representations"]
    )
    assert_error(api.http.delete(f"/api/documents/{document['id']}"), 404, "document_not_found")
    found = api.http.post("/api/search", json={"query": "a heron in the reeds", "limit": 100})
    assert document["id"] not in {hit["document_id"] for hit in found.json()["results"]}


def test_an_upload_chooses_how_its_files_are_cut(api: Api) -> None:
    text = new_text() + "An employee has 25 days. " * 30
    document = api.ingest(text, chunk_strategy="sentences", chunk_size="200")
    assert document["chunking"] == {"strategy": "sentences", "size": 200, "overlap": 40}
    for fields in (
        {"chunk_strategy": "magic"},
        {"chunk_size": "big"},
        {"chunk_size": "100", "chunk_overlap": "100"},
    ):
        assert_error(api.upload(("a.md", new_text()), **fields), 422, "invalid_request")


def test_a_ready_document_is_cut_anew_under_its_id(api: Api) -> None:
    document = api.ingest(new_text() + "An employee has 25 days. " * 30)
    path = f"/api/documents/{document['id']}"
    body = {"strategy": "windows", "size": 100, "overlap": 0}
    answer = api.http.post(f"{path}/chunking", json=body)
    assert answer.status_code == 202
    assert answer.json()["status"] == "ready"
    assert answer.json()["rechunking"]["chunking"] == body
    # The stream tells of the work and ends with it.
    events = api.http.get(f"{path}/events").text
    assert '"strategy":"windows"' in events
    done = api.http.get(path).json()
    assert (done["rechunking"], done["chunking"]) == (None, body)
    assert done["counts"]["chunks"] > document["counts"]["chunks"]
    refused = api.http.post(f"{path}/chunking", json={"size": 100, "overlap": 200})
    assert_error(refused, 422, "invalid_request")
    unknown = api.http.post(f"{path}/chunking", json={"sizes": 100})
    assert_error(unknown, 422, "validation_error")
    missing = api.http.post(f"/api/documents/{'0' * 24}/chunking", json={})
    assert_error(missing, 404, "document_not_found")
