"""Running experiments, each in scratch databases of its own."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ragstudio.evaluation.experiment_reports import (
    ArmResults,
    ExperimentOutcome,
    report_experiment,
)
from ragstudio.evaluation.experiments import Arm, Experiment, ExperimentFile
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.runner import Plan, Searcher, build_request
from ragstudio.evaluation.scratch import ScratchCorpora, ScratchCorpus, ScratchFile
from ragstudio.evaluation.suites import Case, CompetingSource, Suite
from ragstudio.evaluation.verdicts import judge
from ragstudio.inference.base import Embedder
from ragstudio.retrieval.request import SearchMode, SearchRequest

OnStep = Callable[[str], None]
"""Called with what was just done, in words."""


class RememberingEmbedder:
    """An embedder that embeds each text once: the same samples are loaded again and again.

    What it remembers is gone with it, at the end of a run.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}
        self.info = embedder.info
        self.space = embedder.space
        self.window_tokens = embedder.window_tokens
        self.question_prefix = embedder.question_prefix

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), dimensions), float32, each of length 1."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._embedder.embed(new), strict=True))
        return np.stack([self._known[text] for text in texts])

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special tokens and truncation left aside."""
        return self._embedder.count_tokens(texts)

    def find_window_ends(self, texts: Sequence[str]) -> list[int]:
        """How many characters of each text the first `window_tokens` tokens cover."""
        return self._embedder.find_window_ends(texts)


def count_steps(file: ExperimentFile, suites: Sequence[Suite]) -> int:
    """How many questions a run asks."""
    baseline = sum(len(suite.cases) for suite in suites)
    return sum(2 * (len(experiment.cases) + baseline) for experiment in file.experiments)


def run_experiments(
    corpora: ScratchCorpora,
    file: ExperimentFile,
    suites: Sequence[Suite],
    samples: Path,
    on_step: OnStep = lambda words: None,
) -> Iterator[ExperimentOutcome]:
    """Run the experiments one after another and yield each report as it is there.

    `suites` are the baseline suites and `samples` the folder of the sample documents. Raises what
    loading and searching raise.
    """
    groups = file.groups or tuple(sorted(path.name for path in samples.iterdir() if path.is_dir()))
    with corpora.share_parser(RememberingEmbedder(corpora.embedder)) as sharing:
        for experiment in file.experiments:
            own = Suite(
                name=experiment.id,
                title=experiment.title,
                description=experiment.problem,
                groups=groups,
                asked_on=file.asked_on,
                cases=experiment.cases,
            )
            control, treatment = _run_arms(sharing, experiment, [own, *suites], samples, on_step)
            yield report_experiment(experiment, control, treatment)


def _run_arms(
    corpora: ScratchCorpora,
    experiment: Experiment,
    suites: Sequence[Suite],
    samples: Path,
    on_step: OnStep,
) -> list[ArmResults]:
    arms = [experiment.control, experiment.treatment]
    results = []
    if arms[0].corpus_key == arms[1].corpus_key and not _names_a_model(arms):
        with corpora.open() as corpus:
            _load(corpus, arms[0], samples, suites[0].groups)
            for arm in arms:
                results.append(_run_arm(corpus, arm, suites, on_step))
        return results
    for arm in arms:
        reranker = arm.reranker if isinstance(arm.reranker, str) else None
        chosen = corpora.with_models(arm.embedding_model, reranker)
        with chosen.open() as corpus:
            _load(corpus, arm, samples, suites[0].groups)
            results.append(_run_arm(corpus, arm, suites, on_step))
    return results


def _names_a_model(arms: Sequence[Arm]) -> bool:
    return any(isinstance(arm.reranker, str) or arm.embedding_model for arm in arms)


def _load(corpus: ScratchCorpus, arm: Arm, samples: Path, groups: Sequence[str]) -> None:
    paths = sorted(
        path for path in samples.rglob("*") if path.is_file() and path.parent.name in groups
    )
    identifiers = corpus.load(
        [
            ScratchFile(
                _rename(arm, path.parent.name, path.name), path.parent.name, path.read_bytes()
            )
            for path in paths
        ]
    )
    for name in arm.deleted:
        corpus.delete(identifiers[name])


def _run_arm(
    corpus: ScratchCorpus, arm: Arm, suites: Sequence[Suite], on_step: OnStep
) -> ArmResults:
    """The arm on the experiment's own suite, which comes first, and on the baseline suites."""
    own = suites[0]
    searcher: Searcher = corpus if arm.reranker else corpus.without_reranker()
    found: dict[bool, list[CaseResult]] = {True: [], False: []}
    for suite in suites:
        for case in suite.cases:
            asked = _rename_sources(arm, case)
            response = searcher.search(_build_request(arm, suite, case))
            verdict = judge(asked, response)
            result = CaseResult.from_response(suite.name, asked, response, verdict)
            found[suite is own].append(result)
            on_step(f"{own.name}: {suite.name}: {case.id}")
    return ArmResults(cases=tuple(found[True]), baseline=tuple(found[False]))


def _build_request(arm: Arm, suite: Suite, case: Case) -> SearchRequest:
    plan = Plan([suite], limit=arm.limit, minimum_score=arm.minimum_score)
    if arm.include_superseded:
        case = case.model_copy(update={"include_superseded": True})
    request = build_request(plan, suite, case, arm.mode)
    is_unfiltered = arm.mode is SearchMode.VECTOR and not case.include_superseded
    if arm.as_of is not None and request.as_of is None and is_unfiltered:
        request = request.model_copy(update={"as_of": arm.as_of})
    return request


def _rename(arm: Arm, group: str, filename: str) -> str:
    """The name a file is loaded under: one that says plain text where the arm asks for it."""
    return f"{filename}.txt" if f"{group}/{filename}" in arm.as_text else filename


def _rename_sources(arm: Arm, case: Case) -> Case:
    if not arm.as_text:
        return case

    def rename(source: CompetingSource) -> CompetingSource:
        return source.model_copy(update={"filename": _rename(arm, source.group, source.filename)})

    return case.model_copy(
        update={
            "expected_sources": tuple(rename(source) for source in case.expected_sources),
            "competing_sources": tuple(rename(source) for source in case.competing_sources),
        }
    )
