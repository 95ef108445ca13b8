"""Corpora with labelled questions for the judge: what may be asked, and what must come back.

A corpus is a folder of documents with a `questions.json`: a list of questions, each with `id`,
`question`, `kind` (answerable, unanswerable, ambiguous), `style`, `files`, `quotes`, `fact` and
`reason`. Corpora whose name begins with `held-` are for final reports, never for a fit.
"""

import argparse
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from ragstudio.evaluation.facts import holds_fact
from ragstudio.evaluation.scratch import ScratchFile

HERE = Path(__file__).resolve().parent
CORPORA = HERE / "corpora"
SAMPLES = HERE.parent / "sample-documents"
SAMPLE_QUESTIONS = (
    "questions.json",
    "calibration-questions.json",
    "conflict-and-noise-questions.json",
    "parsing-challenge-questions.json",
)
HELD_PREFIX = "held-"
QUESTIONS = "questions.json"


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question and what is right: `facts` of which one, whole, must stand in a passage of one of
    `files`. `kind` is answerable, unanswerable or ambiguous; `reason` says why it is not plain."""

    id: str
    question: str
    kind: str
    style: str
    reason: str
    files: tuple[str, ...]
    facts: tuple[tuple[str, ...], ...]
    as_of: date | None = None
    include_superseded: bool = False
    groups: tuple[str, ...] = ()

    def describe(self) -> dict[str, Any]:
        """The question and its labels, as JSON."""
        names = ("id", "question", "kind", "style", "reason", "files", "facts")
        return {name: getattr(self, name) for name in names}

    def is_held_by(self, passages: Collection[tuple[str, str]]) -> bool:
        """Whether passages, each a file's name and a text, hold the fact between them."""
        texts = "\n\n".join(text for name, text in passages if name in self.files)
        return any(holds_fact(fact, texts) for fact in self.facts)


@dataclass(frozen=True, slots=True)
class JudgedCorpus:
    """The documents of one corpus and the questions about them."""

    name: str
    files: tuple[ScratchFile, ...]
    questions: tuple[JudgedQuestion, ...]

    @property
    def is_held_out(self) -> bool:
        """Whether it is kept out of every fit."""
        return self.name.startswith(HELD_PREFIX)


def load_corpus(folder: Path) -> JudgedCorpus:
    """The corpus in a folder.

    Raises `ValueError` for a question whose files, quotes or facts are not in the documents.
    """
    files = tuple(
        ScratchFile(path.name, folder.name, path.read_bytes())
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name not in {QUESTIONS, "README.md"}
    )
    texts = {file.filename: file.content.decode("utf-8", "replace") for file in files}
    entries = json.loads((folder / QUESTIONS).read_text(encoding="utf-8"))
    questions = tuple(_read_question(entry, texts) for entry in entries)
    if len({question.id for question in questions}) != len(questions):
        raise ValueError(f"{folder.name} has two questions of one id")
    return JudgedCorpus(folder.name, files, questions)


def load_samples() -> JudgedCorpus:
    """The sample documents with every labelled question about them."""
    files = tuple(
        ScratchFile(path.name, path.parent.name, path.read_bytes())
        for path in sorted(SAMPLES.rglob("*"))
        if path.is_file()
    )
    questions = []
    for name in SAMPLE_QUESTIONS:
        suite = json.loads((HERE / name).read_text(encoding="utf-8"))
        for case in suite["cases"]:
            questions.append(_read_case(case, suite, Path(name).stem))
    return JudgedCorpus("samples", files, tuple(questions))


def load_clarification_corpora() -> list[JudgedCorpus]:
    """The corpora of the clarify gate: their clear questions count as answerable."""
    labelled = json.loads((HERE / "clarification-questions.json").read_text(encoding="utf-8"))
    corpora = []
    for name in sorted({case["corpus"] for case in labelled["cases"]}):
        files = tuple(
            ScratchFile(path.name, name, path.read_bytes())
            for path in sorted((HERE / labelled["corpora"] / name).iterdir())
        )
        questions = tuple(
            JudgedQuestion(
                id=case["id"],
                question=case["question"],
                kind="ambiguous" if case["ambiguous"] else "answerable",
                style="one_section" if case["one_section"] else "plain",
                reason="",
                files=tuple(file.filename for file in files),
                facts=tuple((fact,) for fact in case["facts"]),
                as_of=date.fromisoformat(labelled["asked_on"]),
            )
            for case in labelled["cases"]
            if case["corpus"] == name
        )
        corpora.append(JudgedCorpus(f"clarification-{name}", files, questions))
    return corpora


def add_corpus_options(parser: argparse.ArgumentParser) -> None:
    """The options that name corpora."""
    parser.add_argument("folders", nargs="*", help=f"corpora; without any, those in {CORPORA}")
    parser.add_argument("--samples", action="store_true", help="the sample documents too")
    parser.add_argument("--clarification", action="store_true", help="the gate's corpora too")


def choose_corpora(arguments: argparse.Namespace) -> Iterator[JudgedCorpus]:
    """The corpora that were named."""
    named = [Path(folder) for folder in arguments.folders]
    if not named and not (arguments.samples or arguments.clarification):
        named = sorted(path for path in CORPORA.iterdir() if path.is_dir())
    for folder in named:
        yield load_corpus(folder)
    if arguments.clarification:
        yield from load_clarification_corpora()
    if arguments.samples:
        yield load_samples()


def _read_question(entry: dict[str, Any], texts: dict[str, str]) -> JudgedQuestion:
    named = entry.get("files", [])
    missing = [name for name in named if name not in texts]
    sources = [texts[name] for name in named if name in texts]
    missing += [
        words
        for words in (*entry.get("quotes", ()), *entry.get("fact", ()))
        if not any(words in text for text in sources)
    ]
    if missing:
        raise ValueError(f"{entry['id']}: not in the documents: {', '.join(missing)}")
    return JudgedQuestion(
        id=entry["id"],
        question=entry["question"],
        kind=entry["kind"],
        style=entry.get("style", ""),
        reason=entry.get("reason", ""),
        files=tuple(named),
        facts=(tuple(entry["fact"]),) if entry.get("fact") else (),
    )


def _read_case(case: dict[str, Any], suite: dict[str, Any], stem: str) -> JudgedQuestion:
    behaviour = case.get("expected_behaviour")
    if behaviour is None:
        kind = "answerable" if case["answerable"] else "unanswerable"
    else:
        kind = {"abstain": "unanswerable", "request_clarification": "ambiguous"}.get(
            behaviour, "answerable"
        )
    sources = case.get("expected_sources") or []
    day = case.get("as_of") or suite.get("asked_on")
    return JudgedQuestion(
        id=f"{stem}-{case['id']}",
        question=case["question"],
        kind=kind,
        style=stem,
        reason="sample" if kind == "unanswerable" else "",
        files=tuple(source["filename"] for source in sources),
        facts=tuple(tuple(fact) for source in sources for fact in source.get("facts", [])),
        as_of=date.fromisoformat(day) if day else None,
        include_superseded=bool(case.get("include_superseded", False)),
        groups=tuple(suite.get("groups") or ()),
    )
