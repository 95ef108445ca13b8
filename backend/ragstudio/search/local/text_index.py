"""BM25 over chunk texts, in memory, with the statistics of the living chunks alone.

tantivy keeps a removed entry in its statistics until segments merge, so scores, and with them the
order, would depend on what was removed before. The index therefore holds the texts it was built
from and is built anew after a removal or an update: at once up to `REBUILD_AT_ONCE` chunks, in the
background beyond. A removed entry is never returned in either case; only the weights of the others
may lag for the moment a background rebuild takes.
"""

import threading
from collections import Counter
from collections.abc import Iterable
from time import perf_counter

from ragstudio.search.analysis import analyse_query, normalise_text
from ragstudio.search.base import Candidate, SearchFilter
from ragstudio.search.local.feed import ChunkChange
from ragstudio.search.local.text_segments import HeldText, TextSegments, TextStep
from ragstudio.search.metadata import ChunkMetadata
from ragstudio.search.text_query import HiddenEntries, build_filter_query, build_query

SCORE_DECIMALS = 4
REBUILD_AT_ONCE = 2000
_TIE_RESERVE = 16
_FIRST_PAUSE_SECONDS = 0.2
# A rebuild rests this many times as long as the one before took: removals that keep coming must
# not occupy a core.
_PAUSE_FACTOR = 3.0


