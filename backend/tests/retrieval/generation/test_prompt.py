"""The prompt holds the question, and the passages with their sources, word for word."""

from datetime import date

from ragstudio.records import BlockType, SourceMetadata, SourceStatus
from ragstudio.retrieval.generation.prompt import build_prompt
from ragstudio.retrieval.response import Hit, Ranks, Scores


def build_hit(**fields: object) -> Hit:
    plain = {
        "id": "c",
        "document_id": "d",
        "filename": "leave.md",
        "group": "g",
        "chunk_index": 0,
        "content": "Twenty-five.\n",
        "page": None,
        "section": "Leave > 2. Entitlement",
        "section_number": "2",
        "block_type": BlockType.TEXT,
        "char_start": 0,
        "char_end": 12,
        "highlights": [],
        "scores": Scores(),
        "ranks": Ranks(),
        "source": SourceMetadata(
            record_id="HR-201", status=SourceStatus.CURRENT, effective_date=date(2026, 1, 1)
        ),
    }
    return Hit.model_validate(plain | fields)


def test_passages_are_numbered_and_their_sources_named() -> None:
    prompt = build_prompt(
        "How many days?",
        [build_hit(), build_hit(filename="b.pdf", page=3, section=None, content="Twenty.")],
    )
    assert prompt.user == (
        "Passages:\n\n"
        "[1] leave.md | Leave > 2. Entitlement | HR-201 | current | in force since 2026-01-01\n"
        "Twenty-five.\n\n"
        "[2] b.pdf | page 3 | HR-201 | current | in force since 2026-01-01\nTwenty.\n\n"
        "Question: How many days?"
    )
    assert "from nothing else" in prompt.system
    assert [message["role"] for message in prompt.messages] == ["system", "user"]
