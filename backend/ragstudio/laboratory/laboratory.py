"""The chunk laboratory: ways to cut a text, side by side; nothing is stored."""

import threading

from ragstudio.chunking.plan import ChunkingChoice, plan_chunking
from ragstudio.errors import StudioError
from ragstudio.inference.base import Embedder, Reranker
from ragstudio.laboratory.evidence import check_evidence, search_trial
from ragstudio.laboratory.facts import find_held
from ragstudio.laboratory.report import LaboratoryReport, SideReport
from ragstudio.laboratory.request import (
    ChunkingSide,
    EvidenceCheck,
    LaboratoryRequest,
    ReadAs,
)
from ragstudio.laboratory.source import PLAIN_TEXT, LaboratorySource
from ragstudio.laboratory.trial import Trial
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.settings import Settings
from ragstudio.storage.client import Database

MOST_CALLERS = 16


class LaboratoryBusy(StudioError):
    """More callers wait for the laboratory than may."""

    code = "laboratory_busy"
    status = 503


class ChunkLaboratory:
    """Cuts a text one or two ways and checks the evidence in the chunks. One call at a time."""

    def __init__(
        self,
        database: Database,
        parser: ParserPool,
        embedder: Embedder,
        reranker: Reranker | None,
        settings: Settings,
    ) -> None:
        self._database = database
        self._parser = parser
        self._embedder = embedder
        self._reranker = reranker
        self._settings = settings
        # Embedding a thousand chunks takes every core for seconds: callers wait their turn.
        self._turn = threading.Lock()
        # Each of them holds one of the threads that answer all other calls, too.
        self._places = threading.BoundedSemaphore(MOST_CALLERS)

    def compare(self, request: LaboratoryRequest) -> LaboratoryReport:
        """One report a side.

        Raises `DocumentNotFound`, `InvalidState`, `UnsupportedMediaType`, `InvalidRequest`, and
        `LaboratoryBusy` where 16 callers are being served or wait already.
        """
        if not self._places.acquire(blocking=False):
            raise LaboratoryBusy(
                f"{MOST_CALLERS} texts wait to be cut already.",
                hint="Ask again in a minute, or with a shorter text.",
            )
        try:
            return self._compare(request)
        finally:
            self._places.release()

    def _compare(self, request: LaboratoryRequest) -> LaboratoryReport:
        source = LaboratorySource.find(request, self._database, self._parser)
        with self._turn:
            sides = [self._try(source, side, request.evidence) for side in request.sides]
        return LaboratoryReport(
            document_id=source.document.id if source.document else None,
            filename=source.document.filename if source.document else None,
            content_type=source.content_type,
            window_tokens=self._embedder.window_tokens,
            sides=sides,
        )

    def _try(
        self, source: LaboratorySource, side: ChunkingSide, check: EvidenceCheck | None
    ) -> SideReport:
        read_as_plain = side.read_as is ReadAs.PLAIN_TEXT
        choice = ChunkingChoice(strategy=side.strategy, size=side.size, overlap=side.overlap)
        kind = PLAIN_TEXT if read_as_plain else source.content_type
        # Refused before the text is read, which may take seconds.
        configuration = plan_chunking(choice, kind, self._settings)
        extracted = source.read(side.read_as)
        trial = Trial.cut(extracted, configuration, self._embedder)
        facts = check.facts if check else []
        evidence = None
        if check is not None:
            search = search_trial(check, trial, self._embedder, self._reranker, self._settings)
            evidence = check_evidence(check, trial, search)
        return SideReport(
            chunking=configuration,
            read_as=side.read_as,
            text=extracted.text,
            statistics=trial.measure(),
            chunks=trial.describe([find_held(facts, content) for content in trial.contents]),
            evidence=evidence,
            warnings=extracted.warnings,
        )
