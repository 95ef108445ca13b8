import json

import pytest

from ragstudio.evaluation.document_collections import read_collection
from ragstudio.evaluation.suite_files import InvalidSuite
from ragstudio.evaluation.suites import Behaviour

TEST_CASES = {
    "knowledge_base": [
        {"id": "doc1", "title": "Leave", "content": "Staff get 25 days of leave."},
        {"id": "doc2", "content": "The canteen serves soup."},
    ],
    "retrieval_test_cases": [
        {"query": "How much leave?", "relevant_doc_ids": ["doc1"], "category": "fact"},
        {"id": "both", "query": "Leave and soup?", "relevant_doc_ids": ["doc1", "doc2"]},
    ],
    "edge_case_queries": [
        "Who discovered penicillin?",
        {"query": "How many?", "expected_behavior": "ask for clarification"},
        {"query": ""},
    ],
}
BEIR = {
    "corpus.jsonl": b'{"_id": "d1", "title": "Cats", "text": "Cats purr."}\n'
    b'{"_id": "d2", "title": "", "text": "Dogs bark."}\n{"_id": "d3", "title": "", "text": ""}\n',
    "queries.jsonl": b'{"_id": "q1", "text": "Which animals purr?"}\n{"_id": "q2", "text": "x"}\n',
    "qrels/test.tsv": b"query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\nq2\td2\t0\n",
    "qrels/train.tsv": b"query-id\tcorpus-id\tscore\nq2\td2\t1\n",
}


def test_a_test_cases_file_is_read_as_it_is() -> None:
    collection = read_collection("My Cases", {"test_cases.json": json.dumps(TEST_CASES).encode()})
    assert collection.group == collection.suite.name == "my-cases"
    assert [(one.filename, one.text) for one in collection.documents] == [
        ("doc1.txt", "Leave\n\nStaff get 25 days of leave."),
        ("doc2.txt", "The canteen serves soup."),
    ]
    cases = collection.suite.cases
    assert [(case.id, case.expected_behaviour, case.category) for case in cases] == [
        ("case-1", Behaviour.RETRIEVE_ANSWER, "fact"),
        ("both", Behaviour.RETRIEVE_ANSWER, "retrieval"),
        ("edge-1", Behaviour.ABSTAIN, "edge_case"),
        ("edge-2", Behaviour.REQUEST_CLARIFICATION, "edge_case"),
    ]
    assert [source.filename for source in cases[1].expected_sources] == ["doc1.txt", "doc2.txt"]


def test_a_knowledge_base_may_be_an_object_by_id() -> None:
    content = {**TEST_CASES, "knowledge_base": {"doc1": "One.", "doc2": {"text": "Two."}}}
    collection = read_collection("c", {"any.json": json.dumps(content).encode()})
    assert [one.text for one in collection.documents] == ["One.", "Two."]


def test_a_beir_folder_is_read_as_it_is() -> None:
    collection = read_collection("animals", BEIR)
    assert [(one.filename, one.text) for one in collection.documents] == [
        ("d1.txt", "Cats\n\nCats purr."), ("d2.txt", "Dogs bark."),
    ]  # fmt: skip
    [case] = collection.suite.cases
    assert (case.id, case.category, case.relevances) == ("q1", "test", (2, 1))


def test_without_a_test_split_every_split_is_read() -> None:
    files = {name: content for name, content in BEIR.items() if name != "qrels/test.tsv"}
    [case] = read_collection("animals", files).suite.cases
    assert (case.id, case.category) == ("q2", "train")


SURROGATE = (
    b'{"knowledge_base": [{"id": "a", "content": "half \\ud800 of it"}],'
    b'"retrieval_test_cases": [{"query": "q", "relevant_doc_ids": ["a"]}]}'
)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"a.json": b"{}"}, "knowledge_base"),
        ({"a.json": b"[1"}, "no test_cases.json"),
        ({"a.json": b"{}", "b.json": b"{}"}, "no test collection"),
        ({"a.json": b"[" * 100_000}, "no test_cases.json: RecursionError"),
        ({"a.json": SURROGATE}, "lone surrogate"),
        ({**BEIR, "corpus.jsonl": b"{}\n"}, "no BEIR-style folder"),
        ({**BEIR, "corpus.jsonl": b"[" * 100_000}, "no BEIR-style folder: RecursionError"),
        ({**BEIR, "qrels/test.tsv": b"q1\t" + b"x" * 200_000}, "field larger than field limit"),
        ({**BEIR, "qrels/test.tsv": b"q1\t0\td1\t" + b"9" * 400}, r"grades\.0: .* to 100"),
        ({**BEIR, "qrels/test.tsv": b"q1\r1\t1"}, "no BEIR-style folder: Error"),
        ({name: BEIR[name] for name in ("corpus.jsonl", "queries.jsonl")}, "no qrels"),
        ({**BEIR, "qrels/test.tsv": b"q1\t0\td9\t1\n"}, r"not in the collection: d9\.txt"),
        ({**BEIR, "qrels/test.tsv": b"q1\td1\t0\n"}, "cases"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(
    files: dict[str, bytes], words: str
) -> None:
    with pytest.raises(InvalidSuite, match=words):
        read_collection("name", files)


def test_a_repeated_relevant_document_counts_once() -> None:
    tests = [{"query": "How much leave?", "relevant_doc_ids": ["doc1", "doc1", "doc2"]}]
    content = json.dumps({**TEST_CASES, "retrieval_test_cases": tests}).encode()
    [case, *_] = read_collection("c", {"test_cases.json": content}).suite.cases
    assert [source.filename for source in case.expected_sources] == ["doc1.txt", "doc2.txt"]


def test_judgements_that_cannot_be_used_are_named() -> None:
    qrels = (
        "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td3\t3\nq2\td2\t0\nq3\td3\t1\nnobody\td1\t1\n"
    )
    queries = BEIR["queries.jsonl"] + b'{"_id": "q3", "text": "Which is empty?"}\n'
    collection = read_collection(
        "c", {**BEIR, "queries.jsonl": queries, "qrels/test.tsv": qrels.encode()}
    )
    [case] = collection.suite.cases
    assert [source.filename for source in case.expected_sources] == ["d1.txt"]
    assert case.relevances == (2,)
    assert collection.warnings == (
        "Queries without a relevant document, left out: q2.",
        "Judgements of queries that are missing or empty, left out: nobody.",
        "Relevant documents that are empty, left out: d3.txt.",
        "Queries whose relevant documents are all empty, left out: q3.",
    )


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
def test_a_separator_in_a_string_does_not_end_a_record(separator: str) -> None:
    corpus = f'{{"_id": "d1", "text": "Cats{separator}purr."}}\n{{"_id": "d2", "text": "x"}}\n'
    collection = read_collection("c", {**BEIR, "corpus.jsonl": corpus.encode()})
    assert len(collection.documents) == 2
