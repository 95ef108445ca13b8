"""Documents leave as one file and come back from it, over HTTP."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from ragstudio.cli import app
from ragstudio.lifecycle.archive.format import ImportReport
from ragstudio.settings import get_settings
from tests.running_server import Api, assert_error, new_text, wait_for

ZIP = {"Content-Type": "application/zip"}


def test_an_archive_goes_out_and_comes_in(api: Api) -> None:
    document = api.ingest(new_text("a lantern"), "lantern.md", group="lanterns")
    chunks = f"/api/documents/{document['id']}/chunks?vectors=true"
    before = api.http.get(chunks).json()

    exported = api.http.get("/api/archive", params={"group": "lanterns"})
    assert exported.headers["content-type"] == "application/zip"
    assert exported.headers["content-disposition"].startswith("attachment;")
    assert api.http.delete(f"/api/documents/{document['id']}").json()["verified"]
    imported = api.http.post("/api/archive", content=exported.content, headers=ZIP)

    assert imported.status_code == 202, imported.text
    report = ImportReport.model_validate(imported.json())
    assert [(item.document_id, item.outcome) for item in report.items] == [
        (document["id"], "imported")
    ]
    assert api.settle(document["id"])["status"] == "ready"
    assert api.http.get(chunks).json() == before
    assert api.http.get(f"/api/documents/{document['id']}/raw").content.startswith(b"# Note")
    again = api.http.post("/api/archive", content=exported.content, headers=ZIP).json()
    assert again["counts"] == {"imported": 0, "queued": 0, "duplicate": 1, "conflict": 0}


def test_what_is_no_archive_is_refused(api: Api) -> None:
    larger_than_any_other_body = bytes(3 * 1024 * 1024)
    for body in (b"", b"PK", larger_than_any_other_body):
        answer = api.http.post("/api/archive", content=body, headers=ZIP)
        assert_error(answer, 422, "invalid_archive")
    assert_error(api.http.post("/api/archive", content=b"{}"), 400, "invalid_upload")


def test_commands_move_a_group_through_a_file(api: Api, tmp_path: Path) -> None:
    get_settings.cache_clear()
    document = api.ingest(new_text("a candle"), "candle.md", group="candles")
    file = tmp_path / "candles.zip"

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["--url", str(api.http.base_url), *arguments])
        return result.exit_code, result.output

    assert run("export", str(file), "--group", "candles")[0] == 0
    assert file.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [file]
    assert run("export", str(file), "--group", "candles")[0] == 2
    api.http.delete(f"/api/documents/{document['id']}")
    code, printed = run("import", str(file))
    assert (code, "candle.md" in printed, "imported" in printed) == (0, True, True)
    wait_for(lambda: api.settle(document["id"])["status"] == "ready")


@pytest.fixture(autouse=True)
def _settings_of_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    get_settings.cache_clear()
