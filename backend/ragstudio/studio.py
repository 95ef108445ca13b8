"""The studio put together: database, models, engine, lifecycle and retrieval, as one object."""

from dataclasses import dataclass
from typing import Self

import structlog

from ragstudio.evaluation.scratch import ScratchCorpora, sweep_scratch
from ragstudio.inference.base import Embedder, Reranker
from ragstudio.inference.factory import load_embedder, load_reranker
from ragstudio.inference.thresholds import threshold_for
from ragstudio.laboratory.laboratory import ChunkLaboratory
from ragstudio.lifecycle.deletion import Deletion
from ragstudio.lifecycle.document_events import DocumentEvents
from ragstudio.lifecycle.indexing import IndexingFinisher
from ragstudio.lifecycle.intake import Intake
from ragstudio.lifecycle.recovery import Recovery
from ragstudio.lifecycle.supervisor import WorkerSupervisor
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.retrieval.generation.citations import RerankerScorer
from ragstudio.retrieval.path import Retriever
from ragstudio.search.base import SearchEngine
from ragstudio.search.factory import build_engine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database, connect, name_database
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.embedded import EmbeddedMongod

# A person waits for the picture of a page.
_PAGE_SECONDS = 20.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class DatabaseHandle:
    """A connection, the address it uses, and the embedded `mongod` behind it if there is one."""

    database: Database
    uri: str
    embedded: EmbeddedMongod | None

    def close(self) -> None:
        """Close the connection and stop what was started."""
        self.database.close()
        if self.embedded is not None:
            self.embedded.stop()


def open_database(settings: Settings) -> DatabaseHandle:
    """Connect to `MONGODB_URI`, or start the embedded MongoDB and become its owner.

    Raises `DataDirectoryHeld`, `EmbeddedDatabaseError`, `DatabaseUnavailable`.
    """
    if not settings.uses_embedded_database:
        uri = name_database(settings.mongodb_uri.get_secret_value(), settings.mongodb_database)
        return DatabaseHandle(connect(uri, settings.mongodb_database), uri, None)
    embedded = EmbeddedMongod(DataDirectory(settings.data_dir))
    embedded.start()
    try:
        uri = name_database(embedded.uri, settings.mongodb_database)
        return DatabaseHandle(connect(uri, settings.mongodb_database), uri, embedded)
    except BaseException:
        embedded.stop()
        raise


class Studio:
    """Everything the doors (API, CLI) call. Use as a context manager."""

    def __init__(
        self,
        settings: Settings,
        handle: DatabaseHandle,
        embedder: Embedder,
        reranker: Reranker | None,
        engine: SearchEngine,
    ) -> None:
        self.settings = settings
        self.handle = handle
        self.database = handle.database
        self.embedder = embedder
        self.reranker = reranker
        self.engine = engine
        self.events = DocumentEvents(self.database)
        self.intake = Intake(self.database, settings)
        self.deletion = Deletion(self.database, engine)
        self.recovery = Recovery(self.database, self.deletion, settings)
        self.finisher = IndexingFinisher(self.database, engine, self.events)
        self.retriever = Retriever.over(self.database, engine, embedder, reranker, settings)
        self.scratch = ScratchCorpora(self.database, embedder, reranker, settings)
        self.page_renderer = ParserPool(
            _PAGE_SECONDS,
            settings.parse_memory_mb,
            hidden_content=settings.include_hidden_content,
        )
        self.laboratory = ChunkLaboratory(
            self.database, self.page_renderer, embedder, reranker, settings
        )
        self.workers = WorkerSupervisor(
            self.database,
            settings.workers,
            {
                "MONGODB_URI": handle.uri,
                "HF_HUB_OFFLINE": "1",
                "LOG_LEVEL": settings.log_level,
            },
        )

    def build_passage_scorer(self) -> RerankerScorer | None:
        """Judges the sentences of written answers; None without a reranker with a threshold."""
        reranker = self.reranker
        calibrated = threshold_for(reranker.info.name) if reranker is not None else None
        if reranker is None or calibrated is None:
            return None
        return RerankerScorer(self.embedder, reranker, calibrated.threshold)

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Connect, load the models and build the engine; nothing runs before `start`."""
        handle = open_database(settings)
        try:
            embedder = load_embedder(settings)
            engine = build_engine(settings, handle.database, embedder.space)
            return cls(settings, handle, embedder, load_reranker(settings), engine)
        except BaseException:
            handle.close()
            raise

    def start(self) -> None:
        """Follow MongoDB, take up what a crash left, and start the workers."""
        if self.handle.embedded is not None:
            # Nobody else can be at work on a database that has only just been started.
            self.recovery.take_over()
            for runs in (self.database.evaluation_runs, self.database.experiment_runs):
                runs.fail_unfinished("The studio stopped during this run.")
        sweep_scratch(self.database, is_only_user=self.handle.embedded is not None)
        self.engine.start()
        self.events.start()
        self.finisher.start()
        self.recovery.start()
        self.workers.start()
        log.info("studio_started", engine=self.engine.name, workers=self.settings.workers)

    def close(self) -> None:
        """Stop everything in the reverse order."""
        self.workers.stop()
        self.page_renderer.close()
        self.recovery.stop()
        self.finisher.stop()
        self.events.stop()
        self.engine.stop()
        self.handle.close()
