"""The plugin, run by a pytest of its own against the running server."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.running_server import Api


def test_cases_of_a_suite_run_as_tests(api: Api, tmp_path: Path) -> None:
    api.ingest("# Ferry\n\nThe ferry to the quay leaves at 07:45.\n", "ferry.md", group="plugin")
    source = {"filename": "ferry.md", "group": "plugin"}
    question = "When does the ferry to the quay leave?"
    shared = {"category": "fact", "expected_behaviour": "retrieve_answer", "question": question}
    suite = {
        "name": "ferries", "title": "Ferries", "description": "Two cases.", "groups": ["plugin"],
        "cases": [
            {**shared, "id": "right", "expected_sources": [{**source, "facts": [["07:45"]]}]},
            {**shared, "id": "wrong", "expected_sources": [{**source, "facts": [["09:15"]]}]},
        ],
    }  # fmt: skip
    path = tmp_path / "ferries.json"
    path.write_text(json.dumps(suite))
    report = tmp_path / "report.xml"
    ended = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-p", "no:ragstudio", "-p", "ragstudio.pytest_plugin",
            "--rootdir", str(tmp_path),
            "-c", "/dev/null", "--ragstudio-suite", str(path), "--ragstudio-mode", "vector",
            "--ragstudio-url", str(api.http.base_url), f"--junit-xml={report}", str(tmp_path),
        ],
        capture_output=True, text=True, cwd=tmp_path, check=False, timeout=60,
    )  # fmt: skip
    assert ended.returncode == 1, ended.stdout + ended.stderr
    cases = {case.get("name"): case for case in ElementTree.parse(report).iter("testcase")}
    assert set(cases) == {"right", "wrong"}
    assert cases["right"].find("failure") is None
    failure = cases["wrong"].find("failure")
    assert failure is not None
    assert question in str(failure.text)
    assert "missing: 09:15" in str(failure.text)
