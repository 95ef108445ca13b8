"""What the OpenRouter gate would send, and agreeing to it."""

from fastapi import APIRouter

from ragstudio.api.dependencies import StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.retrieval.clarify.consent import (
    OpenRouterNotice,
    give_consent,
    read_notice,
    withdraw_consent,
)

router = APIRouter(prefix="/api/clarify", tags=["search"], responses=document_errors(503))


@router.get("/openrouter", summary="Show what would leave the machine")
def show_openrouter_notice(studio: StudioDependency) -> OpenRouterNotice:
    """What the OpenRouter gate would send, where to, and whether a person has agreed."""
    return read_notice(studio.settings, studio.database.meta)


@router.post("/openrouter/consent", summary="Agree to what would leave the machine")
def agree_to_openrouter(studio: StudioDependency) -> OpenRouterNotice:
    """From now on the gate may ask the model that is set; another model or address asks anew."""
    return give_consent(studio.settings, studio.database.meta)


@router.delete("/openrouter/consent", summary="Take the agreement back")
def withdraw_from_openrouter(studio: StudioDependency) -> OpenRouterNotice:
    """Nothing leaves the machine from now on."""
    return withdraw_consent(studio.settings, studio.database.meta)
