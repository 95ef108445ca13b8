"""Asking the labelled questions, to choose a reranker's threshold."""

from collections.abc import Callable

from ragstudio.errors import InvalidState
from ragstudio.evaluation.calibration.questions import LabelledQuestion, LabelledQuestions
from ragstudio.evaluation.calibration.report import CalibrationReport, report_calibration
from ragstudio.evaluation.confusion import Sample
from ragstudio.evaluation.facts import holds_fact
from ragstudio.evaluation.runner import Searcher
from ragstudio.retrieval.request import SearchFilters, SearchMode, SearchRequest
from ragstudio.retrieval.response import SearchResponse


def calibrate(
    searcher: Searcher,
    questions: LabelledQuestions,
    *,
    limit: int = 6,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> CalibrationReport:
    """Ask every question with nothing refused, then choose the threshold.

    Raises `InvalidState` if there is no reranker to calibrate for, and `ValueError` if there are
    not at least two questions of each label.
    """
    samples: list[Sample] = []
    rerankers: set[str] = set()
    for case in questions.cases:
        response = searcher.search(_build_request(questions, case, limit))
        if response.pipeline.reranker is None:
            raise InvalidState(
                "No reranker is loaded, so there is no score to calibrate a threshold on.",
                hint="Set RERANKER_MODEL to `auto` and start again.",
            )
        rerankers.add(response.pipeline.reranker.name)
        samples.append(_read_sample(case, response))
        on_progress(len(samples), len(questions.cases))
    return report_calibration(rerankers.pop(), questions, samples)


def _build_request(
    questions: LabelledQuestions, case: LabelledQuestion, limit: int
) -> SearchRequest:
    return SearchRequest(
        query=case.question,
        mode=SearchMode.HYBRID,
        limit=limit,
        minimum_score=0.0,
        as_of=questions.asked_on,
        filters=SearchFilters(group=questions.groups),
    )


def _read_sample(case: LabelledQuestion, response: SearchResponse) -> Sample:
    is_correct = any(
        (hit.filename, hit.group) == (source.filename, source.group)
        and any(holds_fact(fact, hit.content) for fact in source.facts)
        for source in case.expected_sources
        for hit in response.results
    )
    # Without any candidate there is nothing to answer from, whatever the threshold.
    return Sample(response.pipeline.top_score or 0.0, case.answerable, is_correct)
