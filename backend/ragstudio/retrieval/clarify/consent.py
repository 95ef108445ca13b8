"""Agreeing to what the OpenRouter gate would send, before it sends anything."""

from datetime import UTC, datetime

from pydantic import BaseModel

from ragstudio.settings import Settings
from ragstudio.storage.meta import MetaRepository

_ENTRY = "openrouter_consent"


class OpenRouterNotice(BaseModel):
    """What would leave the machine, where to, when, and whether a person has agreed."""

    is_configured: bool
    has_consented: bool
    consented_at: datetime | None
    model: str
    base_url: str
    max_passages: int
    margin: float
    sends: list[str]


def read_notice(settings: Settings, meta: MetaRepository) -> OpenRouterNotice:
    """The notice as it stands; consent counts only for the address and model it was given for."""
    entry = meta.read_entry(_ENTRY) or {}
    agreed = (entry.get("model"), entry.get("base_url")) == _target(settings)
    return OpenRouterNotice(
        is_configured=bool(settings.openrouter_api_key.get_secret_value()),
        has_consented=agreed,
        consented_at=entry.get("consented_at") if agreed else None,
        model=settings.openrouter_model,
        base_url=settings.openrouter_base_url,
        max_passages=settings.ambiguity_max_passages,
        margin=settings.ambiguity_margin,
        sends=[
            "the question, as it was asked",
            f"the text and id of the best passages, at most {settings.ambiguity_max_passages}",
            "fixed instructions and the shape of the answer",
            "the API key, as the authorization of the call",
        ],
    )


def give_consent(settings: Settings, meta: MetaRepository) -> OpenRouterNotice:
    """Note that a person agreed, for the address and model that are set now."""
    model, base_url = _target(settings)
    meta.write_entry(
        _ENTRY, {"model": model, "base_url": base_url, "consented_at": datetime.now(UTC)}
    )
    return read_notice(settings, meta)


def withdraw_consent(settings: Settings, meta: MetaRepository) -> OpenRouterNotice:
    """Take the agreement back; nothing is sent from now on."""
    meta.remove_entry(_ENTRY)
    return read_notice(settings, meta)


def _target(settings: Settings) -> tuple[str, str]:
    return settings.openrouter_model, settings.openrouter_base_url
