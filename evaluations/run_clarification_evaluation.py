"""Ask the labelled questions of `clarification-questions.json` and print when the studio asks back.

Loads the corpora beside it into a MongoDB of its own, which is removed afterwards: no key, no
network.
Every refined question that is offered is asked as well: it must be answered, with its own passage.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from clarification_corpora import open_scratch, read_folders

from ragstudio.evaluation.scratch import ScratchCorpus
from ragstudio.logs import configure_logs
from ragstudio.retrieval.request import SearchFilters, SearchRequest
from ragstudio.retrieval.response import Decision, SearchResponse

HERE = Path(__file__).resolve().parent
QUESTIONS = HERE / "clarification-questions.json"
SPLITS = ("development", "held_out")


def main() -> None:
    """Run, print the figures, and write all outcomes where `--json` says."""
    arguments = read_arguments()
    labelled = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    cases = [case for case in labelled["cases"] if case["split"] in arguments.split]
    configure_logs("error")
    corpora = {case["corpus"] for case in cases}
    with open_scratch(arguments.reranker) as scratch, scratch.open() as corpus:
        corpus.load(read_folders(HERE / labelled["corpora"], corpora))
        outcomes = [judge(corpus, case, labelled["asked_on"]) for case in cases]
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(outcomes, indent=2), encoding="utf-8")
    sys.stdout.write("\n".join(describe(outcomes, arguments.split)) + "\n")


def read_arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", nargs="*", default=SPLITS, choices=SPLITS)
    parser.add_argument("--reranker", default="offline", help="as RERANKER_MODEL")
    parser.add_argument("--json", help="file for the outcome of every question")
    return parser.parse_args()


def judge(corpus: ScratchCorpus, case: dict[str, Any], day: str) -> dict[str, Any]:
    """Ask one question, and each refined question it is asked back with."""
    response = ask(corpus, case, case["question"], day)
    options = response.clarification.options if response.clarification else []
    answered = []
    for option in options:
        refined = ask(corpus, case, option.question, day)
        ids = {hit.id for hit in refined.results}
        answered.append(refined.decision is Decision.ANSWER and set(option.passage_ids) <= ids)
    return {
        **{name: case[name] for name in ("id", "split", "corpus", "ambiguous", "one_section")},
        "asked_back": response.decision is Decision.CLARIFY,
        "decision": response.decision.value,
        "labels": [option.label for option in options],
        "refined_answered": answered,
        "clarify_ms": response.pipeline.timings_ms.clarify,
    }


def ask(corpus: ScratchCorpus, case: dict[str, Any], question: str, day: str) -> SearchResponse:
    """One search in the case's corpus, on the day that stands for today."""
    return corpus.search(
        SearchRequest.model_validate(
            {"query": question, "as_of": day, "filters": SearchFilters(group=(case["corpus"],))}
        )
    )


def describe(outcomes: Sequence[dict[str, Any]], splits: Sequence[str]) -> list[str]:
    """The figures as lines: shares with their counts, and the gate's milliseconds."""
    lines = []
    for split in splits:
        rows = [row for row in outcomes if row["split"] == split]
        kinds = {
            "ambiguous": [r for r in rows if r["ambiguous"] and not r["one_section"]],
            "readings in one section": [r for r in rows if r["one_section"]],
            "clear": [r for r in rows if not r["ambiguous"]],
        }
        for kind, found in kinds.items():
            asked = sum(row["asked_back"] for row in found)
            share = f"{asked / len(found):.0%}" if found else "none"
            lines.append(f"{split:12} {kind:24} asked back {asked} of {len(found)} ({share})")
        refined = Counter(answered for row in rows for answered in row["refined_answered"])
        lines.append(
            f"{split:12} refined questions        answered {refined[True]} of {refined.total()}"
        )
    for name, wanted in (("asks", True), ("does not ask", False)):
        times = [r["clarify_ms"] for r in outcomes if r["asked_back"] is wanted and r["clarify_ms"]]
        if times:
            lines.append(f"median of the gate where it {name}: {median(times):.0f} ms")
    lines += [
        f"  {'missed' if row['ambiguous'] else 'asked  '} {row['id']} {row['labels']}"
        for row in outcomes
        if row["asked_back"] is not row["ambiguous"]
    ]
    return lines


if __name__ == "__main__":
    main()
