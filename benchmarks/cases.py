"""What is measured. Each case runs in a process of its own and returns units a second."""

import time
from collections.abc import Callable
from statistics import median

import numpy as np

from benchmarks.corpus import read_chunks, read_questions
from ragstudio.inference.batches import count_cores
from ragstudio.inference.factory import load_embedder, load_reranker
from ragstudio.inference.weights import OFFLINE_RERANKER, find_weights
from ragstudio.settings import DEFAULT_EMBEDDING_MODEL, Settings

REPETITIONS = 2
PASSAGES = 30
QUESTIONS = 4


def _settings() -> Settings:
    return Settings(_env_file=None, hf_hub_offline=True, reranker_model="offline")


def _use_every_core() -> None:
    """Undo what loading the studio's embedder, which the corpus needs, sets: one thread."""
    import torch

    torch.set_num_threads(count_cores())


def _rate(work: Callable[[], None], units: int) -> float:
    """Units a second of the median of some runs, after one that warms up."""
    work()
    seconds = []
    for _ in range(REPETITIONS):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return units / median(seconds)


def embed_plainly() -> float:
    """Chunks a second of SentenceTransformer.encode with its default settings."""
    from sentence_transformers import SentenceTransformer

    files = find_weights(DEFAULT_EMBEDDING_MODEL)
    model = SentenceTransformer(str(files.path), device="cpu")
    chunks = read_chunks(load_embedder(_settings()))
    _use_every_core()
    return _rate(lambda: model.encode(chunks, show_progress_bar=False), len(chunks))


def embed_with_the_studio() -> float:
    """Chunks a second of the studio's embedder."""
    embedder = load_embedder(_settings())
    chunks = read_chunks(embedder)
    return _rate(lambda: embedder.embed(chunks), len(chunks))


def _pairs() -> list[tuple[str, list[str], list[float]]]:
    """Questions, each with the passages nearest to it and their cosines."""
    embedder = load_embedder(_settings())
    chunks = read_chunks(embedder)
    vectors = embedder.embed(chunks)
    pairs = []
    for question in read_questions()[:QUESTIONS]:
        cosines = vectors @ embedder.embed([question])[0]
        best = np.argsort(-cosines)[:PASSAGES]
        pairs.append((question, [chunks[i] for i in best], [float(cosines[i]) for i in best]))
    return pairs


def rerank_plainly() -> float:
    """Pairs a second of CrossEncoder.predict in single precision."""
    pairs = _pairs()
    import torch
    from sentence_transformers import CrossEncoder

    _use_every_core()
    files = find_weights(OFFLINE_RERANKER)
    # In single precision: its weights are stored in half, which is slow on most processors.
    model = CrossEncoder(
        str(files.path), max_length=256, device="cpu", model_kwargs={"dtype": torch.float32}
    )

    def rerank() -> None:
        for question, passages, _ in pairs:
            model.predict([(question, passage) for passage in passages], show_progress_bar=False)

    return _rate(rerank, len(pairs) * PASSAGES)


def rerank_with_the_studio() -> float:
    """Pairs a second of the studio's reranker."""
    pairs = _pairs()
    reranker = load_reranker(_settings())
    assert reranker is not None

    def rerank() -> None:
        for question, passages, cosines in pairs:
            reranker.score(question, passages, cosines)

    return _rate(rerank, len(pairs) * PASSAGES)


COMPARISONS = {
    "embedding (chunks a second)": (embed_plainly, embed_with_the_studio),
    "reranking (pairs a second)": (rerank_plainly, rerank_with_the_studio),
}
