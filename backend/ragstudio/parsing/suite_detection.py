"""Telling evaluation suites, which hold the answers, from documents."""

import json
import re
from typing import Any, BinaryIO

from ragstudio.errors import EvaluationSuite

_HEAD_BYTES = 64 * 1024
_MARKS = (
    b'"expected_behaviour"',
    b'"answerable"',
    b'"retrieval_test_cases"',
    b'"edge_case_queries"',
    b'"treatment"',
)
_QRELS_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?query-id\tcorpus-id\tscore\s*(?:\r?\n|\Z)")
_TREC_LINE = re.compile(rb"\S+\s+0\s+\S+\s+-?\d+")
_FEWEST_LINES = 2


def refuse_suite(stream: BinaryIO, filename: str) -> None:
    """Refuse a suite of evaluation questions, whatever its name; the stream is left at its start.

    Raises `EvaluationSuite` for the studio's own suites, labelled questions and experiments, for
    a `test_cases.json` and for the queries and judgements (qrels) of a BEIR-style folder.
    """
    stream.seek(0)
    head = stream.read(_HEAD_BYTES)
    try:
        kind = _name_layout(stream, head, filename)
    finally:
        stream.seek(0)
    if kind is not None:
        raise EvaluationSuite(
            f"{filename} is {kind}: among the documents it would leak the answers.",
            hint="Put it in the folder `evaluations`, or run it with `ragstudio evaluate PATH`. "
            "Nothing was stored.",
            details={"detected": kind},
        )


def _name_layout(stream: BinaryIO, head: bytes, filename: str) -> str | None:
    if _QRELS_HEADER.match(head) or _is_trec_qrels(head, filename):
        return "a table of relevance judgements (qrels)"
    opening = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if opening != b"{":
        return None
    if _holds_queries(head, filename):
        return "the queries of a test collection"
    content = head + stream.read()
    if not any(mark in content for mark in _MARKS):
        return None
    try:
        return _name_object(json.loads(content.decode("utf-8-sig")))
    except (ValueError, RecursionError):
        return None


def _name_object(content: Any) -> str | None:
    if not isinstance(content, dict):
        return None
    edges = content.get("edge_case_queries") if "knowledge_base" in content else None
    if isinstance(content.get("retrieval_test_cases"), list) or isinstance(edges, list):
        return "a file of retrieval test cases"
    if _each_has(content.get("cases"), {"question", "expected_behaviour"}):
        return "an evaluation suite"
    if _each_has(content.get("cases"), {"question", "answerable"}):
        return "a file of labelled questions"
    if _each_has(content.get("experiments"), {"control", "treatment", "cases"}):
        return "a file of experiments"
    return None


def _each_has(entries: object, fields: set[str]) -> bool:
    return (
        isinstance(entries, list)
        and bool(entries)
        and all(isinstance(entry, dict) and fields <= entry.keys() for entry in entries)
    )


def _is_trec_qrels(head: bytes, filename: str) -> bool:
    lines = [line for line in head.splitlines()[:-1] if line.strip()]
    is_named = "qrels" in filename.lower()
    return is_named and bool(lines) and all(_TREC_LINE.fullmatch(line.strip()) for line in lines)


def _holds_queries(head: bytes, filename: str) -> bool:
    """Whether lines are `{"_id", "text"}` alone and are questions, or the file is named so."""
    lines = head.splitlines()
    complete = lines[:-1] if len(head) == _HEAD_BYTES else lines
    entries = []
    for line in complete:
        if not line.strip():
            continue
        try:
            entries.append(json.loads(line))
        except ValueError:
            return False
    if not entries or not _each_has(entries, {"_id", "text"}):
        return False
    if any(entry.keys() - {"_id", "text", "metadata"} for entry in entries):
        return False
    is_named = filename.lower().startswith("queries")
    questions = sum(str(entry["text"]).rstrip().endswith("?") for entry in entries)
    return is_named or (len(entries) >= _FEWEST_LINES and questions * 2 > len(entries))
