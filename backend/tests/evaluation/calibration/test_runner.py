import json
from pathlib import Path

import pytest

from ragstudio.evaluation.calibration.questions import (
    LabelledQuestions,
    load_labelled_questions,
)
from ragstudio.evaluation.calibration.report import CalibrationReport, report_calibration
from ragstudio.evaluation.calibration.runner import calibrate
from ragstudio.evaluation.confusion import Sample
from ragstudio.evaluation.reports import (
    render_calibration_json,
    render_calibration_markdown,
)
from ragstudio.evaluation.suite_files import InvalidSuite
from ragstudio.inference.thresholds import threshold_for
from ragstudio.retrieval.path import Retriever
from ragstudio.retrieval.request import SearchRequest


def build_questions() -> LabelledQuestions:
    leave = {"filename": "leave-2026.md", "group": "policies", "facts": [["25 working days"]]}
    soup = {"filename": "canteen.md", "group": "noise", "facts": [["soup"]]}
    return LabelledQuestions.model_validate(
        {
            "name": "labelled",
            "cases": [
                {"id": "a", "question": "How many working days of annual leave do I get?",
                 "answerable": True, "expected_sources": [leave]},
                {"id": "b", "question": "What does the canteen serve on Mondays?",
                 "answerable": True, "expected_sources": [soup]},
                {"id": "c", "question": "Who discovered penicillin?", "answerable": False},
                {"id": "d", "question": "How tall is Mount Everest?", "answerable": False},
            ],
        }
    )  # fmt: skip


def test_questions_are_asked_with_nothing_refused(retriever: Retriever) -> None:
    progress: list[tuple[int, int]] = []
    questions = build_questions()
    report = calibrate(
        retriever, questions, on_progress=lambda done, total: progress.append((done, total))
    )
    assert progress == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert report.reranker == "ragstudio/offline-reranker"
    assert [case.answered_correctly for case in report.cases] == [True, True, False, False]
    for case, question in zip(report.cases, questions.cases, strict=True):
        response = retriever.search(SearchRequest(query=question.question, minimum_score=0.0))
        assert case.top_score == response.pipeline.top_score
    assert report.fitted.balanced_accuracy == 1.0
    assert report.cases[2].top_score < report.threshold <= report.cases[0].top_score


def build_report() -> CalibrationReport:
    scores = [0.9, 0.4, 0.5, 0.1]
    samples = [
        Sample(score, answerable, answerable)
        for score, answerable in zip(scores, [True, True, False, False], strict=True)
    ]
    return report_calibration("a-reranker", build_questions(), samples)


def test_the_report_gives_the_curve_and_the_held_out_figures() -> None:
    report = build_report()
    # By hand: cutting between .1 and .4 answers both and refuses one of two.
    assert 0.1 < report.threshold < 0.9
    assert report.fitted.balanced_accuracy == 0.75
    assert [point.threshold for point in report.curve] == sorted(
        point.threshold or 0.0 for point in report.curve
    )
    first, last = report.curve[0], report.curve[-1]
    assert (first.threshold, first.recall, first.refusal_recall) == (0.0, 1.0, 0.0)
    assert (last.threshold, last.recall, last.refusal_recall) == (1.0, 0.0, 1.0)
    held_out = report.held_out
    assert held_out.rightly_answered == sum(
        case.answered_when_held_out for case in report.cases if case.answerable
    )
    low, high = report.held_out_balanced_accuracy_interval
    assert low <= held_out.balanced_accuracy <= high


def test_the_report_as_json_and_markdown() -> None:
    report = build_report()
    assert CalibrationReport.model_validate(json.loads(render_calibration_json(report))) == report
    lines = render_calibration_markdown(report).splitlines()
    assert "`a-reranker`, 2 answerable and 2 unanswerable" in lines[0]
    assert f"**{report.threshold:.4g}**" in lines[2]
    widths = {line.count("|") for line in lines if line.startswith("|")}
    assert len(widths) == 2
    assert sum(line.startswith("|") for line in lines) == 4 + 2 + len(report.curve)


def test_the_published_threshold_is_the_one_kept_with_the_reranker(repository_root: Path) -> None:
    page = (repository_root / "docs" / "calibration.md").read_text()
    kept = threshold_for("ragstudio/offline-reranker")
    assert kept is not None
    assert f"kept as {kept.threshold};" in page
    questions = load_labelled_questions(
        repository_root / "evaluations" / "calibration-questions.json"
    )
    assert f"{len(questions.cases)} labelled questions" in kept.calibrated_on


@pytest.mark.parametrize(
    "case",
    [
        {"id": "x", "question": "q?", "answerable": True},
        {"id": "x", "question": "q?", "answerable": False,
         "expected_sources": [{"filename": "a", "group": "g", "facts": [["1"]]}]},
    ],
)  # fmt: skip
def test_labels_and_sources_must_agree(tmp_path: Path, case: dict[str, object]) -> None:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps({"name": "n", "cases": [case]}))
    with pytest.raises(InvalidSuite, match=r"case x: .*expected_sources"):
        load_labelled_questions(path)
