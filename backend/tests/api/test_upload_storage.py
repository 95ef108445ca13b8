"""An upload for which the machine has no room: refused with the reason, and nothing is left."""

import errno
import io
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from ragstudio.api import multipart
from tests.running_server import Api, assert_error, new_text

# Kept in memory while it arrives, up to here.
MEMORY_BYTES = 4096


class _OverQuota(io.BytesIO):
    """A temporary file beyond what its owner may fill."""

    def write(self, data: Any) -> int:
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))


def _open_full(*arguments: Any, **options: Any) -> Any:
    """A file on a device that answers every write as a full disk does (ENOSPC)."""
    return Path("/dev/full").open("w+b")


@pytest.mark.parametrize(
    "open_file",
    [_open_full, lambda *_, **__: _OverQuota()],
    ids=["full disk", "full quota"],
)
def test_an_upload_that_does_not_fit_is_refused_and_leaves_nothing(
    api: Api, monkeypatch: pytest.MonkeyPatch, open_file: Any
) -> None:
    text = new_text("a pier") + "Every plank is counted twice.\n" * 20_000
    before = api.http.get("/api/audit").json()
    with monkeypatch.context() as full:
        full.setattr(multipart._UploadParser, "spool_max_size", MEMORY_BYTES)
        full.setattr(tempfile, "TemporaryFile", open_file)
        error = assert_error(api.upload(("pier.md", text)), 507, "disk_full")
        assert "TMPDIR" in error["hint"]
        assert api.http.get("/api/documents", params={"q": "pier.md"}).json()["items"] == []
    after = api.http.get("/api/audit").json()
    assert after["clean"] and after["documents"] == before["documents"]
    # The same bytes again, now that there is room: nothing of them was here.
    document = api.ingest(text[:2000], "pier.md")
    assert api.http.delete(f"/api/documents/{document['id']}").status_code == 200