class TextIndex:
    """Searches chunk texts. Safe for many searches beside one writer; close when done.

    `rebuild_at_once` is the largest number of chunks for which `apply` itself rebuilds.
    """

    def __init__(self, rebuild_at_once: int = REBUILD_AT_ONCE) -> None:
        if rebuild_at_once < 0:
            raise ValueError(f"rebuild_at_once must be 0 or more, not {rebuild_at_once}")
        self._rebuild_at_once = rebuild_at_once
        self._held: dict[str, HeldText] = {}
        self._per_document: Counter[str] = Counter()
        # Chunks of documents that are not ready, by document: hidden without a new segment.
        self._hidden: dict[str, set[str]] = {}
        self._left_out = HiddenEntries()
        self._segments = TextSegments()
        self._changing = threading.Condition()
        self._rebuilding = False
        self._missed: list[TextStep] = []
        self._closed = False

    def __len__(self) -> int:
        return len(self._held)

    def count(self, document_id: str) -> int:
        """Entries of one document."""
        return self._per_document[document_id]

    def count_matching(self, where: SearchFilter) -> int:
        """How many searchable entries pass the filter."""
        searcher = self._segments.searcher()
        found = searcher.search(build_filter_query(where, self._left_out), limit=1, count=True)
        return int(found.count)

    def apply(self, changes: Iterable[ChunkChange]) -> None:
        """Take over changes, all at once for readers. Applying one twice does no harm."""
        with self._changing:
            steps = [step for change in changes if (step := self._hold(change)) is not None]
            self._left_out = self._list_hidden()
            if not steps:
                return
            removes = any(step.replaces for step in steps)
            if removes and not self._rebuilding and len(self._held) <= self._rebuild_at_once:
                self._segments = TextSegments.build(self._held)
                return
            for step in steps:
                self._segments.take(step)
            self._segments.commit()
            if self._rebuilding:
                self._missed.extend(steps)
            elif self._segments.removed:
                self._rebuilding = True
                threading.Thread(target=self._rebuild, name="text-rebuild", daemon=True).start()

    def search(self, query: str, limit: int, where: SearchFilter) -> list[Candidate]:
        """The `limit` best matches by BM25 (more than 0), best first, ties by chunk id.

        BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), with
        k1 = 1.2 and b = 0.75, summed over the fields of `analysis`. Scores are rounded to four
        decimals. A query without a single term matches nothing. Raises `ValueError` for a limit
        below 1.
        """
        if limit < 1:
            raise ValueError(f"limit must be at least 1, not {limit}")
        terms = analyse_query(query)
        if not terms:
            return []
        # In this order: what is left out was noted before the searcher could show it.
        searcher = self._segments.searcher()
        compiled = build_query(terms, where, self._left_out)
        wanted = limit + _TIE_RESERVE
        while True:
            hits = searcher.search(compiled, limit=wanted, count=False).hits
            scores = [round(float(score), SCORE_DECIMALS) for score, _ in hits]
            # A tie that reaches over the cut is fetched whole, for the chunk ids to decide.
            if len(hits) < wanted or scores[-1] < scores[limit - 1]:
                break
            wanted *= 4
        candidates = []
        for score, (_, address) in zip(scores, hits, strict=True):
            stored = searcher.doc(address)
            ids = str(stored.get_first("chunk_id")), str(stored.get_first("document_id"))
            candidates.append(Candidate(*ids, score))
        candidates.sort(key=lambda candidate: (-candidate.score, candidate.chunk_id))
        return candidates[:limit]

    def wait_until_exact(self, timeout_seconds: float) -> bool:
        """Wait for a background rebuild; whether no removed entry weighs in a score any more."""
        with self._changing:
            return self._changing.wait_for(lambda: not self._rebuilding, timeout_seconds)

    def close(self) -> None:
        """Drop everything held; a background rebuild ends by itself."""
        with self._changing:
            self._closed = True
            self._held.clear()
            self._per_document.clear()
            self._hidden.clear()
            self._segments = TextSegments()
            self._changing.notify_all()

    def _hold(self, change: ChunkChange) -> TextStep | None:
        """Note what the index is to hold of a chunk; None where that is what it holds already."""
        before = self._held.get(change.chunk_id)
        after = None
        self._hide(change, before)
        if change.entry is not None:
            text = normalise_text(change.entry.content)
            after = HeldText(text, ChunkMetadata.from_entry(change.entry))
        if before == after:
            return None
        if before is not None:
            del self._held[change.chunk_id]
            self._per_document[before.metadata.document_id] -= 1
            if not self._per_document[before.metadata.document_id]:
                del self._per_document[before.metadata.document_id]
        if after is not None:
            self._held[change.chunk_id] = after
            self._per_document[after.metadata.document_id] += 1
        return TextStep(change.chunk_id, replaces=before is not None, held=after)

    def _hide(self, change: ChunkChange, before: HeldText | None) -> None:
        """Note whether the searches may find a chunk."""
        entry = change.entry
        if before is not None and (hidden := self._hidden.get(before.metadata.document_id)):
            hidden.discard(change.chunk_id)
            if not hidden:
                del self._hidden[before.metadata.document_id]
        if entry is not None and not entry.searchable:
            self._hidden.setdefault(entry.document_id, set()).add(change.chunk_id)

    def _list_hidden(self) -> HiddenEntries:
        """What a search leaves out: whole documents, and chunks where only some are hidden."""
        whole: list[str] = []
        single: list[str] = []
        for document_id, chunk_ids in self._hidden.items():
            if len(chunk_ids) == self.count(document_id):
                whole.append(document_id)
            else:
                single.extend(chunk_ids)
        return HiddenEntries(whole, single)

    def _rebuild(self) -> None:
        """Build anew beside the index in use, catch up with what changed meanwhile, and swap."""
        pause = _FIRST_PAUSE_SECONDS
        while True:
            with self._changing:
                self._changing.wait_for(lambda: self._closed, pause)
                held = dict(self._held)
                self._missed.clear()
            started = perf_counter()
            fresh = TextSegments.build(held)
            pause = _PAUSE_FACTOR * (perf_counter() - started)
            with self._changing:
                for step in self._missed:
                    fresh.take(step)
                if self._missed:
                    fresh.commit()
                if not self._closed:
                    self._segments = fresh
                if self._closed or not fresh.removed:
                    self._missed.clear()
                    self._rebuilding = False
                    self._changing.notify_all()
                    return
