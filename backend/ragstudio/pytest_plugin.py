"""A pytest plugin: a team's own evaluation cases run as tests against a running studio.

    pytest --ragstudio-suite my-suite.json --ragstudio-url http://127.0.0.1:8000

Each case of each suite becomes a test that fails with the verdict's reason.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ragstudio.evaluation.suites import Case, Suite

_DEFAULT_URL = "http://127.0.0.1:8000"


class EvaluationFailure(Exception):
    """A case's verdict is a failure."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; without `--ragstudio-suite` the plugin does nothing."""
    group = parser.getgroup("ragstudio", "evaluation cases against a running RAG studio")
    group.addoption(
        "--ragstudio-suite",
        action="append",
        default=[],
        metavar="FILE",
        help="Suite file whose cases run as tests; repeatable.",
    )
    group.addoption(
        "--ragstudio-url",
        default=os.environ.get("RAGSTUDIO_URL", _DEFAULT_URL),
        help="Address of the running studio; RAGSTUDIO_URL, or %(default)s.",
    )
    group.addoption(
        "--ragstudio-mode", choices=("vector", "hybrid"), default="hybrid", help="Mode to ask in."
    )
    group.addoption(
        "--ragstudio-limit", type=int, default=6, help="Results a case may look at, from 1."
    )


def pytest_collection(session: pytest.Session) -> None:
    """Let pytest collect the suites beside the paths it was given."""
    for name in session.config.getoption("--ragstudio-suite"):
        path = Path(name).resolve()
        if str(path) not in session.config.args:
            session.config.args.append(str(path))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "SuiteFile | None":
    """A collector for each suite that was named."""
    named = {Path(name).resolve() for name in parent.config.getoption("--ragstudio-suite")}
    if file_path.resolve() in named:
        return SuiteFile.from_parent(parent, path=file_path)
    return None


class SuiteFile(pytest.File):
    """One suite. Raises `InvalidSuite` for a file that breaks the schema."""

    def collect(self) -> Iterator["CaseItem"]:
        """A test for each case, named by its id and marked by its category."""
        from ragstudio.evaluation.suite_files import load_suite

        suite = load_suite(self.path)
        for case in suite.cases:
            yield CaseItem.from_parent(self, name=case.id, suite=suite, case=case)


class CaseItem(pytest.Item):
    """One case as a test."""

    def __init__(self, *, suite: "Suite", case: "Case", **arguments: object) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.suite = suite
        self.case = case

    def runtest(self) -> None:
        """Ask the studio. Raises `EvaluationFailure` with the reason of a failed verdict."""
        import httpx

        from ragstudio.evaluation.runner import Plan, build_request
        from ragstudio.evaluation.verdicts import judge
        from ragstudio.retrieval.request import SearchMode
        from ragstudio.retrieval.response import SearchResponse

        option = self.config.getoption
        plan = Plan([self.suite], limit=option("--ragstudio-limit"))
        request = build_request(plan, self.suite, self.case, SearchMode(option("--ragstudio-mode")))
        token = os.environ.get("RAGSTUDIO_TOKEN", "")
        answer = httpx.post(
            f"{option('--ragstudio-url').rstrip('/')}/api/search",
            json=request.model_dump(mode="json"),
            headers={"Authorization": f"Bearer {token}"} if token else {},
            timeout=60.0,
            trust_env=False,
        )
        answer.raise_for_status()
        verdict = judge(self.case, SearchResponse.model_validate_json(answer.text))
        if not verdict.passed:
            raise EvaluationFailure(f"{verdict.code.value}: {verdict.reason}")

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """The question and the reason, without a traceback."""
        return f"{self.case.question}\n{excinfo.value}"

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the case stands."""
        return self.path, None, f"{self.suite.name}: {self.case.id}"
