"""What the clients of a studio were told, and with that what must be true after a crash."""

import threading
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any


class Told(StrEnum):
    """What is known of a document from the answers."""

    SENT = "sent"
    """Uploaded without an answer: there once, or not at all."""
    ACCEPTED = "accepted"
    LEAVING = "leaving"
    """Deleted without an answer: whole, or gone."""
    GONE = "gone"


@dataclass
class Entry:
    """One document. Its token is a word of its text and of its file name, and of no other's."""

    token: str
    content: bytes
    told: Told = Told.SENT
    document_id: str | None = None
    replaces: str | None = None
    record_ids: set[str | None] = field(default_factory=lambda: {None})
    """Those it may have: one, or two while an edit had no answer."""

    @property
    def filename(self) -> str:
        return f"{self.token}.txt"


class Ledger:
    """Every document ever sent. Safe to use from several threads."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._lock = threading.Lock()

    def add(self, random: Random, replaces: Entry | None = None) -> Entry:
        """A document to send; one in four takes several batches to embed."""
        token = "zq" + "".join(random.choice("bcdfghjklmnpqrstvwxz") for _ in range(12))
        sentences = random.choice([2, 3, 4, 160])
        text = f"The word is {token}.\n\n" + "\n\n".join(
            f"Part {number} of {token} is about ship {number}." for number in range(sentences)
        )
        entry = Entry(token, text.encode(), replaces=replaces.document_id if replaces else None)
        with self._lock:
            self.entries.append(entry)
        return entry

    def choose(self, random: Random) -> Entry | None:
        """One that was accepted, if there is one."""
        with self._lock:
            accepted = [each for each in self.entries if each.told is Told.ACCEPTED]
        return random.choice(accepted) if accepted else None

    def settle(self, entry: Entry, found: dict[str, Any] | None) -> None:
        """Take over what was found once the studio had come to rest; fail where it is not true."""
        if entry.told is Told.ACCEPTED:
            assert found is not None, f"{entry.filename} was accepted and is lost"
        if entry.told is Told.GONE:
            assert found is None, f"{entry.filename} was deleted and is back"
        if found is None:
            entry.told = Told.GONE
            return
        assert entry.document_id in (None, found["id"]), f"{entry.filename} has another id"
        entry.told, entry.document_id = Told.ACCEPTED, found["id"]
        record_id = found["source"]["record_id"]
        assert record_id in entry.record_ids, f"{entry.filename}: an edit is lost ({record_id})"
        entry.record_ids = {record_id}
