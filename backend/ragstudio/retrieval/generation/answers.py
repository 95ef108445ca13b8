"""Writing an answer from the passages of a search: asked for, streamed, checked, never stored."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass

from anyio.to_thread import run_sync
from pydantic import BaseModel

from ragstudio.llm.client import ChatModel, ModelAddress, ModelFailure
from ragstudio.llm.consent import read_notice
from ragstudio.retrieval.generation.citations import (
    CheckedSentence,
    PassageScorer,
    check_answer,
)
from ragstudio.retrieval.generation.prompt import build_prompt
from ragstudio.retrieval.response import Decision, SearchResponse
from ragstudio.settings import Settings
from ragstudio.storage.meta import MetaRepository

TEMPERATURE = 0.1
MOST_TOKENS = 1024


class WrittenAnswer(BaseModel):
    """A complete answer, sentence by sentence, and the model that wrote it."""

    text: str
    model: str
    sentences: list[CheckedSentence]


class AnswerPiece(BaseModel):
    """The next characters of the answer."""

    text: str


class NoAnswer(BaseModel):
    """Why there is no answer; the passages stand without it."""

    reason: str


@dataclass(frozen=True, slots=True)
class AnswerEvent:
    """One event of the stream: `piece`, `answer`, `withheld` or `failed`, with its data."""

    name: str
    data: AnswerPiece | WrittenAnswer | NoAnswer


class AnswerWriter:
    """Asks the configured model for an answer, where there is evidence and consent."""

    def __init__(self, settings: Settings, meta: MetaRepository) -> None:
        self._settings = settings
        self._meta = meta

    async def write(
        self, response: SearchResponse, build_scorer: Callable[[], PassageScorer | None]
    ) -> AsyncGenerator[AnswerEvent, None]:
        """`piece` events and one `answer`, or one `withheld` or `failed` with the reason.

        `build_scorer` is called in another thread, once the answer is there.
        """
        if (reason := await run_sync(self._find_hindrance, response)) is not None:
            yield AnswerEvent("withheld", NoAnswer(reason=reason))
            return
        address = ModelAddress.read(self._settings)
        assert address is not None
        prompt = build_prompt(response.query, response.results)
        model = ChatModel(address, self._settings.llm_timeout_seconds)
        text = ""
        try:
            pieces = model.stream(prompt.messages, temperature=TEMPERATURE, most_tokens=MOST_TOKENS)
            async with aclosing(pieces):
                async for piece in pieces:
                    text += piece
                    yield AnswerEvent("piece", AnswerPiece(text=piece))
        except ModelFailure as failure:
            yield AnswerEvent("failed", NoAnswer(reason=str(failure)))
            return
        passages = [hit.content for hit in response.results]
        sentences = await run_sync(lambda: check_answer(text, passages, build_scorer()))
        yield AnswerEvent(
            "answer", WrittenAnswer(text=text, model=address.model, sentences=sentences)
        )

    def _find_hindrance(self, response: SearchResponse) -> str | None:
        notice = read_notice(self._settings, self._meta)
        if not notice.is_configured:
            return "No language model is set: LLM_BASE_URL is empty."
        if not notice.has_consented:
            return "Nobody has agreed yet to what would be sent to the language model."
        if response.decision is Decision.CLARIFY:
            return "The question has several readings; choose one first."
        if response.decision is not Decision.ANSWER or not response.results:
            return "The studio found no evidence, so no answer is written."
        return None
