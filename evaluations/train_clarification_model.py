"""Train the local clarify gate's model, and measure it on corpora it has not seen.

Asks every labelled question over the clarification corpora and the sample documents, notes which
pairs of readings the gate could weigh, and prints how many questions are asked back when each
corpus is judged by a model trained on the others. `--write` trains on all and writes the weights
beside the code. No key, no network; MongoDB runs in a directory that is removed afterwards.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from clarification_corpora import open_scratch, read_folders
from clarification_training import Fit, Flags, Pairs, Questions, cross_validate, train
from scipy.stats import binomtest

from ragstudio.evaluation.scratch import ScratchCorpus
from ragstudio.logs import configure_logs
from ragstudio.retrieval.clarify import model as clarify_model
from ragstudio.retrieval.clarify.gates import Evidence, GateDecision
from ragstudio.retrieval.clarify.local import NOT_ALL_HELD, LocalGate, may_be_weighed
from ragstudio.retrieval.clarify.pairs import FEATURES, ReadingPair, measure_pair
from ragstudio.retrieval.request import SearchRequest
from ragstudio.retrieval.rerank import sigmoid
from ragstudio.retrieval.response import ClarifyStatus

HERE = Path(__file__).resolve().parent
LABELLED = HERE / "clarification-questions.json"
SAMPLES = HERE.parent / "sample-documents"
SAMPLE_SUITES = (
    "questions",
    "conflict-and-noise-questions",
    "parsing-challenge-questions",
    "calibration-questions",
)
SAMPLE_CORPUS = "sample documents"
AMBIGUOUS_SAMPLE = "What is the allowance for Valencia?"


@dataclass
class Noted:
    """A labelled question, what the rules decide, and the pairs that can be weighed."""

    case: dict[str, Any]
    decided: GateDecision
    pairs: list[ReadingPair]


class RecordingGate:
    """Stands in the gate's place: notes its rules' decision and its pairs, and never asks back."""

    def __init__(self) -> None:
        self.last: tuple[GateDecision, list[ReadingPair]] | None = None

    def install(self) -> None:
        """Have every local gate of this process note into this one."""
        recorder = self

        def decide(gate: LocalGate, evidence: Evidence) -> GateDecision:
            decided = gate.decide_by_rules(evidence)
            recorder.last = decided, gate.find_pairs(evidence)
            return GateDecision(ClarifyStatus.NOT_NEEDED, "recorded")

        LocalGate.decide = decide  # type: ignore[method-assign]


def main() -> None:
    """Note, cross-validate, print, and train where it is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="train on all and write the weights")
    arguments = parser.parse_args()
    configure_logs("error")
    noted = note_all()
    questions, pairs = tabulate(noted)
    asked = cross_validate(questions, pairs)
    sys.stdout.write("\n".join(describe(noted, questions, asked)) + "\n")
    if arguments.write:
        model, threshold = train(questions, pairs, sorted(set(questions.corpus.tolist())))
        write_model(model, threshold)


def note_all() -> list[Noted]:
    """Ask all questions, each over its own corpus."""
    recorder = RecordingGate()
    recorder.install()
    noted: list[Noted] = []

    def ask(corpus: ScratchCorpus, case: dict[str, Any], request: dict[str, Any]) -> None:
        recorder.last = None
        corpus.search(SearchRequest.model_validate(request))
        if recorder.last is not None:
            noted.append(Noted(case, *recorder.last))

    with open_scratch("offline") as scratch:
        labelled = json.loads(LABELLED.read_text(encoding="utf-8"))
        with scratch.open() as corpus:
            corpus.load(read_folders(HERE / labelled["corpora"]))
            for case in labelled["cases"]:
                ask(
                    corpus,
                    case,
                    {
                        "query": case["question"],
                        "as_of": labelled["asked_on"],
                        "filters": {"group": [case["corpus"]]},
                    },
                )
        with scratch.open() as corpus:
            corpus.load(read_folders(SAMPLES))
            for suite in SAMPLE_SUITES:
                body = json.loads((HERE / f"{suite}.json").read_text(encoding="utf-8"))
                for case in body["cases"]:
                    sample = {
                        "corpus": SAMPLE_CORPUS,
                        "question": case["question"],
                        "ambiguous": case["question"] == AMBIGUOUS_SAMPLE,
                        "one_section": False,
                        "facts": [],
                    }
                    ask(
                        corpus,
                        sample,
                        {
                            "query": case["question"],
                            "as_of": body.get("asked_on"),
                            "include_superseded": case.get("include_superseded", False),
                        },
                    )
    return noted


