"""The client takes whole answers within its deadline and size limit, and names every failure."""

import asyncio
import time
from collections.abc import Iterator

import pytest

from ragstudio.llm.client import MOST_CHARACTERS, ChatModel, ModelAddress, ModelFailure
from ragstudio.settings import Settings
from tests.retrieval.stub_model import DONE, StubModel, run_stub_model, write_event

MESSAGES = [{"role": "user", "content": "Hello?"}]


@pytest.fixture
def stub() -> Iterator[StubModel]:
    with run_stub_model() as running:
        yield running


def read_stream(stub: StubModel, seconds: float = 5.0, key: str = "a-key") -> list[str]:
    model = ChatModel(ModelAddress(stub.base_url, "a-model", key), seconds)

    async def gather() -> list[str]:
        stream = model.stream(MESSAGES, temperature=0.1, most_tokens=7)
        return [piece async for piece in stream]

    return asyncio.run(gather())


def test_a_stream_comes_in_its_pieces_wherever_it_is_cut(stub: StubModel) -> None:
    whole = b": ping\n\n" + write_event(None) + write_event("Zwölf ") + write_event("Tage.")
    whole += b'data: {"choices": [], "usage": {"total_tokens": 4}}\n\n' + DONE
    stub.pieces = [whole[at : at + 3] for at in range(0, len(whole), 3)]
    assert read_stream(stub) == ["Zwölf ", "Tage."]
    [request] = stub.requests
    assert request["model"] == "a-model"
    assert (request["stream"], request["max_tokens"], request["temperature"]) == (True, 7, 0.1)
    assert stub.keys == ["Bearer a-key"]


def test_without_a_key_none_is_sent(stub: StubModel) -> None:
    stub.pieces = [write_event("Yes.", "stop")]
    assert read_stream(stub, key="") == ["Yes."]
    assert stub.keys == [None]


def test_a_server_that_does_not_stream_is_read_whole(stub: StubModel) -> None:
    stub.content = "Yes."
    assert read_stream(stub) == ["Yes."]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_once_more(stub: StubModel, status: int) -> None:
    stub.statuses, stub.headers = [status], {"Retry-After": "0"}
    stub.pieces = [write_event("Yes."), DONE]
    assert read_stream(stub) == ["Yes."]
    stub.statuses = [status, status]
    with pytest.raises(ModelFailure, match=str(status)):
        read_stream(stub)
    assert len(stub.requests) == 4


@pytest.mark.parametrize("status", [302, 400, 401, 404])
def test_a_refusal_is_final(stub: StubModel, status: int) -> None:
    stub.status = status
    with pytest.raises(ModelFailure, match=str(status)):
        read_stream(stub)
    assert len(stub.requests) == 1


def test_waiting_for_a_busy_server_counts_towards_the_deadline(stub: StubModel) -> None:
    stub.statuses, stub.headers = [429], {"Retry-After": "3600"}
    started = time.monotonic()
    with pytest.raises(ModelFailure, match=r"0\.3 seconds"):
        read_stream(stub, 0.3)
    assert time.monotonic() - started < 3


@pytest.mark.parametrize(
    ("pieces", "word"),
    [
        ([], "cut"),
        ([DONE], "no answer"),
        ([b"<html>\n"], "cut"),
        ([b"data: <html>\n\n"], "read"),
        ([b"data: []\n\n"], "error"),
        ([b'data: {"error": {"message": "secret text"}}\n\n'], "error"),
        ([write_event(17)], "no answer"),
        ([write_event("Half an")], "cut"),
        ([write_event("x" * 1000)] * (MOST_CHARACTERS // 1000 + 1), "longer than"),
        ([b"data: " + b"x" * 70_000] * 20, "too long"),
        ([b": ping\n" * 10_000] * 20, "too long"),
    ],
)
def test_nonsense_is_a_failure_with_its_reason(
    stub: StubModel, pieces: list[bytes], word: str
) -> None:
    stub.pieces = pieces
    with pytest.raises(ModelFailure, match=word) as caught:
        read_stream(stub)
    assert "secret" not in str(caught.value)


def test_a_connection_that_is_cut_is_a_failure(stub: StubModel) -> None:
    stub.pieces, stub.cuts = [write_event("Half an")], True
    with pytest.raises(ModelFailure, match="cut the connection"):
        read_stream(stub)


def test_the_deadline_is_that_of_the_whole_answer(stub: StubModel) -> None:
    stub.pieces, stub.hangs_within = [write_event("Half an")], True
    started = time.monotonic()
    with pytest.raises(ModelFailure, match=r"0\.3 seconds"):
        read_stream(stub, 0.3)
    assert time.monotonic() - started < 3


def test_the_address_of_a_model_goes_before_the_openrouter_settings() -> None:
    assert ModelAddress.read(Settings(_env_file=None)) is None
    router = Settings(_env_file=None, openrouter_api_key="k", openrouter_model="m")
    assert ModelAddress.read(router) == ModelAddress("https://openrouter.ai/api/v1", "m", "k")
    both = Settings(
        _env_file=None,
        openrouter_api_key="k",
        llm_base_url="http://127.0.0.1:1/v1",
        llm_model="gemma",
    )
    assert ModelAddress.read(both) == ModelAddress("http://127.0.0.1:1/v1", "gemma", "")
    with pytest.raises(ValueError, match="LLM_MODEL"):
        Settings(_env_file=None, llm_base_url="http://127.0.0.1:1/v1")
