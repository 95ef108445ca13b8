"""Measure what the studio decides on corpora of labelled questions.

Each corpus is loaded into a scratch database by the studio's own lifecycle; every question is asked
in hybrid and in vector mode.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from clarification_corpora import open_scratch
from judged_corpora import JudgedCorpus, JudgedQuestion, add_corpus_options, choose_corpora

from ragstudio.evaluation.scratch import ScratchCorpora, ScratchCorpus
from ragstudio.logs import configure_logs
from ragstudio.retrieval.request import SearchFilters, SearchMode, SearchRequest
from ragstudio.retrieval.response import SearchResponse


def main() -> None:
    """Run, print the table, and write every outcome where `--json` says."""
    arguments = read_arguments()
    configure_logs("error")
    corpora = list(choose_corpora(arguments))
    with open_scratch(arguments.reranker) as scratch:
        outcomes = [outcome for corpus in corpora for outcome in measure(scratch, corpus)]
    if arguments.json:
        report = {"figures": summarise(outcomes), "outcomes": outcomes}
        Path(arguments.json).write_text(json.dumps(report, indent=1), encoding="utf-8")
    sys.stdout.write(describe(summarise(outcomes)))


def read_arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_corpus_options(parser)
    parser.add_argument("--reranker", default="offline", help="as RERANKER_MODEL")
    parser.add_argument("--json", metavar="FILE", help="file for the outcome of every question")
    return parser.parse_args()


def build_request(question: JudgedQuestion, mode: SearchMode, **others: Any) -> SearchRequest:
    """The question on its own day and in its own groups."""
    return SearchRequest(
        query=question.question,
        mode=mode,
        as_of=None if mode is SearchMode.VECTOR or question.include_superseded else question.as_of,
        include_superseded=question.include_superseded,
        filters=SearchFilters(group=question.groups),
        **others,
    )


def measure(scratch: ScratchCorpora, corpus: JudgedCorpus) -> Iterator[dict[str, Any]]:
    """The outcome of each question, in the order of the file."""
    with scratch.open() as opened:
        opened.load(corpus.files)
        # The first search of a corpus pays for caches that all others find filled.
        ask(opened, corpus.questions[0], SearchMode.HYBRID)
        for question in corpus.questions:
            hybrid = ask(opened, question, SearchMode.HYBRID)
            vector = ask(opened, question, SearchMode.VECTOR)
            evidence = getattr(hybrid, "evidence", None)
            timings = hybrid.pipeline.timings_ms
            yield {
                "corpus": corpus.name,
                **question.describe(),
                "decision": hybrid.decision.value,
                "band": evidence.band.value if evidence else None,
                "likelihood": evidence.probability if evidence else hybrid.pipeline.top_score or 0,
                "labels": [o.label for o in hybrid.clarification.options]
                if hybrid.clarification
                else [],
                "fact_returned": holds(question, hybrid),
                "fact_returned_by_vector": holds(question, vector),
                "total_ms": timings.total,
                "rerank_ms": timings.rerank,
                "clarify_ms": timings.clarify,
            }


def ask(corpus: ScratchCorpus, question: JudgedQuestion, mode: SearchMode) -> SearchResponse:
    """One search with the studio's own settings."""
    return corpus.search(build_request(question, mode))


def holds(question: JudgedQuestion, response: SearchResponse) -> bool:
    """Whether what came back holds the fact."""
    return question.is_held_by([(hit.filename, hit.content) for hit in response.results])


def summarise(outcomes: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The figures of each corpus, and of all."""
    names = list(dict.fromkeys(outcome["corpus"] for outcome in outcomes))
    figures = {name: compute([o for o in outcomes if o["corpus"] == name]) for name in names}
    return {**figures, "all": compute(outcomes)}


def compute(outcomes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Shares from 0 to 1, None where no question is of the kind; times in milliseconds."""
    kinds = {
        kind: [o for o in outcomes if o["kind"] == kind]
        for kind in ("answerable", "unanswerable", "ambiguous")
    }
    answerable, unanswerable = kinds["answerable"], kinds["unanswerable"]
    located = [o for o in answerable if o["facts"]]
    reasons = sorted({o["reason"] for o in unanswerable})
    return {
        "questions": {kind: len(found) for kind, found in kinds.items()},
        "answerable_refused": share(answerable, decision="abstain"),
        "fact_returned": share(located, fact_returned=True),
        "fact_returned_by_vector": share(located, fact_returned_by_vector=True),
        "unanswerable_refused": share(unanswerable, decision="abstain"),
        "unanswerable_found": share(unanswerable, band="found"),
        "answerable_found": share(answerable, band="found"),
        "unanswerable_refused_by_reason": {
            reason: share([o for o in unanswerable if o["reason"] == reason], decision="abstain")
            for reason in reasons
        },
        "ambiguous_asked": share(kinds["ambiguous"], decision="clarify"),
        "clear_asked": share(answerable + unanswerable, decision="clarify"),
        "auc": compute_auc(
            [o["likelihood"] for o in answerable], [o["likelihood"] for o in unanswerable]
        ),
        "total_ms": spread([o["total_ms"] for o in outcomes]),
        "rerank_ms": spread([o["rerank_ms"] for o in outcomes if o["rerank_ms"] is not None]),
        "clarify_ms": spread([o["clarify_ms"] for o in outcomes if o["clarify_ms"] is not None]),
    }


def share(outcomes: Sequence[dict[str, Any]], **wanted: Any) -> float | None:
    """How many of the outcomes have the wanted value."""
    [(name, value)] = wanted.items()
    return mean(outcome[name] == value for outcome in outcomes) if outcomes else None


def compute_auc(higher: Sequence[float], lower: Sequence[float]) -> float | None:
    """How often one of the first exceeds one of the second; ties count half."""
    if not higher or not lower:
        return None
    ranks = Counter[str]()
    for one in higher:
        for other in lower:
            ranks["won" if one > other else "tied" if one == other else "lost"] += 1
    return (ranks["won"] + ranks["tied"] / 2) / ranks.total()


def spread(times: Sequence[float]) -> dict[str, float] | None:
    """The median and the 95th percentile."""
    if len(times) < 2:
        return None
    hundredths = quantiles(times, n=100)
    return {"p50": round(hundredths[49], 1), "p95": round(hundredths[94], 1)}


COLUMNS = (
    "answerable_refused", "fact_returned", "fact_returned_by_vector", "unanswerable_refused",
    "unanswerable_found", "ambiguous_asked", "clear_asked", "auc",
)  # fmt: skip


def describe(figures: dict[str, dict[str, Any]]) -> str:
    """The figures as a table, and the refusals of all corpora by their reason."""
    lines = ["| corpus | " + " | ".join(COLUMNS) + " | total ms p50, p95 | gate ms p50, p95 |"]
    lines.append("| --- |" + " --- |" * (len(COLUMNS) + 2))
    for name, row in figures.items():
        cells = ["" if row[c] is None else f"{row[c]:.3f}" for c in COLUMNS]
        for times in (row["total_ms"], row["clarify_ms"]):
            cells.append(f"{times['p50']:.0f}, {times['p95']:.0f}" if times else "")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines.append("")
    lines += [
        f"  refused, {reason}: {value:.2f}"
        for reason, value in figures["all"]["unanswerable_refused_by_reason"].items()
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
