import csv
import io
import json
from collections import Counter
from pathlib import Path

from ragstudio.evaluation.generated_cases import (
    build_aggregates,
    build_suite,
    generate_cases,
    render_csv,
    write_corpus,
)
from ragstudio.evaluation.suite_files import load_suite


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    first = write_corpus(tmp_path / "one", 200, 7)
    again = write_corpus(tmp_path / "two", 200, 7)
    other = write_corpus(tmp_path / "three", 200, 8)
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in again]
    assert first[0].read_bytes() != other[0].read_bytes()


def test_every_row_has_the_eight_fields() -> None:
    rows = list(csv.DictReader(io.StringIO(render_csv(generate_cases(500, 1)))))
    assert len({row["Id"] for row in rows}) == 500
    assert list(rows[0]) == [
        "Id", "Summary", "Description", "Steps", "Expected result", "Priority", "Component", "Type",
    ]  # fmt: skip
    assert all(all(row.values()) for row in rows)


def test_the_suite_is_one_and_its_answers_stand_in_the_rows(tmp_path: Path) -> None:
    cases = generate_cases(300, 3)
    path = tmp_path / "suite.json"
    path.write_text(json.dumps(build_suite(cases, "test-cases-300-3.csv", 3)))
    suite = load_suite(path)
    rows = {case.id: case for case in cases}
    for case in suite.cases:
        for source in case.expected_sources:
            [[identifier, answer]] = source.facts
            assert rows[identifier].expected_result == answer
    absent = [case for case in suite.cases if not case.expected_sources]
    assert absent
    assert not {case.question.split()[-1].rstrip("?") for case in absent} & rows.keys()


def test_counts_are_those_of_the_rows() -> None:
    cases = generate_cases(400, 5)
    [security] = [
        one for one in build_aggregates(cases)["questions"] if "security" in one["question"]
    ]
    counted = Counter(case.component for case in cases if case.type == "Security")
    assert security["counts"] == dict(counted)
    assert list(security["counts"].values()) == sorted(counted.values(), reverse=True)
