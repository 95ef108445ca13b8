import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ragstudio.errors import NotFound
from ragstudio.evaluation.calibration.questions import load_labelled_questions
from ragstudio.evaluation.suite_files import (
    InvalidSuite,
    list_suites,
    load_suite,
    load_suites,
    locate_folder,
)

FOLDER = Path(__file__).resolve().parents[3] / "evaluations"


def write_suite(folder: Path, name: str = "s", **case: Any) -> Path:
    full = {
        "id": "one", "question": "q?", "category": "fact", "expected_behaviour": "retrieve_answer",
        "expected_sources": [{"filename": "a.md", "group": "g", "facts": [["25"]]}],
        **case,
    }  # fmt: skip
    suite = {"name": name, "title": "T", "description": "D", "groups": ["g"], "cases": [full]}
    path = folder / f"{name}.json"
    path.write_text(json.dumps(suite))
    return path


def test_the_published_suites_load_and_hold_the_nineteen_checks() -> None:
    suites = load_suites(FOLDER)
    assert [(suite.name, len(suite.cases)) for suite in suites] == [
        ("questions", 12), ("conflict-and-noise-questions", 7),
    ]  # fmt: skip


def test_a_suite_that_is_not_by_default_is_listed_last_and_runs_when_named() -> None:
    assert [suite.by_default for suite in list_suites(FOLDER)] == [True, True, False]
    (named,) = load_suites(FOLDER, ["parsing-challenge-questions"])
    assert not named.by_default


def test_the_published_suites_satisfy_the_published_schema() -> None:
    schema = json.loads((FOLDER / "suite.schema.json").read_text())
    for suite in list_suites(FOLDER):
        jsonschema.validate(json.loads((FOLDER / f"{suite.name}.json").read_text()), schema)


def test_no_calibration_question_is_one_of_the_checks() -> None:
    labelled = load_labelled_questions(FOLDER / "calibration-questions.json")
    checks = {case.question.casefold() for suite in load_suites(FOLDER) for case in suite.cases}
    assert not checks & {case.question.casefold() for case in labelled.cases}
    answerable = sum(case.answerable for case in labelled.cases)
    assert answerable >= 20
    assert len(labelled.cases) - answerable >= 20


def test_named_suites_come_in_the_order_asked_for(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        write_suite(tmp_path, name)
    assert [suite.name for suite in load_suites(tmp_path, ["c", "a", "c"])] == ["c", "a"]
    with pytest.raises(NotFound, match="'d'") as caught:
        load_suites(tmp_path, ["d"])
    assert "a, b, c" in caught.value.hint


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ({"expected_behaviour": "guess"}, ["case one", "field expected_behaviour"]),
        ({"question": "  "}, ["case one", "field question"]),
        ({"colour": "red"}, ["case one", "field colour"]),
        (
            {"expected_sources": [{"filename": "a.md", "group": "g", "facts": [[]]}]},
            ["case one", "field expected_sources.0.facts.0"],
        ),
        ({"expected_sources": []}, ["case one", "expected_sources needs"]),
        ({"expected_sources": [{"filename": "a", "group": "g"}]}, ["case one", "its facts"]),
        ({"expected_behaviour": "abstain"}, ["case one", "must be empty"]),
        ({"expected_behaviour": "retrieve_multiple_sources"}, ["case one", "at least two"]),
        ({"expected_behaviour": "request_clarification"}, ["case one", "clarification_readings"]),
    ],
)
def test_errors_name_file_case_and_field(
    tmp_path: Path, case: dict[str, Any], words: list[str]
) -> None:
    with pytest.raises(InvalidSuite) as caught:
        load_suite(write_suite(tmp_path, **case))
    for word in ("s.json", *words):
        assert word in caught.value.message


def test_errors_of_the_file_itself(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    with pytest.raises(InvalidSuite, match=r"broken\.json cannot be read as JSON"):
        load_suite(broken)
    broken.write_text('{"name": "broken"}')
    with pytest.raises(InvalidSuite, match=r"broken\.json: field title"):
        load_suite(broken)
    path = write_suite(tmp_path)
    suite = json.loads(path.read_text())
    suite["cases"] *= 2
    path.write_text(json.dumps(suite))
    with pytest.raises(InvalidSuite, match="repeated: one"):
        load_suite(path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    assert locate_folder(tmp_path) == tmp_path
    with pytest.raises(NotFound, match="nowhere"):
        locate_folder(tmp_path / "nowhere")
    assert locate_folder().name == "evaluations"