def tabulate(noted: list[Noted]) -> tuple[Questions, Pairs]:
    """The questions and their pairs as arrays."""
    questions = Questions(
        np.array([entry.case["corpus"] for entry in noted]),
        np.array([entry.case["ambiguous"] for entry in noted]),
        np.array([entry.case["one_section"] for entry in noted]),
        np.array([entry.decided.status is ClarifyStatus.ASKED for entry in noted]),
        np.array(
            [
                entry.decided.reason == NOT_ALL_HELD and may_be_weighed(entry.case["question"])
                for entry in noted
            ]
        ),
    )
    rows = [(place, entry, pair) for place, entry in enumerate(noted) for pair in entry.pairs]
    return questions, Pairs(
        np.array([measure_pair(pair) for _, _, pair in rows]),
        np.array([place for place, _, _ in rows]),
        np.array([answers_apart(entry.case, pair) for _, entry, pair in rows]),
    )


def answers_apart(case: dict[str, Any], pair: ReadingPair) -> bool:
    """Whether each of the two readings of an ambiguous question holds labelled facts of its own."""
    if not case["ambiguous"]:
        return False
    first, second = (
        {fact for fact in case["facts"] if flatten(fact) in flatten(reading.text)}
        for reading in (pair.first, pair.second)
    )
    return bool(first and second and first != second)


def flatten(text: str) -> str:
    """Lower case, every white space one blank."""
    return " ".join(text.lower().split())


def describe(noted: list[Noted], questions: Questions, asked: Flags) -> list[str]:
    """Shares asked back, with 95 % intervals after Wilson, and each question judged wrongly."""
    wanted = questions.ambiguous & ~questions.one_section
    lines = []
    for corpus in [None, *sorted(set(questions.corpus.tolist()))]:
        here = questions.corpus == corpus if corpus else np.ones(len(noted), dtype=bool)
        for kind, among in (("ambiguous", wanted & here), ("clear", ~questions.ambiguous & here)):
            if not among.any():
                continue
            rules, all_ = int(questions.asked_by_rule[among].sum()), int(asked[among].sum())
            low, high = binomtest(all_, int(among.sum())).proportion_ci(method="wilson")
            lines.append(
                f"{corpus or 'all':18} {kind:10} {all_} of {among.sum()} "
                f"({low:.0%} to {high:.0%}), the rules alone {rules}"
            )
    lines += [
        f"  {'missed' if ambiguous else 'asked '} {entry.case['question']}"
        for entry, ambiguous, wants, asks in zip(
            noted, questions.ambiguous, wanted, asked, strict=True
        )
        if (wants and not asks) or (asks and not ambiguous)
    ]
    return lines


def write_model(model: Fit, threshold: float) -> None:
    """Write the weights where the gate reads them, rounded to six places."""
    entry = {
        "features": list(FEATURES),
        **{
            name: [round(float(value), 6) for value in getattr(model, name)]
            for name in ("means", "scales", "weights")
        },
        "bias": round(model.bias, 6),
        "threshold": round(sigmoid(threshold), 6),
    }
    path = Path(clarify_model.__file__).with_name(clarify_model.MODEL_FILE)
    path.write_text(json.dumps(entry, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
