"""Look for known vulnerabilities in what the studio installs: `make audit`.

Fails on any finding that `excused-findings.json` does not excuse. Where the services that know of
vulnerabilities cannot be reached, says what was not audited, and does not fail: a check must also
work without a network.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
EXCUSES = Path(__file__).with_name("excused-findings.json")
SECONDS = 25


@dataclass(slots=True)
class Result:
    """What an audit found: `package: id` with a summary, and what it could not look at."""

    findings: dict[str, str] = field(default_factory=dict)
    not_audited: str = ""


def read_pip_audit(output: str) -> Result:
    """The result in the JSON of pip-audit."""
    try:
        packages = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Result(not_audited="pip-audit gave no result")
    result = Result()
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    for package in packages:
        for fault in package.get("vulns", []):
            fixed = ", ".join(fault.get("fix_versions", [])) or "none"
            summary = f"{package.get('version', '')}, fixed in {fixed}"
            result.findings[f"{package['name']}: {fault['id']}"] = summary
    if skipped:
        named = ", ".join(skipped[:3]) + (" and others" if len(skipped) > 3 else "")
        result.not_audited = f"{len(skipped)} of {len(packages)} Python packages ({named})"
    return result


def read_npm_audit(output: str) -> Result:
    """The result in the JSON of `npm audit`."""
    try:
        report: dict[str, Any] = json.loads(output)
        packages = report["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        return Result(not_audited="all npm packages: the registry does not audit")
    result = Result()
    for name, package in packages.items():
        for fault in package["via"]:
            if isinstance(fault, dict):
                known = fault["url"].rpartition("/")[2]
                result.findings[f"{name}: {known}"] = f"{fault['severity']}, {fault['title']}"
    return result


def load_excuses(path: Path) -> dict[str, str]:
    """Why a finding does no harm here, by `package: id`. Raises `ValueError` without a reason."""
    excuses: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    for finding, reason in excuses.items():
        if not reason.strip():
            raise ValueError(f"{path.name} excuses {finding} without a reason")
    return excuses


def judge(result: Result, excuses: dict[str, str]) -> tuple[bool, list[str]]:
    """Whether the check passes, and what to say."""
    lines = []
    passes = True
    for finding, summary in sorted(result.findings.items()):
        if finding in excuses:
            lines.append(f"excused: {finding} ({summary}): {excuses[finding]}")
        else:
            passes = False
            lines.append(f"vulnerable: {finding} ({summary})")
    if result.not_audited:
        lines.append(f"not audited: {result.not_audited}")
    return passes, lines or ["no known vulnerabilities"]


def run(command: Sequence[str], folder: Path) -> str:
    """What a tool writes; nothing where it is missing or takes too long."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def main() -> int:
    """Audit both worlds side by side. 0 where nothing is found that is not excused, else 1."""
    from concurrent.futures import ThreadPoolExecutor

    pip_audit = [
        sys.executable, "-m", "pip_audit", "-r", "requirements.lock", "--disable-pip", "--no-deps",
        "--progress-spinner", "off", "--timeout", "5", "-f", "json",
    ]  # fmt: skip
    npm_audit = ["npm", "audit", "--json", "--fetch-retries=0", "--fetch-timeout=10000"]
    with ThreadPoolExecutor(2) as threads:
        python = threads.submit(run, pip_audit, ROOT / "backend")
        node = threads.submit(run, npm_audit, ROOT / "frontend")
    results = {"Python": read_pip_audit(python.result()), "npm": read_npm_audit(node.result())}
    passes = True
    for name, result in results.items():
        passed, lines = judge(result, load_excuses(EXCUSES))
        passes = passes and passed
        sys.stdout.writelines(f"{name}: {line}\n" for line in lines)
    return 0 if passes else 1


if __name__ == "__main__":
    sys.exit(main())
