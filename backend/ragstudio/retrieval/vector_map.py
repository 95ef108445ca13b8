"""The map of the corpus: chunk vectors as points, and a question among them."""

import numpy as np
from pydantic import BaseModel

from ragstudio.inference.base import Embedder
from ragstudio.records import SourceStatus
from ragstudio.retrieval.projection import fit_principal_components
from ragstudio.retrieval.space import refuse_another_space
from ragstudio.search.base import SearchEngine, SearchFilter
from ragstudio.storage.client import Database


class MapPoint(BaseModel):
    """One chunk on the map; `score` is (1 + cosine) / 2 to the question, 0 to 1."""

    chunk_id: str
    document_id: str
    chunk_index: int
    filename: str
    group: str
    source_status: SourceStatus
    x: float
    y: float
    score: float | None


class Place(BaseModel):
    """Where the question lies on the map."""

    x: float
    y: float


class VectorMap(BaseModel):
    """At most `limit` of the corpus's chunks in the plane of their two principal components."""

    points: list[MapPoint]
    shown: int
    total: int
    explained_variance: tuple[float, float]
    query: Place | None


def draw_vector_map(
    database: Database,
    engine: SearchEngine,
    embedder: Embedder,
    *,
    limit: int,
    query: str | None = None,
) -> VectorMap:
    """Draw the corpus, and a question in it.

    Where there are more chunks than `limit`, a fair sample of them is shown, always the same one.
    Documents that are not ready are left out. Raises `IndexNotReady`; with a question, also
    `EmbeddingSpaceMismatch` if the corpus was embedded by another model.
    """
    if query:
        refuse_another_space(database.meta.embedding_space(), embedder.space)
    engine.refresh()
    total = engine.count_matching(SearchFilter())
    passages = database.chunks.sample_passages(limit, dimensions=embedder.space.dimensions)
    if not passages:
        return VectorMap(points=[], shown=0, total=total, explained_variance=(0, 0), query=None)
    vectors = np.stack([vector for _, vector in passages])
    projection = fit_principal_components(vectors)
    places = projection.place(vectors)
    question = embedder.embed([f"{embedder.question_prefix}{query}"])[0] if query else None
    scores = (1 + vectors @ question) / 2 if question is not None else None
    placed = projection.place(question[None, :])[0] if question is not None else None
    return VectorMap(
        points=[
            MapPoint(
                chunk_id=chunk.id,
                document_id=chunk.document_id,
                chunk_index=chunk.chunk_index,
                filename=chunk.filename,
                group=chunk.group,
                source_status=chunk.source_status,
                x=float(places[row][0]),
                y=float(places[row][1]),
                score=float(scores[row]) if scores is not None else None,
            )
            for row, (chunk, _) in enumerate(passages)
        ],
        shown=len(passages),
        total=total,
        explained_variance=projection.explained_variance,
        query=Place(x=float(placed[0]), y=float(placed[1])) if placed is not None else None,
    )
