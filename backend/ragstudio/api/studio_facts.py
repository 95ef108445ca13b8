"""What the studio says about itself, without secrets."""

import re
from typing import Any

from pydantic import BaseModel, SecretStr

from ragstudio import __version__
from ragstudio.inference.base import ModelInfo
from ragstudio.records import EmbeddingSpace
from ragstudio.settings import Settings
from ragstudio.studio import Studio

_PASSWORD = re.compile(r"(?<=://)([^/@:]*):[^/@]*@")


class ModelFacts(BaseModel):
    """A model and where its files come from (`path`, `package`, `cache` or `hub`)."""

    name: str
    revision: str
    origin: str
    location: str


class EmbedderFacts(ModelFacts):
    """The embedder: its vector space, and how many tokens shape one vector."""

    dimensions: int
    window_tokens: int


class EngineFacts(BaseModel):
    """What the search engine holds."""

    name: str
    ready: bool
    vectors: int
    texts: int
    detail: str


class DatabaseFacts(BaseModel):
    """MongoDB: the address without its password, and sizes in bytes."""

    uri: str
    embedded: bool
    name: str
    server_version: str
    data_bytes: int
    storage_bytes: int
    index_bytes: int


class CountFacts(BaseModel):
    """How much there is."""

    documents: int
    documents_by_status: dict[str, int]
    chunks: int


class LimitFacts(BaseModel):
    """What an upload may be."""

    max_upload_bytes: int
    max_upload_files: int


class SystemFacts(BaseModel):
    """Everything the studio knows about itself. `hints` say what a person should do."""

    version: str
    embedder: EmbedderFacts
    reranker: ModelFacts | None
    embedding_space: EmbeddingSpace | None
    search_engine: EngineFacts
    database: DatabaseFacts
    counts: CountFacts
    limits: LimitFacts
    workers: int
    settings: dict[str, Any]
    hints: list[str]


def describe_system(studio: Studio) -> SystemFacts:
    """The facts as they are now. Raises a `DatabaseFailure` where MongoDB is away."""
    database, engine = studio.database, studio.engine.state()
    by_status = database.documents.count_facets()["status"]
    space = database.meta.current_space()
    return SystemFacts(
        version=__version__,
        embedder=EmbedderFacts(
            **_model(studio.embedder.info),
            dimensions=studio.embedder.space.dimensions,
            window_tokens=studio.embedder.window_tokens,
        ),
        reranker=ModelFacts(**_model(studio.reranker.info)) if studio.reranker else None,
        embedding_space=space,
        search_engine=EngineFacts(
            name=engine.name,
            ready=engine.ready,
            vectors=engine.vectors,
            texts=engine.texts,
            detail=engine.detail,
        ),
        database=DatabaseFacts(
            uri=hide_password(studio.handle.uri),
            embedded=studio.handle.embedded is not None,
            name=database.name,
            server_version=database.server_version(),
            **database.statistics(),
        ),
        counts=CountFacts(
            documents=sum(by_status.values()),
            documents_by_status=by_status,
            chunks=database.chunks.total(),
        ),
        limits=LimitFacts(
            max_upload_bytes=studio.settings.max_upload_bytes,
            max_upload_files=studio.settings.max_upload_files,
        ),
        workers=len(studio.workers.pids()),
        settings=describe_settings(studio.settings),
        hints=list(_advise(studio, space, by_status)),
    )


def describe_configuration(studio: Studio) -> dict[str, Any]:
    """What an evaluation run keeps of the studio that ran it."""
    settings = studio.settings
    return {
        "version": __version__,
        "embedder": studio.embedder.space.model_dump(),
        "reranker": _model(studio.reranker.info) if studio.reranker else None,
        "search_engine": studio.engine.name,
        "candidates": settings.candidates,
        "rrf_k": settings.rrf_k,
        "minimum_score": settings.minimum_score,
        "chunk_size": settings.chunk_size,
        "chunk_overlap": settings.chunk_overlap,
        "documents": studio.database.documents.total(),
        "chunks": studio.database.chunks.total(),
    }


def describe_settings(settings: Settings) -> dict[str, Any]:
    """Every setting by its variable's name; of a secret only whether it is set."""
    return {
        name.upper(): ("set" if value.get_secret_value() else "")
        if isinstance(value := getattr(settings, name), SecretStr)
        else value
        for name in type(settings).model_fields
    }


def hide_password(uri: str) -> str:
    """A connection string fit to be shown."""
    return _PASSWORD.sub(r"\1:***@", uri)


def _model(info: ModelInfo) -> dict[str, str]:
    return {
        "name": info.name,
        "revision": info.revision,
        "origin": info.origin,
        "location": info.location,
    }


def _advise(studio: Studio, space: EmbeddingSpace | None, by_status: dict[str, int]) -> list[str]:
    hints = []
    if space is not None and space != studio.embedder.space:
        hints.append(
            f"The corpus is embedded with {space.model}: run `ragstudio reembed`, or set "
            f"EMBEDDING_MODEL back to it."
        )
    if studio.reranker is None:
        hints.append("No reranker is loaded: set RERANKER_MODEL to `auto` to rank and to abstain.")
    if not by_status:
        hints.append("There are no documents yet: upload some, or load the samples.")
    failed = by_status.get("failed", 0)
    if failed:
        hints.append(advise_on_failures(failed))
    if studio.settings.workers == 0 and by_status.get("queued"):
        hints.append("Documents wait and no worker was started here: run `ragstudio worker`.")
    return hints


def advise_on_failures(count: int) -> str:
    """What to do about `count` (from 1) failed documents."""
    subject, them = ("1 document", "it") if count == 1 else (f"{count} documents", "them")
    return f"{subject} failed: open {them} to see why, then retry."
