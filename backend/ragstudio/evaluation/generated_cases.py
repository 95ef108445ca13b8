"""A corpus of software test cases made up from a seed, with questions whose answers are known."""

import csv
import io
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

GROUP = "generated"
_LOOKUPS = 20
_ABSENT = 5
_COMPONENTS = {
    "Accounts": ("profile", "password", "session"),
    "Billing": ("invoice", "refund", "credit note"),
    "Berth Planner": ("berth", "vessel call", "tide window"),
    "Cargo Manifest": ("manifest", "container", "hazard class"),
    "Notifications": ("e-mail", "push message", "digest"),
    "Reporting": ("export", "chart", "schedule"),
    "Search": ("query", "filter", "index"),
    "Yard Map": ("block", "crane", "gate"),
}
_ACTIONS = ("creating", "editing", "deleting", "importing", "approving", "restoring", "sharing")
_CONDITIONS = (
    "while the network drops", "with two users at once", "with an expired session",
    "in a right-to-left language", "on a slow connection", "after a restart",
    "with the largest allowed file", "without the needed role",
)  # fmt: skip
_TYPES = ("Functional", "Security", "Performance", "Usability", "Regression")
_PRIORITIES = ("Critical", "High", "Medium", "Low")
_PRIORITY_WEIGHTS = (1, 3, 4, 2)
_STATUSES = ("shown", "kept", "refused", "logged", "undone")


@dataclass(frozen=True, slots=True)
class GeneratedCase:
    """One row, its fields in the order of the columns."""

    id: str
    summary: str
    description: str
    steps: str
    expected_result: str
    priority: str
    component: str
    type: str


def generate_cases(rows: int, seed: int) -> list[GeneratedCase]:
    """That many test cases, the same for the same seed; ids are TC-00001 and on."""
    generator = random.Random(seed)  # noqa: S311 - a corpus, not a secret
    return [_make_case(generator, number) for number in range(1, rows + 1)]


def render_csv(cases: Sequence[GeneratedCase]) -> str:
    """The cases as CSV with a header."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([field.name.replace("_", " ").capitalize() for field in fields(GeneratedCase)])
    writer.writerows(astuple(case) for case in cases)
    return written.getvalue()


def build_suite(cases: Sequence[GeneratedCase], filename: str, seed: int) -> dict[str, Any]:
    """A suite over the CSV of that name: what cases of an id say, and ids that are not there."""
    generator = random.Random(seed)  # noqa: S311 - a choice of questions, not a secret
    chosen = generator.sample(cases, min(_LOOKUPS, len(cases)))
    asked = [
        {
            "id": f"lookup-{case.id.lower()}",
            "question": f"What is the expected result of {case.id}?",
            "category": "exact_identifier",
            "expected_behaviour": "retrieve_answer",
            "expected_sources": [
                {"filename": filename, "group": GROUP, "facts": [[case.id, case.expected_result]]}
            ],
            "expected_fact": case.expected_result,
        }
        for case in chosen
    ]
    asked += [
        {
            "id": f"absent-tc-{len(cases) + offset:05d}",
            "question": f"What is the expected result of TC-{len(cases) + offset:05d}?",
            "category": "unanswerable",
            "expected_behaviour": "abstain",
            "expected_sources": [],
        }
        for offset in range(1, _ABSENT + 1)
    ]
    return {
        "name": Path(filename).stem,
        "title": f"{len(cases)} generated test cases, seed {seed}",
        "description": "Each answer was known when the corpus was made.",
        "groups": [GROUP],
        "cases": asked,
    }


def build_aggregates(cases: Sequence[GeneratedCase]) -> dict[str, Any]:
    """Counting questions with their answers, which no few passages can give."""
    questions = [
        {
            "question": f"Which component has the most {kind.lower()} test cases?",
            "counts": _count(cases, "component", type=kind),
        }
        for kind in _TYPES
    ]
    questions.append(
        {
            "question": "How many test cases are there per priority?",
            "counts": _count(cases, "priority"),
        }
    )
    return {"questions": questions}


def write_corpus(folder: Path, rows: int, seed: int) -> list[Path]:
    """Write CSV, suite and counting questions into a folder; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    cases = generate_cases(rows, seed)
    stem = f"test-cases-{rows}-{seed}"
    contents = {
        f"{stem}.csv": render_csv(cases),
        f"{stem}.suite.json": _dump(build_suite(cases, f"{stem}.csv", seed)),
        f"{stem}.counts.json": _dump(build_aggregates(cases)),
    }
    paths = []
    for name, text in contents.items():
        paths.append(folder / name)
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def _make_case(generator: random.Random, number: int) -> GeneratedCase:
    component = generator.choice(list(_COMPONENTS))
    thing = generator.choice(_COMPONENTS[component])
    action = generator.choice(_ACTIONS)
    condition = generator.choice(_CONDITIONS)
    kind = generator.choice(_TYPES)
    seconds = generator.randint(1, 90)
    status = generator.choice(_STATUSES)
    return GeneratedCase(
        id=f"TC-{number:05d}",
        summary=f"{component}: {action} a {thing} {condition}",
        description=f"Checks {kind.lower()} behaviour of {component} when {action} a {thing} "
        f"{condition}.",
        steps=f"1. Open {component}. 2. Begin {action} a {thing}. 3. Continue {condition}. "
        f"4. Wait {seconds} seconds.",
        expected_result=f"The {thing} is {status} within {seconds} seconds",
        priority=generator.choices(_PRIORITIES, _PRIORITY_WEIGHTS)[0],
        component=component,
        type=kind,
    )


def _count(cases: Sequence[GeneratedCase], column: str, **conditions: str) -> dict[str, int]:
    """How many cases have each value, most frequent first, then by value."""
    counts = Counter(
        getattr(case, column)
        for case in cases
        if all(getattr(case, name) == value for name, value in conditions.items())
    )
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _dump(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=2) + "\n"
