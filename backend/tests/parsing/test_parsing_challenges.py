"""The sample documents that are hard to parse: what is asked of each stands whole in a chunk."""

from pathlib import Path

import pytest

from ragstudio.chunking.factory import build_strategy, choose_strategy
from ragstudio.evaluation.facts import holds_fact
from ragstudio.evaluation.suite_files import load_suite
from ragstudio.evaluation.suites import Case
from ragstudio.inference.base import Embedder
from ragstudio.parsing.detection import detect_content_type
from ragstudio.parsing.factory import parse_file

ROOT = Path(__file__).resolve().parents[3]
SUITE = load_suite(ROOT / "evaluations" / "parsing-challenge-questions.json")


@pytest.mark.parametrize("case", SUITE.cases, ids=lambda case: case.id)
def test_the_fact_is_whole_in_a_chunk(case: Case, embedder: Embedder) -> None:
    for source in case.expected_sources:
        path = ROOT / "sample-documents" / source.group / source.filename
        with path.open("rb") as stream:
            content_type = detect_content_type(stream, path.name).content_type
        document = parse_file(path, path.name, content_type)
        name = choose_strategy(content_type)
        strategy = build_strategy(name, 1000, 180, embedder)
        chunks = [span.read(document.text) for span in strategy.split(document)]
        for fact in source.facts:
            assert any(holds_fact(fact, chunk) for chunk in chunks), fact


def test_every_generated_file_is_asked_for() -> None:
    folder = ROOT / "sample-documents" / "parsing-challenges"
    asked = {source.filename for case in SUITE.cases for source in case.expected_sources}
    # Two older samples of the folder belong to the nineteen checks.
    assert asked == {path.name for path in folder.iterdir()} - {
        "device-standard.md",
        "employment-terms.csv",
    }
