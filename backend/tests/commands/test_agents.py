"""Agents read the studio by the official client, and change only what they may."""

import asyncio
import json
import os
import sys
from typing import Any
from uuid import uuid4

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from ragstudio.commands.agents import build_server
from ragstudio.commands.client import StudioClient
from tests.running_server import Api

READING = {
    "search",
    "compare_modes",
    "list_documents",
    "read_text",
    "read_chunks",
    "list_versions",
    "show_changes",
    "list_suites",
    "show_run",
}


def converse(api: Api, *calls: tuple[str, dict[str, Any]], allow_delete: bool = False) -> list[Any]:
    """The tools, then the result of each call."""

    async def run() -> list[Any]:
        server = build_server(StudioClient(api.http), allow_delete=allow_delete)
        async with Client(server) as client:
            return [
                (await client.list_tools()).tools,
                *[await client.call_tool(name, given) for name, given in calls],
            ]

    return asyncio.run(run())


def read(result: Any) -> Any:
    assert not result.is_error, result
    return json.loads(result.content[0].text)


def test_tools_say_what_they_change(api: Api) -> None:
    [tools] = converse(api)
    hints = {tool.name: tool.annotations for tool in tools}
    assert {name for name, hint in hints.items() if hint.read_only_hint} == READING
    assert set(hints) - READING == {"run_suites"}
    assert hints["run_suites"].destructive_hint is False
    assert all(tool.description for tool in tools)
    [tools] = converse(api, allow_delete=True)
    [delete] = [tool for tool in tools if tool.name == "delete_document"]
    assert delete.annotations.destructive_hint is True


def test_an_agent_searches_and_reads(api: Api) -> None:
    group = f"g{uuid4().hex}"
    document = api.ingest(
        f"# Caps {group}\n\nThe hotel cap per night in Valencia is EUR 145.\n", group=group
    )
    given = {"document_id": document["id"]}
    question = "What is the hotel cap per night in Valencia?"
    _, found, listed, text, chunks, versions = converse(
        api,
        ("search", {"query": question, "group": [group]}),
        ("list_documents", {"group": group}),
        ("read_text", {**given, "offset": 2, "limit": 4}),
        ("read_chunks", given),
        ("list_versions", given),
    )
    assert read(found)["results"][0]["document_id"] == document["id"]
    assert [item["id"] for item in read(listed)["items"]] == [document["id"]]
    whole = api.http.get(f"/api/documents/{document['id']}/text").json()["text"]
    assert (read(text)["text"], read(text)["next_offset"]) == (whole[2:6], 6)
    assert read(chunks)["total"] == 1
    assert [item["document_id"] for item in read(versions)["items"]] == [document["id"]]


@pytest.mark.parametrize(
    ("name", "given", "word"),
    [
        ("read_chunks", {"document_id": "nowhere"}, "nowhere"),
        ("read_chunks", {"document_id": "../evaluations"}, "evaluations"),
        ("read_chunks", {"document_id": ".."}, ".."),
        ("search", {"query": " "}, "query"),
        ("search", {"query": "a", "as_of": "yesterday"}, "YYYY-MM-DD"),
        ("delete_document", {"document_id": "nowhere"}, "delete_document"),
    ],
)
def test_what_cannot_be_done_is_an_error_with_words(
    api: Api, name: str, given: dict[str, Any], word: str
) -> None:
    try:
        _, result = converse(api, (name, given))
    except Exception as error:  # the protocol's own error, for a tool that is not there
        assert word in str(error)
        return
    assert result.is_error
    assert word in result.content[0].text


def test_deleting_answers_the_receipt(api: Api) -> None:
    document = api.ingest(f"# Gone {uuid4().hex}\n\nA text.\n")
    _, receipt = converse(
        api, ("delete_document", {"document_id": document["id"]}), allow_delete=True
    )
    assert read(receipt)["verified"] is True
    assert api.http.get(f"/api/documents/{document['id']}").status_code == 404


def test_the_command_speaks_on_standard_input_and_output(api: Api) -> None:
    async def run() -> Any:
        command = StdioServerParameters(
            command=sys.executable,
            args=["-m", "ragstudio.cli", "--url", str(api.http.base_url), "mcp"],
            env={**os.environ},
        )
        async with Client(stdio_client(command)) as client:
            return await client.call_tool("list_documents", {})

    assert "items" in read(asyncio.run(run()))
