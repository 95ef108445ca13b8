"""Several workers on one queue: every document is worked on once, by one of them."""

import threading

from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.worker import Worker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import DocumentStatus
from tests.lifecycle.conftest import Lifecycle, wait_for

_WORKERS = 4
_DOCUMENTS = 24


def test_four_workers_share_a_queue_without_doing_a_document_twice(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool
) -> None:
    ids = [
        lifecycle.upload(f"# Note {number}\n\nLeave is {number} days.\n", f"note-{number}.md").id
        for number in range(_DOCUMENTS)
    ]
    workers = [
        Worker(lifecycle.database, embedder, parser, lifecycle.settings) for _ in range(_WORKERS)
    ]
    begun = threading.Barrier(_WORKERS)
    worked = dict.fromkeys(range(_WORKERS), 0)

    def work(number: int) -> None:
        begun.wait(30)
        while workers[number].work_once():
            worked[number] += 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(_WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    # Each document was claimed once, and by more than one worker.
    assert sum(worked.values()) == _DOCUMENTS
    assert sum(count > 0 for count in worked.values()) > 1

    def all_ready() -> bool:
        lifecycle.finisher.finish_waiting()
        documents = [lifecycle.database.documents.get(one) for one in ids]
        return all(document.status is DocumentStatus.READY for document in documents)

    wait_for(all_ready)
    for one in ids:
        document = lifecycle.database.documents.get(one)
        assert (document.attempts, document.counts.chunks) == (1, 1)
        assert lifecycle.database.chunks.count(one) == 1
