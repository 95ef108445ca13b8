"""The optional language model: what it would be sent, agreeing to that, and its answers."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent

from ragstudio.api.dependencies import MetricsDependency, SearchSlotsDependency, StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.llm.consent import ModelNotice, give_consent, read_notice, withdraw_consent
from ragstudio.retrieval.generation.answers import AnswerWriter
from ragstudio.retrieval.generation.prompt import Prompt, build_prompt
from ragstudio.retrieval.request import SearchRequest
from ragstudio.retrieval.response import SearchResponse

router = APIRouter(tags=["search"], responses=document_errors(503))

# The addresses of version 0.1, when only the clarify gate used a model.
_OLD = "/api/clarify/openrouter"


@router.get("/api/model", summary="Show what would leave the machine")
@router.get(_OLD, include_in_schema=False)
def show_model_notice(studio: StudioDependency) -> ModelNotice:
    """What the language model would be sent, where to, and whether a person has agreed."""
    return read_notice(studio.settings, studio.database.meta)


@router.post("/api/model/consent", summary="Agree to what would leave the machine")
@router.post(f"{_OLD}/consent", include_in_schema=False)
def agree_to_model(studio: StudioDependency) -> ModelNotice:
    """From now on the model that is set may be asked; another model or address asks again."""
    return give_consent(studio.settings, studio.database.meta)


@router.delete("/api/model/consent", summary="Take the agreement back")
@router.delete(f"{_OLD}/consent", include_in_schema=False)
def withdraw_from_model(studio: StudioDependency) -> ModelNotice:
    """Nothing leaves the machine from now on."""
    return withdraw_consent(studio.settings, studio.database.meta)


async def search_first(
    body: SearchRequest,
    studio: StudioDependency,
    metrics: MetricsDependency,
    slots: SearchSlotsDependency,
) -> SearchResponse:
    """The search, before any stream begins, so that its errors are ordinary answers."""
    response = await slots.of(body.mode).run(studio.retriever.search, body)
    metrics.count_search(response)
    return response


Found = Annotated[SearchResponse, Depends(search_first)]


@router.post(
    "/api/answers",
    summary="Write an answer from the passages",
    response_class=EventSourceResponse,
    responses=document_errors(409, 413, 422),
)
async def write_answer(response: Found, studio: StudioDependency) -> AsyncIterator[ServerSentEvent]:
    """`passages` with the whole search response, then `piece` events and one `answer`.

    In place of these, `withheld` or `failed` with the reason; nothing is stored.
    """
    yield ServerSentEvent(event="passages", data=response)
    writer = AnswerWriter(studio.settings, studio.database.meta)
    async with aclosing(writer.write(response, studio.build_passage_scorer)) as events:
        async for event in events:
            yield ServerSentEvent(event=event.name, data=event.data)


@router.post(
    "/api/answers/prompt",
    summary="Show the prompt of an answer",
    responses=document_errors(409, 413, 422),
)
def show_prompt(response: Found) -> Prompt:
    """Word for word what `POST /api/answers` would send; nothing is sent."""
    return build_prompt(response.query, response.results)
