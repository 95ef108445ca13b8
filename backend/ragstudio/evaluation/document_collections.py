"""Test collections that carry their own documents, read as other frameworks write them."""

import csv
import io
import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError
from pydantic import model_validator as validates_model

from ragstudio.evaluation.suite_files import InvalidSuite
from ragstudio.evaluation.suites import Behaviour, Case, ExpectedSource, Suite, Text

HIGHEST_GRADE = 100
_LONGEST_QUESTION = 2000
_HINT = (
    "Give a test_cases.json with knowledge_base and retrieval_test_cases, or the files of a "
    "BEIR-style folder: corpus.jsonl, queries.jsonl and qrels/*.tsv."
)


class CollectionCase(Case):
    """A query judged by whole documents: any passage of a relevant one is evidence."""

    id: Text
    grades: tuple[Annotated[int, Field(ge=1, le=HIGHEST_GRADE)], ...] = ()

    @property
    def relevances(self) -> tuple[int, ...]:
        """Grades of the expected sources, in their order."""
        return self.grades

    @validates_model(mode="after")
    def _check_behaviour(self) -> Self:
        return self


class CollectionSuite(Suite):
    """The queries of a collection."""

    cases: tuple[CollectionCase, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class CollectionDocument:
    """A document of a collection; `filename` is made from its id."""

    filename: str
    text: str


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents, all of one group, and the suite of questions about them."""

    suite: CollectionSuite
    documents: tuple[CollectionDocument, ...]
    warnings: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """The group the documents go in."""
        return self.suite.groups[0]


def read_collection(name: str, files: Mapping[str, bytes]) -> Collection:
    """A collection from its files by name, told by what they hold.

    Empty documents and questions are left out, and a question is cut at 2000 characters. Of
    several BEIR splits `test` is used if it is there, else all. Judgements that cannot be used are
    named in `warnings`. Raises `InvalidSuite`.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "collection"
    by_name = {PurePosixPath(path).name: content for path, content in files.items()}
    if "corpus.jsonl" in by_name and "queries.jsonl" in by_name:
        return _read_beir(slug, by_name)
    if len(files) == 1:
        [(filename, content)] = files.items()
        return _read_test_cases(slug, filename, content)
    raise InvalidSuite(f"The files of {name!r} make no test collection.", hint=_HINT)


def _read_test_cases(slug: str, filename: str, content: bytes) -> Collection:
    try:
        parsed = json.loads(content)
        knowledge, tests = parsed["knowledge_base"], parsed["retrieval_test_cases"]
        edges = parsed.get("edge_case_queries") or ()
        documents = dict(_read_knowledge(knowledge))
        cases = [
            *_read_cases("case", tests, slug),
            *_read_cases("edge", edges, slug, category="edge_case"),
        ]
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise InvalidSuite(
            f"{filename} is no test_cases.json: {type(error).__name__} {error}.", hint=_HINT
        ) from error
    return _build(slug, documents, cases)


def _read_knowledge(knowledge: Any) -> Iterator[tuple[str, str]]:
    """Id and text of each entry, which may be a list of objects or an object by id."""
    if isinstance(knowledge, dict):
        knowledge = [
            {"id": key, **(entry if isinstance(entry, dict) else {"content": entry})}
            for key, entry in knowledge.items()
        ]
    for entry in knowledge:
        identifier = _first(entry, "id", "doc_id", "document_id", "_id")
        text = _first(entry, "content", "text", "body")
        yield str(identifier), _join(entry.get("title"), str(text))


def _read_cases(
    prefix: str, entries: Sequence[Any], slug: str, category: str | None = None
) -> Iterator[dict[str, Any]]:
    for number, entry in enumerate(entries, start=1):
        fields = {"query": entry} if isinstance(entry, str) else entry
        question = str(_first(fields, "query", "question")).strip()
        relevant = list(dict.fromkeys(str(one) for one in fields.get("relevant_doc_ids") or ()))
        expected = str(fields.get("expected_behavior") or fields.get("expected_behaviour") or "")
        behaviour = Behaviour.RETRIEVE_ANSWER if relevant else Behaviour.ABSTAIN
        if not relevant and "clarif" in expected.casefold():
            behaviour = Behaviour.REQUEST_CLARIFICATION
        if question:
            yield {
                "id": str(fields.get("id") or f"{prefix}-{number}"),
                "question": question[:_LONGEST_QUESTION],
                "category": str(fields.get("category") or category or "retrieval"),
                "expected_behaviour": behaviour,
                "expected_sources": [_name_source(one, slug) for one in relevant],
                "notes": expected or None,
            }


def _read_beir(slug: str, files: Mapping[str, bytes]) -> Collection:
    tables = {name: content for name, content in files.items() if name.endswith(".tsv")}
    if not tables:
        raise InvalidSuite(f"{slug} has no qrels/*.tsv.", hint=_HINT)
    if "test.tsv" in tables:
        tables = {"test.tsv": tables["test.tsv"]}
    try:
        documents = {
            str(entry["_id"]): _join(entry.get("title"), str(entry.get("text") or ""))
            for entry in _read_lines(files["corpus.jsonl"])
        }
        questions = {
            str(entry["_id"]): str(entry["text"]).strip()
            for entry in _read_lines(files["queries.jsonl"])
        }
        warnings: list[str] = []
        cases = [
            case
            for name, content in tables.items()
            for case in _judge_queries(
                content, questions, slug, name.removesuffix(".tsv"), warnings
            )
        ]
    except (KeyError, TypeError, ValueError, RecursionError, csv.Error) as error:
        raise InvalidSuite(
            f"{slug} is no BEIR-style folder: {type(error).__name__} {error}.", hint=_HINT
        ) from error
    return _build(slug, documents, cases, warnings)


def _judge_queries(
    table: bytes, questions: Mapping[str, str], slug: str, split: str, warnings: list[str]
) -> Iterator[dict[str, Any]]:
    """One case for each query that has a document of grade 1 or more."""
    grades: dict[str, dict[str, int]] = {}
    judged: dict[str, None] = {}
    for row in csv.reader(io.StringIO(table.decode("utf-8-sig")), delimiter="\t"):
        if len(row) >= 3 and row[-1].strip().lstrip("-").isdigit():
            judged[row[0]] = None
            if int(row[-1]) > 0:
                grades.setdefault(row[0], {})[row[-2]] = int(row[-1])
    _warn(warnings, "Queries without a relevant document, left out", judged.keys() - grades)
    _warn(
        warnings,
        "Judgements of queries that are missing or empty, left out",
        (identifier for identifier in judged if not questions.get(identifier)),
    )
    for identifier, relevant in grades.items():
        if question := questions.get(identifier):
            yield {
                "id": identifier,
                "question": question[:_LONGEST_QUESTION],
                "category": split,
                "expected_behaviour": Behaviour.RETRIEVE_ANSWER,
                "expected_sources": [_name_source(one, slug) for one in relevant],
                "grades": tuple(relevant.values()),
            }


def _warn(warnings: list[str], problem: str, identifiers: Iterable[str]) -> None:
    named = sorted(set(identifiers))
    if named:
        more = f" and {len(named) - 5} more" if len(named) > 5 else ""
        warnings.append(f"{problem}: {', '.join(named[:5])}{more}.")


def _leave_out_empty(
    cases: Sequence[dict[str, Any]], filled: Container[str], warnings: list[str]
) -> list[dict[str, Any]]:
    """The cases without expected documents that are empty, and without cases that lose all."""
    empty: set[str] = set()
    lost: set[str] = set()
    kept = []
    for case in cases:
        sources = case["expected_sources"]
        places = [at for at, one in enumerate(sources) if one.filename in filled]
        empty |= {one.filename for one in sources} - {sources[at].filename for at in places}
        if sources and not places:
            lost.add(case["id"])
            continue
        reduced = {**case, "expected_sources": [sources[at] for at in places]}
        if "grades" in case:
            reduced["grades"] = tuple(case["grades"][at] for at in places)
        kept.append(reduced)
    _warn(warnings, "Relevant documents that are empty, left out", empty)
    _warn(warnings, "Queries whose relevant documents are all empty, left out", lost)
    return kept


def _build(
    slug: str,
    documents: Mapping[str, str],
    cases: Sequence[dict[str, Any]],
    warnings: Sequence[str] = (),
) -> Collection:
    named = {_name_file(identifier): text for identifier, text in documents.items() if text.strip()}
    unknown = sorted(
        {source.filename for case in cases for source in case["expected_sources"]}
        - {_name_file(identifier) for identifier in documents}
    )
    if unknown:
        raise InvalidSuite(
            f"{slug}: relevant documents are not in the collection: {', '.join(unknown[:5])}.",
            hint="Correct the ids of the relevant documents, then run again.",
            details={"missing": unknown[:100]},
        )
    told = list(warnings)
    cases = _leave_out_empty(cases, named, told)
    try:
        suite = CollectionSuite.model_validate(
            {
                "name": slug,
                "title": slug,
                "description": "A collection with documents of its own.",
                "groups": [slug],
                "cases": cases,
            }
        )
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise InvalidSuite(f"{slug}: {where}: {problem['msg']}.", hint=_HINT) from error
    return Collection(
        suite,
        tuple(_make_document(filename, text, slug) for filename, text in named.items()),
        tuple(told),
    )


def _make_document(filename: str, text: str, slug: str) -> CollectionDocument:
    try:
        f"{filename}{text}".encode()
    except UnicodeEncodeError as error:
        raise InvalidSuite(
            f"{slug}: {filename!a} holds half of a character (a lone surrogate).",
            hint="Write the collection as UTF-8 again, then run again.",
        ) from error
    return CollectionDocument(filename, text)


def _name_source(identifier: str, slug: str) -> ExpectedSource:
    return ExpectedSource(filename=_name_file(identifier), group=slug)


def _name_file(identifier: str) -> str:
    return f"{identifier}.txt"


def _join(title: object, text: str) -> str:
    return f"{title}\n\n{text}" if title else text


def _first(entry: Mapping[str, Any], *names: str) -> Any:
    """The first of the fields that is there. Raises `KeyError`, naming the usual one."""
    for name in names:
        if entry.get(name) is not None:
            return entry[name]
    raise KeyError(names[0])


def _read_lines(content: bytes) -> Iterator[dict[str, Any]]:
    # Only a line feed ends a record: a string may hold U+2028.
    for line in content.decode("utf-8-sig").split("\n"):
        if line.strip():
            yield json.loads(line)
