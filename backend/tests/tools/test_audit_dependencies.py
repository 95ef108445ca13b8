"""What the audit decides from outputs of the tools, as they were recorded."""

import json
import sys
from pathlib import Path

import pytest

from tools.audit_dependencies import (
    EXCUSES,
    Result,
    judge,
    load_excuses,
    read_npm_audit,
    read_pip_audit,
    run,
)

PIP_FINDING = {
    "dependencies": [
        {"name": "fastapi", "version": "0.165.0", "vulns": []},
        {
            "name": "jinja2",
            "version": "2.4.1",
            "vulns": [
                {
                    "id": "PYSEC-2014-8",
                    "fix_versions": ["2.7.2"],
                    "aliases": ["CVE-2014-1402"],
                    "description": "The default configuration creates a predictable file.",
                }
            ],
        },
    ],
    "fixes": [],
}
PIP_SKIPPED = {
    "dependencies": [
        {
            "name": name,
            "skip_reason": f"Dependency not found on PyPI and could not be audited: {name} (1.0)",
        }
        for name in ("anyio", "fastapi", "numpy", "zstandard")
    ],
    "fixes": [],
}
NPM_FINDING = {
    "auditReportVersion": 2,
    "vulnerabilities": {
        "minimist": {
            "name": "minimist",
            "severity": "critical",
            "via": [
                {
                    "source": 1097678,
                    "title": "Prototype Pollution in minimist",
                    "url": "https://github.com/advisories/GHSA-xvch-5gv4-984h",
                    "severity": "critical",
                    "range": "<0.2.4",
                }
            ],
        },
        "mkdirp": {"name": "mkdirp", "severity": "critical", "via": ["minimist"]},
    },
}
NPM_UNREACHABLE = {"message": "405 Method Not Allowed", "statusCode": 405, "body": ""}
PIP_ID = "jinja2: PYSEC-2014-8"
NPM_ID = "minimist: GHSA-xvch-5gv4-984h"


@pytest.mark.parametrize(
    ("result", "finding"),
    [
        (read_pip_audit(json.dumps(PIP_FINDING)), PIP_ID),
        (read_npm_audit(json.dumps(NPM_FINDING)), NPM_ID),
    ],
)
def test_a_finding_fails_unless_it_is_excused(result: Result, finding: str) -> None:
    passes, lines = judge(result, {})
    assert not passes
    assert [line.partition(" (")[0] for line in lines] == [f"vulnerable: {finding}"]
    passes, lines = judge(result, {finding: "the function is never called"})
    assert passes
    assert lines[0].startswith(f"excused: {finding}")
    assert "never called" in lines[0]
    assert not judge(result, {"other: X-1": "a reason"})[0]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (read_pip_audit(json.dumps(PIP_SKIPPED)), "4 of 4 Python packages (anyio, fastapi, numpy"),
        (read_pip_audit(""), "pip-audit gave no result"),
        (read_pip_audit("Traceback"), "pip-audit gave no result"),
        (read_npm_audit(json.dumps(NPM_UNREACHABLE)), "the registry does not audit"),
        (read_npm_audit(""), "the registry does not audit"),
    ],
)
def test_what_could_not_be_audited_passes_and_is_said(result: Result, words: str) -> None:
    passes, lines = judge(result, {})
    assert passes
    assert len(lines) == 1
    assert lines[0].startswith("not audited: ")
    assert words in lines[0]


def test_a_finding_among_skipped_packages_still_fails() -> None:
    both = {"dependencies": PIP_FINDING["dependencies"] + PIP_SKIPPED["dependencies"]}
    passes, lines = judge(read_pip_audit(json.dumps(both)), {})
    assert not passes
    assert len(lines) == 2


def test_nothing_found_is_said() -> None:
    clean = {"dependencies": [PIP_FINDING["dependencies"][0]]}
    assert judge(read_pip_audit(json.dumps(clean)), {}) == (True, ["no known vulnerabilities"])
    assert judge(read_npm_audit('{"vulnerabilities": {}}'), {})[0]


def test_every_excuse_has_a_reason(tmp_path: Path) -> None:
    load_excuses(EXCUSES)
    path = tmp_path / "excuses.json"
    path.write_text(json.dumps({PIP_ID: " "}))
    with pytest.raises(ValueError, match="without a reason"):
        load_excuses(path)


def test_a_tool_that_is_missing_or_hangs_gives_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["no-such-tool"], tmp_path) == ""
    monkeypatch.setattr("tools.audit_dependencies.SECONDS", 0.1)
    assert run([sys.executable, "-c", "import time; time.sleep(60)"], tmp_path) == ""
