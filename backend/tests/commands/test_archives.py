"""A purge of the embedded database: deleted bytes are in none of its files, all else is."""

import io
import secrets
from pathlib import Path

from ragstudio.commands.archives import purge_database
from ragstudio.lifecycle.intake import Intake, Upload
from ragstudio.settings import Settings
from ragstudio.storage.client import Database, connect
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.embedded import EmbeddedMongod
from ragstudio.storage.erasure import erase_stored


def _find(token: str, root: Path) -> list[Path]:
    """The files that hold a token; MongoDB's compression leaves what is random as it is."""
    return [
        file for file in root.rglob("*") if file.is_file() and token.encode() in file.read_bytes()
    ]


def _upload(database: Database, settings: Settings, token: str) -> tuple[str, str]:
    text = f"{token}\n{secrets.token_urlsafe(3000)}"
    upload = Upload(f"{token[:4]}.txt", io.BytesIO(text.encode()))
    document = Intake(database, settings).accept(upload)
    return document.id, document.raw_file_id


def test_a_purge_leaves_nothing_of_what_was_deleted_in_any_file(tmp_path: Path) -> None:
    root = tmp_path / "data"
    settings = Settings(_env_file=None, data_dir=root)
    deleted, kept = secrets.token_hex(24), secrets.token_hex(24)
    mongod = EmbeddedMongod(DataDirectory(root))
    mongod.start()
    database = connect(mongod.uri, settings.mongodb_database)
    erase_stored(database, *_upload(database, settings, deleted))
    kept_id, kept_file = _upload(database, settings, kept)
    in_use = purge_database(settings, shrink_oplog=True)
    database.close()
    mongod.stop()
    assert not in_use.rebuilt
    assert {each.name for each in in_use.collections} >= {"documents", "chunks"}
    assert [each.refused for each in in_use.collections if each.refused] == []
    assert in_use.oplog and in_use.oplog.limit_bytes == 990 * 1024 * 1024
    assert _find(deleted, root) != []

    report = purge_database(settings, shrink_oplog=False)

    assert report.rebuilt and report.left
    assert _find(deleted, root) == []
    assert _find(kept, root) != []
    again = EmbeddedMongod(DataDirectory(root))
    again.start()
    database = connect(again.uri, settings.mongodb_database)
    raw = database.raw_files.open(kept_file)
    assert raw is not None and raw.read().startswith(kept.encode())
    assert database.documents.all_ids() == {kept_id}
    assert "identity_1" in database._database["documents"].index_information()
    database.close()
    again.stop()
