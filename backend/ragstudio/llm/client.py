"""Chat completions by any OpenAI-compatible address: whole, as a JSON object, or as a stream.

Every call has one deadline and one size limit, and is repeated once where the server is busy.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import httpx

from ragstudio.settings import Settings

MOST_CHARACTERS = 16_000
_MOST_BYTES = 1024 * 1024
_MOST_ERROR_BYTES = 64 * 1024
_RETRY_SECONDS = 0.5
_LONGEST_RETRY_SECONDS = 5.0
_EVENT_STREAM = "text/event-stream"
_DONE = "[DONE]"

Message = Mapping[str, str]


class ModelFailure(Exception):
    """The model gave no usable answer; the message says why, without any text that was sent."""


@dataclass(frozen=True, slots=True)
class ModelAddress:
    """Where a model answers, its name there, and the key (empty: none is sent)."""

    base_url: str
    model: str
    key: str

    @classmethod
    def read(cls, settings: Settings) -> Self | None:
        """The address of `LLM_BASE_URL`, else of the OpenRouter settings; None without either."""
        if settings.llm_base_url:
            return cls(
                settings.llm_base_url, settings.llm_model, settings.llm_api_key.get_secret_value()
            )
        if key := settings.openrouter_api_key.get_secret_value():
            return cls(settings.openrouter_base_url, settings.openrouter_model, key)
        return None


class ChatModel:
    """A model behind one address. `timeout_seconds` is the longest a whole answer may take."""

    def __init__(self, address: ModelAddress, timeout_seconds: float) -> None:
        self._address = address
        self._timeout_seconds = timeout_seconds

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        schema: Mapping[str, Any] | None = None,
        schema_name: str = "answer",
    ) -> str:
        """The whole answer, from a thread without an event loop. Raises `ModelFailure`.

        With a `schema` the server is asked for one JSON object of that shape, strictly; check it.
        """
        body = self._describe(messages, temperature)
        if schema is not None:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": schema_name, "strict": True, "schema": schema},
            }
        return asyncio.run(self._gather(body))

    async def stream(
        self, messages: Sequence[Message], *, temperature: float, most_tokens: int
    ) -> AsyncGenerator[str, None]:
        """The answer piece by piece. Raises `ModelFailure`, also after some pieces.

        Ends early, with the connection closed, where the reader stops.
        """
        body = self._describe(messages, temperature) | {"max_tokens": most_tokens, "stream": True}
        async with contextlib.aclosing(self._run(body)) as pieces:
            async for piece in pieces:
                yield piece

    def _describe(self, messages: Sequence[Message], temperature: float) -> dict[str, Any]:
        return {
            "model": self._address.model,
            "temperature": temperature,
            "messages": [dict(message) for message in messages],
        }

    async def _gather(self, body: Mapping[str, Any]) -> str:
        async with contextlib.aclosing(self._run(body)) as pieces:
            return "".join([piece async for piece in pieces])

    async def _run(self, body: Mapping[str, Any]) -> AsyncGenerator[str, None]:
        """All pieces, within the deadline and the size limit, every failure told in one way."""
        characters = 0
        deadline = asyncio.get_running_loop().time() + self._timeout_seconds
        async with contextlib.aclosing(self._call(body)) as pieces:
            while True:
                try:
                    # Not around the `yield`: the reader's own time is not the model's.
                    async with asyncio.timeout_at(deadline):
                        piece = await anext(pieces, None)
                except (TimeoutError, httpx.TimeoutException):
                    raise ModelFailure(
                        f"The model did not answer within {self._timeout_seconds:g} seconds."
                    ) from None
                except httpx.RemoteProtocolError:
                    raise ModelFailure("The model's server cut the connection.") from None
                except (httpx.HTTPError, httpx.InvalidURL) as error:
                    raise ModelFailure(
                        f"The model could not be reached: {type(error).__name__}."
                    ) from None
                if piece is None:
                    break
                characters += len(piece)
                if characters > MOST_CHARACTERS:
                    raise ModelFailure(
                        f"The model's answer is longer than {MOST_CHARACTERS:,} characters."
                    )
                yield piece
        if not characters:
            raise ModelFailure("The model's server gave no answer.")

    async def _call(self, body: Mapping[str, Any]) -> AsyncGenerator[str, None]:
        key = self._address.key
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        url = f"{self._address.base_url.rstrip('/')}/chat/completions"
        async with httpx.AsyncClient(headers=headers, timeout=self._timeout_seconds) as http:
            for may_retry in (True, False):
                async with http.stream("POST", url, json=body) as response:
                    if may_retry and _is_busy(response.status_code):
                        wait = _read_retry_after(response)
                    elif response.status_code != httpx.codes.OK:
                        raise ModelFailure(f"The model's server answered {response.status_code}.")
                    else:
                        async for piece in _read_pieces(response):
                            yield piece
                        return
                await asyncio.sleep(wait)


def _is_busy(status: int) -> bool:
    return status == httpx.codes.TOO_MANY_REQUESTS or status >= httpx.codes.INTERNAL_SERVER_ERROR


def _read_retry_after(response: httpx.Response) -> float:
    """Seconds to wait, at most some; what is no number of seconds counts as not said."""
    said = response.headers.get("retry-after", "")
    seconds = float(said) if said.isascii() and said.isdigit() else _RETRY_SECONDS
    return min(seconds, _LONGEST_RETRY_SECONDS)


async def _read_pieces(response: httpx.Response) -> AsyncGenerator[str, None]:
    """What the answer says, from an event stream, or from one object where none was sent."""
    if not response.headers.get("content-type", "").startswith(_EVENT_STREAM):
        content = b""
        async for part in response.aiter_bytes():
            content += part
            if len(content) > _MOST_ERROR_BYTES:
                raise ModelFailure("The model's answer is too long.")
        if said := _read_choice(content, "message", required=True):
            yield said
        return
    async for line in _read_lines(response):
        if not line.startswith("data:"):
            continue
        data = line.removeprefix("data:").strip()
        if data == _DONE:
            return
        if said := _read_choice(data, "delta", required=False):
            yield said
        if _has_ended(data):
            return
    raise ModelFailure("The model's server cut the connection.")


async def _read_lines(response: httpx.Response) -> AsyncGenerator[str, None]:
    total, held = 0, b""
    async for part in response.aiter_bytes():
        total += len(part)
        if total > _MOST_BYTES:
            raise ModelFailure("The model's answer is too long.")
        *lines, held = (held + part).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace").strip()


def _read_choice(data: str | bytes, key: str, *, required: bool) -> str:
    """The text of the first choice. A stream also has events without one (roles, usage)."""
    try:
        event = json.loads(data)
    except ValueError:
        raise ModelFailure("The model's server gave no answer that can be read.") from None
    if not isinstance(event, dict) or event.get("error"):
        raise ModelFailure("The model's server reported an error and gave no answer.")
    try:
        said = event["choices"][0][key]["content"]
    except (LookupError, TypeError):
        said = None
    if isinstance(said, str):
        return said
    if required or said is not None:
        raise ModelFailure("The model's server gave no answer.")
    return ""


def _has_ended(data: str) -> bool:
    try:
        return json.loads(data)["choices"][0].get("finish_reason") is not None
    except (LookupError, TypeError, AttributeError):
        return False
