"""Fifty clients at once on a real studio, and what comes of it. `make soak`.

Three parts: searches alone; searches while a 300-page PDF is ingested; then fifty clients that
upload, search, delete and evaluate for ten minutes, with such a PDF part of the time. At the end
every accepted document must be there once and found, every deleted one gone, the audit clean.
Exit code 1 where one of the promises of `docs/reliability.md` was not kept.
"""

import argparse
import asyncio
import io
import json
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx
from fpdf import FPDF
from rich.console import Console

from benchmarks.running_studio import RunningStudio
from benchmarks.soak_clients import SoakClient
from benchmarks.soak_figures import Figures, percentile, summarise
from benchmarks.soak_health import HealthProbe
from benchmarks.soak_studio import measure_memory, run_studio

ROOT = Path(__file__).resolve().parents[1]
MODES = ("vector", "hybrid")
FOUND_SAMPLE = 60
MOST_RATIO = 5.0
MOST_HEALTH_SECONDS = 0.2
# Between the first minute and the end; caches fill, the corpus grows.
MOST_MEMORY_RATIO = 1.5
_TIMEOUT = httpx.Timeout(180.0)


def write_pdf(pages: int) -> bytes:
    """A PDF of so many pages of text; no two calls give the same bytes."""
    paper = FPDF()
    paper.set_font("Helvetica", size=11)
    words = random.Random(uuid4().int)  # noqa: S311
    for number in range(1, pages + 1):
        paper.add_page()
        text = " ".join(f"{words.getrandbits(20):05x} mooring line" for _ in range(130))
        paper.multi_cell(0, 6, f"Chapter {number}. {text}")
    out = io.BytesIO()
    paper.output(out)
    return out.getvalue()


def read_questions() -> list[str]:
    """The questions of the calibration set."""
    stored = json.loads((ROOT / "evaluations" / "calibration-questions.json").read_text())
    return [case["question"] for case in stored["cases"]]


