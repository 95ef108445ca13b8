"""Agreeing to what would be sent to the language model, before anything is sent."""

from datetime import UTC, datetime

from pydantic import BaseModel

from ragstudio.llm.client import ModelAddress
from ragstudio.settings import Settings
from ragstudio.storage.meta import MetaRepository

_ENTRY = "model_consent"


class ModelNotice(BaseModel):
    """What would leave the machine, where to, when, and whether a person has agreed."""

    is_configured: bool
    has_consented: bool
    consented_at: datetime | None
    model: str
    base_url: str
    max_passages: int
    margin: float
    sends: list[str]


def read_notice(settings: Settings, meta: MetaRepository) -> ModelNotice:
    """The notice as it stands; consent counts only for the address and model it was given for."""
    address = ModelAddress.read(settings)
    model = address.model if address else settings.openrouter_model
    base_url = address.base_url if address else settings.openrouter_base_url
    entry = meta.read_entry(_ENTRY) or {}
    agreed = (entry.get("model"), entry.get("base_url")) == (model, base_url)
    return ModelNotice(
        is_configured=address is not None,
        has_consented=agreed,
        consented_at=entry.get("consented_at") if agreed else None,
        model=model,
        base_url=base_url,
        max_passages=settings.ambiguity_max_passages,
        margin=settings.ambiguity_margin,
        sends=[
            "the question, as it was asked",
            "to ask back: the text and id of the best passages, at most "
            f"{settings.ambiguity_max_passages}",
            "to write an answer: the text of all returned passages, with file name, section, page, "
            "record id, status and date",
            "fixed instructions and the shape of the answer",
            "the API key, if one is set, as the authorization of the call",
        ],
    )


def give_consent(settings: Settings, meta: MetaRepository) -> ModelNotice:
    """Note that a person agreed, for the address and model that are set now."""
    notice = read_notice(settings, meta)
    meta.write_entry(
        _ENTRY,
        {
            "model": notice.model,
            "base_url": notice.base_url,
            "consented_at": datetime.now(UTC),
        },
    )
    return read_notice(settings, meta)


def withdraw_consent(settings: Settings, meta: MetaRepository) -> ModelNotice:
    """Take the agreement back; nothing is sent from now on."""
    meta.remove_entry(_ENTRY)
    return read_notice(settings, meta)
