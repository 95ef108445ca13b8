"""Clients that upload, search, delete and evaluate, each thinking a while between its calls."""

import asyncio
import random
import time
from typing import Any
from uuid import uuid4

import httpx

from benchmarks.soak_figures import Figures

_WORDS = [
    "harbour", "lantern", "mooring", "pilot", "ledger", "invoice", "ration",
    "compass", "anchor", "barometer", "quay", "crane", "warehouse", "permit",
    "inspection", "allowance", "overtime", "manifest", "tariff", "customs",
]  # fmt: skip
# One in so many uploads is a text that several clients send at the same time.
_SHARED_SECONDS = 10
_SHARED_CHARACTERS = 600


class SoakClient:
    """One person at work. `think_seconds` is the mean of an exponential distribution."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        figures: Figures,
        questions: list[str],
        seed: int,
        think_seconds: float,
    ) -> None:
        self._http = http
        self._figures = figures
        self._questions = questions
        self._random = random.Random(seed)  # noqa: S311
        self._think_seconds = think_seconds
        self._mine: list[str] = []

    async def run_until(self, ends: float) -> None:
        """Work until the clock (`time.monotonic`) says `ends`."""
        while time.monotonic() < ends:
            await asyncio.sleep(self._random.expovariate(1 / self._think_seconds))
            act = self._random.choices(
                (self.search, self.upload, self.upload_shared, self.delete, self.evaluate),
                weights=(60, 18, 4, 16, 2),
            )[0]
            await act()

    async def search(self) -> None:
        """One question, in either mode."""
        mode = self._random.choice(("vector", "hybrid"))
        body = {"query": self._random.choice(self._questions), "mode": mode}
        await self._call(f"search {mode}", "POST", "/api/search", json=body)

    async def upload(self) -> None:
        """A document nobody else has, with a word of its own."""
        token = f"token{uuid4().hex}"
        text = f"# {token}\n\n" + self._write(self._random.randint(300, 4000), self._random)
        await self._upload(token, text)

    async def upload_shared(self) -> None:
        """The same bytes as every other client at this time: one of them is taken in."""
        moment = int(time.time()) // _SHARED_SECONDS
        shared = random.Random(moment)  # noqa: S311
        token = f"token{shared.getrandbits(128):032x}"
        await self._upload(token, f"# {token}\n\n{self._write(_SHARED_CHARACTERS, shared)}")

    async def delete(self) -> None:
        """One of the documents this client has uploaded, whatever state it is in."""
        if not self._mine:
            return
        document_id = self._mine.pop(self._random.randrange(len(self._mine)))
        answer = await self._call("delete", "DELETE", f"/api/documents/{document_id}")
        if answer is None:
            self._figures.wrong.append(f"the delete of {document_id} was not answered")
        elif answer.status_code == 200:
            if not answer.json()["verified"]:
                self._figures.wrong.append(f"the receipt of {document_id} is not verified")
            self._figures.deleted[document_id] = self._figures.accepted.pop(document_id)

    async def evaluate(self) -> None:
        """A run of the everyday suite, in one mode."""
        body = {"suites": ["questions"], "modes": ["vector"]}
        await self._call("evaluate", "POST", "/api/evaluations/runs", json=body)

    async def _upload(self, token: str, text: str) -> None:
        files = {"files": (f"{token[:13]}.md", text.encode())}
        answer = await self._call("upload", "POST", "/api/documents", files=files)
        if answer is not None and answer.status_code == 202:
            document_id = answer.json()["items"][0]["id"]
            self._figures.accepted[document_id] = token
            self._mine.append(document_id)

    def _write(self, characters: int, source: random.Random) -> str:
        words: list[str] = []
        while characters > 0:
            words.append(source.choice(_WORDS) + ("." if source.random() < 0.1 else ""))
            characters -= len(words[-1]) + 1
        return " ".join(words)

    async def _call(
        self, kind: str, method: str, path: str, **options: Any
    ) -> httpx.Response | None:
        started = time.perf_counter()
        try:
            answer = await self._http.request(method, path, **options)
        except httpx.HTTPError as error:
            name = type(error).__name__
            self._figures.record(kind, 599, name, time.perf_counter() - started)
            return None
        code = answer.json()["error"]["code"] if answer.is_error else ""
        self._figures.record(kind, answer.status_code, code, time.perf_counter() - started)
        return answer
