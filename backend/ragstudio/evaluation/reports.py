"""Runs and calibrations as people and build systems read them."""

import json
from collections.abc import Sequence
from xml.etree import ElementTree

from rich.table import Table
from rich.text import Text

from ragstudio.evaluation.calibration.report import CalibrationReport, ThresholdFigures
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.runs import EvaluationRun


def build_case_table(run: EvaluationRun, *, is_narrow: bool = False) -> Table:
    """One row a case and mode: verdict, top source, scores, reason.

    A narrow table has the last three under each other, for terminals that cannot hold them side
    by side.
    """
    if is_narrow:
        return _build_narrow_table(run)
    table = Table(title="Retrieval evaluation", title_justify="left", show_lines=False)
    for column in ("mode", "suite", "case", "verdict", "top source", "vector", "fused", "reranker"):
        numeric = column in {"vector", "fused", "reranker"}
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    table.add_column("reason", overflow="fold")
    for place, result in enumerate(run.cases):
        table.add_row(*_describe_case(result), end_section=_ends_section(run.cases, place))
    return table


def _build_narrow_table(run: EvaluationRun) -> Table:
    table = Table(title="Retrieval evaluation", title_justify="left")
    table.add_column("case", overflow="fold", ratio=2)
    table.add_column("verdict")
    table.add_column("top source, scores, reason", overflow="fold", ratio=3)
    for place, result in enumerate(run.cases):
        mode, _, case, verdict, top, vector, fused, reranker, reason = _describe_case(result)
        evidence = f"{top}\nvector {vector}  fused {fused}  reranker {reranker}\n{reason}"
        table.add_row(
            f"{mode}: {case}", verdict, evidence, end_section=_ends_section(run.cases, place)
        )
    return table


def build_total_table(run: EvaluationRun) -> Table:
    """One row a suite and mode: cases passed, hit rate, mean reciprocal rank, recall."""
    table = Table(title="Totals", title_justify="left")
    table.add_column("mode")
    table.add_column("suite")
    for column in ("passed", "hit rate", "MRR", "recall"):
        table.add_column(column, justify="right")
    for summary in run.summaries:
        table.add_row(
            summary.mode.value,
            summary.suite or "all suites",
            f"{summary.cases.passed} of {summary.cases.total}",
            _number(summary.hit_rate),
            _number(summary.mean_reciprocal_rank),
            _number(summary.recall),
            style=None if summary.suite else "bold",
            end_section=summary.suite is None,
        )
    return table


def render_json(run: EvaluationRun) -> str:
    """The whole run as JSON."""
    return run.model_dump_json(indent=2)


def render_junit(run: EvaluationRun) -> str:
    """The run as JUnit XML: a suite for each suite and mode, a failure for each failed case."""
    root = ElementTree.Element("testsuites", name="retrieval evaluation")
    for summary in run.summaries:
        if summary.suite is None:
            continue
        failed = summary.cases.total - summary.cases.passed
        element = ElementTree.SubElement(
            root,
            "testsuite",
            name=f"{summary.suite} ({summary.mode.value})",
            tests=str(summary.cases.total),
            failures=str(failed),
            errors="0",
            skipped="0",
        )
        for result in run.cases:
            if (result.suite, result.mode) == (summary.suite, summary.mode):
                _add_test_case(element, result)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def render_calibration_json(report: CalibrationReport) -> str:
    """The whole report as JSON."""
    return json.dumps(report.model_dump(mode="json"), indent=2) + "\n"


def render_calibration_markdown(report: CalibrationReport) -> str:
    """The recommended threshold, its figures and the curve, as Markdown tables."""
    low, high = report.threshold_interval
    accuracy_low, accuracy_high = report.held_out_balanced_accuracy_interval
    lines = [
        f"Reranker `{report.reranker}`, {report.answerable} answerable and {report.unanswerable} "
        f"unanswerable questions (`{report.questions}`).",
        "",
        f"Recommended threshold: **{report.threshold:.4g}** (95 % bootstrap interval {low:.4g} to "
        f"{high:.4g}). Balanced accuracy leaving one question out: "
        f"**{report.held_out.balanced_accuracy:.3f}** (95 % bootstrap interval "
        f"{accuracy_low:.3f} to {accuracy_high:.3f}).",
        "",
        *_tabulate([("fitted", report.fitted), ("leave-one-out", report.held_out)], "measured"),
        "",
        *_tabulate([("", point) for point in _thin_out(report.curve)], ""),
    ]
    return "\n".join(lines) + "\n"


def _describe_case(result: CaseResult) -> list[str | Text]:
    top = result.results[0] if result.results else None
    verdict = result.verdict
    return [
        result.mode.value,
        result.suite,
        result.case_id,
        Text("passed", style="green") if verdict.passed else Text("failed", style="red"),
        f"{top.filename} #{top.chunk_index}" if top else "none",
        _number(top.scores.vector if top else None),
        _number(top.scores.fused if top else None),
        _number(result.top_score),
        verdict.reason,
    ]


def _ends_section(results: Sequence[CaseResult], place: int) -> bool:
    following = results[place + 1] if place + 1 < len(results) else None
    result = results[place]
    return following is None or (following.suite, following.mode) != (result.suite, result.mode)


def _add_test_case(suite: ElementTree.Element, result: CaseResult) -> None:
    element = ElementTree.SubElement(
        suite,
        "testcase",
        name=result.case_id,
        classname=f"{result.suite}.{result.mode.value}",
        time=f"{result.milliseconds / 1000:.3f}",
    )
    if not result.verdict.passed:
        ElementTree.SubElement(
            element, "failure", type=result.verdict.code.value, message=result.verdict.reason
        )


def _thin_out(curve: Sequence[ThresholdFigures], rows: int = 25) -> list[ThresholdFigures]:
    """At most about `rows` points, evenly spaced along the curve, both ends kept."""
    step = max(1, -(-len(curve) // rows))
    return [point for place, point in enumerate(curve) if place % step == 0 or point is curve[-1]]


def _tabulate(rows: Sequence[tuple[str, ThresholdFigures]], label: str) -> list[str]:
    head = ["threshold", "answered right", "answered wrong", "refused right", "refused wrong"]
    head += ["precision", "recall", "F1", "refusal precision", "refusal recall", "refusal F1"]
    head += ["accuracy", "balanced accuracy"]
    if label:
        head.insert(0, label)
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join(['---'] * len(head))} |"]
    for name, figures in rows:
        cells = ["" if figures.threshold is None else f"{figures.threshold:.4g}"]
        cells += [str(figures.rightly_answered), str(figures.wrongly_answered)]
        cells += [str(figures.rightly_refused), str(figures.wrongly_refused)]
        cells += [
            f"{rate:.3f}"
            for rate in (
                figures.precision,
                figures.recall,
                figures.f_measure,
                figures.refusal_precision,
                figures.refusal_recall,
                figures.refusal_f_measure,
                figures.accuracy,
                figures.balanced_accuracy,
            )
        ]
        lines.append(f"| {' | '.join([name, *cells] if label else cells)} |")
    return lines


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
