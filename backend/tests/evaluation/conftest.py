from collections.abc import Iterator
from datetime import date

import pytest

from ragstudio.evaluation.runner import Plan
from ragstudio.evaluation.suites import Suite
from ragstudio.inference.base import Embedder, Reranker
from ragstudio.inference.factory import load_reranker
from ragstudio.records import SourceMetadata, SourceStatus
from ragstudio.retrieval.corpus import StoredCorpus
from ragstudio.retrieval.path import Retriever
from ragstudio.search.factory import build_engine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database
from tests.evaluation.builders import build_case, build_suite
from tests.retrieval.shelf import Shelf


@pytest.fixture(scope="session")
def reranker() -> Reranker | None:
    """The studio's own cross-encoder."""
    return load_reranker(Settings(_env_file=None, reranker_model="offline"))


@pytest.fixture
def retriever(
    database: Database, embedder: Embedder, reranker: Reranker | None
) -> Iterator[Retriever]:
    """A retriever over three documents, two of them versions of one policy."""
    shelf = Shelf(database, embedder)
    shelf.put(
        "leave-2024.md",
        ["Every employee gets 20 working days of annual leave a year."],
        source=SourceMetadata(status=SourceStatus.SUPERSEDED, superseded_date=date(2026, 1, 1)),
    )
    shelf.put(
        "leave-2026.md",
        ["Every employee gets 25 working days of annual leave a year."],
        source=SourceMetadata(effective_date=date(2026, 1, 1)),
    )
    shelf.put("canteen.md", ["The canteen serves soup on Mondays."], group="noise")
    settings = Settings(_env_file=None)
    engine = build_engine(settings, database, embedder.space)
    engine.start()
    yield Retriever(
        corpus=StoredCorpus(database.documents, database.chunks, database.meta),
        engine=engine,
        embedder=embedder,
        reranker=reranker,
        settings=settings,
        threshold_for=lambda name: 0.1,
        today=lambda: date(2026, 8, 1),
    )
    engine.stop()


@pytest.fixture
def suite() -> Suite:
    """Three cases: a current fact, a historical one and one that nothing answers."""
    current = {"filename": "leave-2026.md", "group": "policies", "facts": [["25 working days"]]}
    old = {"filename": "leave-2024.md", "group": "policies", "facts": [["20 working days"]]}
    rival = {"filename": "leave-2024.md", "group": "policies"}
    question = "How many working days of annual leave does an employee get?"
    return build_suite(
        build_case(
            "prefer_current_source",
            id="current",
            question=question,
            expected_sources=[current],
            competing_sources=[rival],
            category="current_source",
        ),
        build_case(
            "retrieve_historical_answer",
            id="historical",
            question=question,
            expected_sources=[old],
            include_superseded=True,
            category="historical",
        ),
        build_case(
            "abstain", id="nowhere", question="Who discovered penicillin?", category="unanswerable"
        ),
        groups=["policies", "noise"],
    )


@pytest.fixture
def plan(suite: Suite) -> Plan:
    return Plan([suite])