class Soak:
    """One run against one studio."""

    def __init__(self, studio: RunningStudio, arguments: argparse.Namespace) -> None:
        self._studio = studio
        self._arguments = arguments
        self._questions = read_questions()
        self._http = httpx.Client(base_url=studio.url, timeout=_TIMEOUT, trust_env=False)
        self._samples: set[str] = set()
        self.report: dict[str, Any] = {"pages": arguments.pages}

    def run(self) -> None:
        """All parts; `report` is filled."""
        _say("loading the sample documents")
        self._load_samples()
        _say("searching alone")
        quiet = {mode: self._search(mode, self._arguments.searches) for mode in MODES}
        self.report["quiet"] = {mode: summarise(each) for mode, each in quiet.items()}
        _say(f"searching while {self._arguments.pages} pages are ingested")
        self._search_beside_ingestion(quiet)
        _say(f"{self._arguments.clients} clients for {self._arguments.minutes:g} minutes")
        figures = Figures()
        with HealthProbe(self._studio.url) as probe:
            asyncio.run(self._let_clients_work(figures))
        self.report["health"] = {**summarise(probe.latencies), "failures": probe.failures}
        self.report["clients"] = self._arguments.clients
        self.report["minutes"] = self._arguments.minutes
        self.report["calls"] = {
            kind: summarise(each) for kind, each in sorted(figures.latencies.items())
        }
        self.report["answers"] = dict(sorted(figures.answers.items()))
        self.report["server_errors"] = dict(figures.server_errors)
        self.report["unexpected"] = dict(figures.unexpected)
        _say("waiting until all is done, then comparing")
        self._drain()
        self.report["memory_mib"]["drained"] = measure_memory(self._studio.process)
        self.report["wrong"] = [*figures.wrong, *self._compare(figures)]
        self.report["accepted"] = len(figures.accepted) + len(figures.deleted)
        self.report["deleted"] = len(figures.deleted)
        audit = self._http.get("/api/audit").json()
        self.report["audit"] = audit["findings"]

    def _load_samples(self) -> None:
        for item in self._http.post("/api/samples").json()["items"]:
            if "id" in item:
                self._samples.add(item["id"])
        self._drain()

    def _drain(self) -> None:
        """Wait until no document is in work."""
        while True:
            statuses = self._http.get("/api/documents", params={"limit": 1}).json()["facets"]
            if not set(statuses["status"]) & {"queued", "processing", "deleting"}:
                return
            time.sleep(0.5)

    def _search(self, mode: str, times: int) -> list[float]:
        return [self._search_once(mode, number) for number in range(times)]

    def _search_once(self, mode: str, number: int) -> float:
        question = self._questions[number % len(self._questions)]
        started = time.perf_counter()
        answer = self._http.post("/api/search", json={"query": question, "mode": mode})
        if answer.status_code != 200:
            raise SystemExit(f"A search of one client alone was answered {answer.status_code}.")
        return time.perf_counter() - started

    def _search_beside_ingestion(self, quiet: dict[str, list[float]]) -> None:
        document_id = self._upload_pdf(self._http, write_pdf(self._arguments.pages))
        self._samples.add(document_id)
        beside: dict[str, list[float]] = {mode: [] for mode in MODES}
        started = time.perf_counter()
        with HealthProbe(self._studio.url) as probe:
            number = 0
            while self._status(document_id) in {"queued", "processing"}:
                for mode in MODES:
                    beside[mode].append(self._search_once(mode, number))
                number += 1
        self.report["beside_ingestion"] = {
            "status": self._status(document_id),
            "seconds": round(time.perf_counter() - started, 1),
            "health": {**summarise(probe.latencies), "failures": probe.failures},
            **{mode: summarise(each) for mode, each in beside.items()},
            "ratio": {
                mode: round(percentile(beside[mode], 0.5) / percentile(quiet[mode], 0.5), 2)
                for mode in MODES
            },
            "ratio_p95": {
                mode: round(percentile(beside[mode], 0.95) / percentile(quiet[mode], 0.95), 2)
                for mode in MODES
            },
        }

    def _status(self, document_id: str) -> str:
        return str(self._http.get(f"/api/documents/{document_id}").json()["status"])

    def _upload_pdf(self, http: httpx.Client, data: bytes) -> str:
        answer = http.post("/api/documents", files={"files": ("soak.pdf", data)})
        return str(answer.json()["items"][0]["id"])

    async def _let_clients_work(self, figures: Figures) -> None:
        seconds = self._arguments.minutes * 60
        ends = time.monotonic() + seconds
        limits = httpx.Limits(max_connections=self._arguments.clients)
        async with httpx.AsyncClient(
            base_url=self._studio.url, timeout=_TIMEOUT, trust_env=False, limits=limits
        ) as http:
            clients = [
                SoakClient(http, figures, self._questions, seed, self._arguments.think)
                for seed in range(self._arguments.clients)
            ]
            await asyncio.gather(
                self._watch(seconds), *(client.run_until(ends) for client in clients)
            )

    async def _watch(self, seconds: float) -> None:
        """Memory after a minute, in the middle and at the end; a long PDF a third of the time."""
        memory: dict[str, Any] = {}
        self.report["memory_mib"] = memory
        data = await asyncio.to_thread(write_pdf, self._arguments.pages)
        moments = [
            (min(60.0, seconds / 4), "first"),
            (seconds / 3, "pdf"),
            (seconds / 2, "middle"),
            (seconds, "end"),
        ]
        started = time.monotonic()
        for after, what in moments:
            await asyncio.sleep(max(0.0, started + after - time.monotonic()))
            if what == "pdf":
                document_id = await asyncio.to_thread(self._upload_pdf, self._http, data)
                self._samples.add(document_id)
            else:
                memory[what] = await asyncio.to_thread(measure_memory, self._studio.process)

    def _compare(self, figures: Figures) -> list[str]:
        """What is lost, doubled, failed, not found, or found though it was deleted."""
        listed = list(self._list_documents())
        present = {item["id"]: item for item in listed}
        expected = self._samples | set(figures.accepted)
        wrong = [f"{each} is lost" for each in expected - set(present)]
        wrong += [f"{each} is there and was deleted" for each in set(present) - expected]
        wrong += [
            f"{each['id']} is {each['status']}" for each in listed if each["status"] != "ready"
        ]
        hashes = [each["sha256"] for each in listed]
        wrong += [f"{each} is there twice" for each in set(hashes) if hashes.count(each) > 1]
        chosen = random.Random(1)  # noqa: S311
        for documents, is_kept in ((figures.accepted, True), (figures.deleted, False)):
            ids = chosen.sample(sorted(documents), min(FOUND_SAMPLE, len(documents)))
            for document_id in ids:
                if self._is_found(document_id, documents[document_id]) != is_kept:
                    wrong.append(f"{document_id} is {'not found' if is_kept else 'still found'}")
        return wrong

    def _list_documents(self) -> Any:
        cursor = None
        while True:
            parameters = {"limit": 500, **({"cursor": cursor} if cursor else {})}
            page = self._http.get("/api/documents", params=parameters).json()
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def _is_found(self, document_id: str, token: str) -> bool:
        body = {"query": token, "mode": "hybrid", "minimum_score": 0, "limit": 5, "candidates": 5}
        answer = self._http.post("/api/search", json=body).json()
        return any(hit["document_id"] == document_id for hit in answer["results"])


def _say(what: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {what}\n")


def judge(report: dict[str, Any]) -> list[str]:
    """The promises that were not kept."""
    beside = report["beside_ingestion"]
    memory = report["memory_mib"]
    broken = {
        "a 5xx, or no answer within three minutes": bool(report["server_errors"]),
        "a call was refused that should not be": bool(report["unexpected"]),
        "documents are lost, doubled, or wrong": bool(report["wrong"]),
        "the audit is not clean": bool(report["audit"]),
        "a health call failed": bool(report["health"]["failures"] + beside["health"]["failures"]),
        "health took 200 ms or more": max(report["health"]["max"], beside["health"]["max"])
        >= MOST_HEALTH_SECONDS * 1000,
        "a search beside ingestion took 5 times its quiet latency": max(beside["ratio"].values())
        >= MOST_RATIO,
        "memory grew": any(
            memory["drained"][part] > memory["first"][part] * MOST_MEMORY_RATIO
            for part in ("api", "mongod")
        ),
    }
    return [promise for promise, is_broken in broken.items() if is_broken]


def main() -> None:
    """Run, print the report as JSON, and say what was not kept."""
    parser = argparse.ArgumentParser(description="Fifty clients at once on a real studio.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--think", type=float, default=3.0, help="mean pause of a client, seconds")
    parser.add_argument("--pages", type=int, default=300, help="of the PDF")
    parser.add_argument("--searches", type=int, default=60, help="alone, in each mode")
    parser.add_argument("--json", type=Path, help="write the report to this file as well")
    arguments = parser.parse_args()
    # Told to stop, it stops the studio too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    with run_studio() as studio:
        soak = Soak(studio, arguments)
        soak.run()
    broken = judge(soak.report)
    text = json.dumps({**soak.report, "not_kept": broken}, indent=1)
    if arguments.json:
        arguments.json.write_text(text)
    Console().print_json(text)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
