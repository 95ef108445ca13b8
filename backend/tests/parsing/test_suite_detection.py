import io
import json
from pathlib import Path

import pytest

from ragstudio.errors import EvaluationSuite
from ragstudio.parsing.suite_detection import refuse_suite

EVALUATIONS = Path(__file__).resolve().parents[3] / "evaluations"
SAMPLES = EVALUATIONS.parent / "sample-documents"


@pytest.mark.parametrize(
    ("content", "filename", "words"),
    [
        ('{"knowledge_base": [], "retrieval_test_cases": [{"query": "q"}]}', "n.txt", "test cases"),
        (
            json.dumps(
                {"knowledge_base": [{"content": "x" * 100_000}], "edge_case_queries": ["q"]}
            ),
            "long.json",
            "test cases",
        ),
        ("query-id\tcorpus-id\tscore\nq1\td1\t1\n", "table.tsv", "qrels"),
        ("q1 0 d1 1\nq2 0 d2 0\n", "my-qrels.txt", "qrels"),
        ('{"_id": "1", "text": "Who?"}\n{"_id": "2", "text": "When?"}\n', "a.jsonl", "queries"),
        ('{"_id": "1", "text": "leave days"}\n', "queries.jsonl", "queries"),
    ],
)
def test_other_layouts_are_refused_by_their_content(
    content: str, filename: str, words: str
) -> None:
    with pytest.raises(EvaluationSuite, match=words):
        refuse_suite(io.BytesIO(content.encode()), filename)


@pytest.mark.parametrize(
    "name",
    [
        "questions.json",
        "conflict-and-noise-questions.json",
        "calibration-questions.json",
        "solution-experiments.json",
    ],
)
def test_the_published_suites_are_refused_under_any_name(name: str) -> None:
    content = (EVALUATIONS / name).read_bytes()
    for filename in (name, "notes.md"):
        stream = io.BytesIO(content)
        with pytest.raises(EvaluationSuite, match="leak the answers"):
            refuse_suite(stream, filename)
        assert stream.tell() == 0


@pytest.mark.parametrize(
    "content",
    [
        b'{"_id": "1", "title": "A title", "text": "Is it a document?"}\n',
        b'{"cases": [{"question": "How?", "answer": "So."}]}',
        b'{"treatment": "rest", "cases": []}',
        b'{"broken": "expected_behaviour"',
        b"plain text about expected_behaviour",
        b"q1 0 d1 1\n",
        b"",
    ],
)
def test_documents_are_let_in(content: bytes) -> None:
    stream = io.BytesIO(content)
    refuse_suite(stream, "document.json")
    assert stream.tell() == 0


def test_every_sample_document_is_let_in() -> None:
    paths = [path for path in SAMPLES.rglob("*") if path.is_file()]
    assert len(paths) > 20
    for path in paths:
        with path.open("rb") as stream:
            refuse_suite(stream, path.name)
