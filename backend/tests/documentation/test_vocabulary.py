"""Tables that explain a set of names have exactly the names the code has."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

from ragstudio.chunking.factory import STRATEGY_NAMES
from ragstudio.evaluation.suite_files import load_suites
from ragstudio.evaluation.suites import Behaviour
from ragstudio.evaluation.verdicts import VerdictCode
from ragstudio.formats import Kind
from ragstudio.inference.offline_reranker import COSINE_ORIGIN, COSINE_WEIGHT
from ragstudio.inference.thresholds import threshold_for
from ragstudio.inference.weights import OFFLINE_RERANKER, Origin
from ragstudio.lifecycle.intake import MAX_FILENAME_CHARACTERS
from ragstudio.records import DocumentStatus, Stage, StorageCounts
from ragstudio.retrieval.fusion import reciprocal_rank_fusion
from ragstudio.retrieval.request import SearchMode
from ragstudio.retrieval.response import Decision, Outcome, Scores, StageName, Timings
from ragstudio.search.local.text_index import REBUILD_AT_ONCE
from ragstudio.settings import Settings
from ragstudio.storage.raw_files import CHUNK_BYTES
from tests.documentation.markdown import Page
from tests.documentation.source_code import PACKAGE, argument, find_calls, keyword

_AUDIT = [PACKAGE / "lifecycle" / name for name in ("audit.py", "consistency.py")]
_AUDIT_KINDS = {
    *(keyword(call, "kind") for path in _AUDIT for call in find_calls("Finding", path)),
    *(argument(call, 0) for path in _AUDIT for call in find_calls("report", path)),
} - {None}

_TABLES: list[tuple[str, str, Iterable[str | None]]] = [
    ("lifecycle", "formats", Kind),
    ("lifecycle", "states", DocumentStatus),
    ("lifecycle", "stages", Stage),
    ("lifecycle", "chunking", STRATEGY_NAMES),
    ("chunking", "strategies", STRATEGY_NAMES),
    ("lifecycle", "audit", _AUDIT_KINDS),
    ("storage", "representations", StorageCounts.model_fields),
    ("retrieval", "modes", SearchMode),
    ("retrieval", "stages", StageName),
    ("retrieval", "scores", Scores.model_fields),
    ("retrieval", "decisions", Decision),
    ("retrieval", "outcomes", Outcome),
    ("retrieval", "timings", Timings.model_fields),
    ("evaluation", "behaviours", Behaviour),
    ("evaluation", "verdicts", VerdictCode),
    ("models", "where-the-files-come-from", get_args(Origin)),
]


@pytest.mark.parametrize(("page", "anchor", "names"), _TABLES)
def test_tables_are_complete(
    guides: dict[str, Page], page: str, anchor: str, names: Iterable[str | None]
) -> None:
    assert sorted(guides[page].first_column(anchor)) == sorted(str(name) for name in names)


def test_thresholds_are_the_packages(guides: dict[str, Page]) -> None:
    kept = json.loads((PACKAGE / "inference" / "thresholds.json").read_text())
    shown = {row[0]: row[1] for row in guides["retrieval"].section("threshold").tables[0]}
    assert shown == {name: str(entry["threshold"]) for name, entry in kept.items()}
    calibrated = threshold_for(OFFLINE_RERANKER)
    assert calibrated is not None
    assert f"kept as {calibrated.threshold}" in guides["calibration"].path.read_text()


def test_counts_of_the_checks_are_those_of_the_suites(
    repository_root: Path, guides: dict[str, Page]
) -> None:
    larger, smaller = load_suites(repository_root / "evaluations")
    counts = [len(larger.cases), len(smaller.cases)]
    for row in guides["evaluation"].section("the-19-checks").tables[0]:
        totals = [int(cell.rpartition(" ")[2]) for cell in row[1:]]
        assert totals == [*counts, sum(counts)]
    gate = json.loads((repository_root / "evaluations" / "gate.json").read_text())
    examples = [fence.content for fence in guides["evaluation"].section("the-gate").fences]
    assert json.loads(examples[0]) == gate


def test_constants_of_the_formulas(guides: dict[str, Page]) -> None:
    text = guides["retrieval"].path.read_text()
    k = Settings.model_fields["rrf_k"].default
    both = reciprocal_rank_fusion([["a"], ["a"]], k)[0].score
    one = reciprocal_rank_fusion([["x", "y", "z", "a"], []], k)[-1].score
    assert f"k = {k}, rank from 1" in text
    assert f"1/{k + 1} + 1/{k + 1} = {both:.4f}" in text
    assert f"at rank 4: 1/{k + 4} = {one:.4f}" in text
    assert f"at most 2/{k + 1} = {both:.4f}" in text
    assert f"{COSINE_WEIGHT:g} × (cosine − {COSINE_ORIGIN:g})" in text
    assert f"more than {REBUILD_AT_ONCE} chunks" in text
    assert f"`candidates` is {Settings.model_fields['candidates'].default} " in text


def test_limits_in_the_lifecycle(guides: dict[str, Page]) -> None:
    text = " ".join(guides["lifecycle"].path.read_text().split())
    assert f"pieces of {CHUNK_BYTES // 1024} KiB" in text
    assert f"up to {MAX_FILENAME_CHARACTERS} characters" in text
