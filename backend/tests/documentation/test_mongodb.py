"""`docs/mongodb.md` has every collection and field, and its examples run."""

import io
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pymongo import MongoClient

from ragstudio.evaluation.experiment_runs import begin_experiment_run
from ragstudio.evaluation.experiments import load_experiments
from ragstudio.evaluation.runner import Plan
from ragstudio.evaluation.runs import begin_run
from ragstudio.evaluation.suite_files import load_suites
from ragstudio.lifecycle.intake import Intake, Upload
from ragstudio.records import Block, Chunk, Document, EmbeddingSpace
from ragstudio.settings import Settings
from ragstudio.storage.chunks import NewChunk
from ragstudio.storage.client import Database, Transaction
from ragstudio.storage.embedded import EmbeddedMongod
from ragstudio.storage.erasure import count_stored
from tests.documentation.markdown import Fence, Page

_COLLECTION = re.compile(r"\bdb\.([a-z_]+(?:\.(?:files|chunks))?)\.\w+\(")
_FIELD = re.compile(r'(?<![\w$.])"?([a-z][\w.]*)"?: |"\$(\w+)"')
_MADE_BY_AN_EXAMPLE = {"count"}
_EXAMPLE_ID = "6b0c8fef9d64dbe015050fd0"
_EXAMPLE_RAW_ID = "6b0c8fef9d64dbe015050fce"
_ERRORS = re.compile(r"^.*(?:Error|Uncaught).*$", re.MULTILINE)


@dataclass(frozen=True)
class Corpus:
    """A database with one document in every collection, and a plain client of it."""

    database: Database
    stored: Any
    document: Document


@pytest.fixture
def corpus(mongod: EmbeddedMongod, database: Database, repository_root: Path) -> Iterator[Corpus]:
    intake = Intake(database, Settings(_env_file=None))
    upload = Upload("annual-leave-policy-2026.md", io.BytesIO(b"# Leave\n\n25 working days."))
    document = intake.accept(upload)
    space = database.meta.claim_embedding_space(
        EmbeddingSpace(model="a-model", revision="1", dimensions=4)
    )
    chunk = Chunk(
        id="",
        document_id=document.id,
        filename=document.filename,
        group=document.group,
        chunk_index=0,
        content="25 working days.",
        char_start=9,
        char_end=25,
        token_count=4,
        embedding_model=space.model,
    )
    blocks = [Block(type="text", char_start=9, char_end=25)]
    vector = np.array([0.5, 0.5, 0.5, 0.5], dtype=np.float32)

    def insert(transaction: Transaction) -> None:
        database.chunks.insert([NewChunk(chunk, vector, blocks)], transaction)

    database.transact(insert)
    database.raw_files.write_chunks([b"an upload in progress"])
    suites = load_suites(repository_root / "evaluations")
    begin_run(database.evaluation_runs, Plan(suites), {})
    experiments = load_experiments(repository_root / "evaluations")
    begin_experiment_run(database.experiment_runs, experiments, suites, {})
    client: MongoClient[dict[str, Any]]
    with MongoClient(mongod.uri) as client:
        yield Corpus(database, client[database.name], document)


@pytest.fixture
def examples(guides: dict[str, Page]) -> list[Fence]:
    return [fence for fence in guides["mongodb"].fences if fence.language == "js"]


def _collections(page: Page) -> list[str]:
    return [
        title
        for place, title, _ in page.section("what-is-in-each-collection").headings
        if place > 0
    ]


def test_every_collection_has_a_section(corpus: Corpus, guides: dict[str, Page]) -> None:
    assert sorted(_collections(guides["mongodb"])) == sorted(corpus.stored.list_collection_names())


def test_every_stored_field_stands_in_its_table(corpus: Corpus, guides: dict[str, Page]) -> None:
    page = guides["mongodb"]
    anchors = {title: anchor for _, title, anchor in page.headings}
    for name in _collections(page):
        fields = set(corpus.stored[name].find_one() or {})
        if name == "meta":
            assert fields - {"_id"} <= page.section(anchors[name]).code
        else:
            assert set(page.first_column(anchors[name])) == fields, name


def test_vectors_are_stored_as_the_page_says(corpus: Corpus) -> None:
    assert corpus.stored.chunks.find_one()["embedding"].subtype == 9


def test_examples_name_collections_and_fields_that_exist(
    corpus: Corpus, examples: list[Fence], pages: list[Page]
) -> None:
    collections = set(corpus.stored.list_collection_names())
    known = {"_id", *_MADE_BY_AN_EXAMPLE}
    for name in collections:
        for stored in corpus.stored[name].find():
            known |= _paths(stored)
    code = "\n".join(fence.content for fence in examples)
    lines = [line for page in pages for line in page.code_lines]
    named = set(_COLLECTION.findall("\n".join([code, *lines])))
    assert len(named) >= 5
    assert named <= collections
    fields = {plain or quoted for plain, quoted in _FIELD.findall(code)}
    assert {"chunk_index", "in_force_from", "filename"} <= fields
    assert fields <= known


def _paths(value: object, prefix: str = "") -> set[str]:
    """Dotted paths of all fields of a stored document."""
    if not isinstance(value, dict):
        return set()
    paths = set()
    for key, item in value.items():
        paths |= {f"{prefix}{key}", *_paths(item, f"{prefix}{key}.")}
    return paths


@pytest.mark.skipif(shutil.which("mongosh") is None, reason="mongosh is not installed")
def test_examples_run_in_mongosh(
    mongod: EmbeddedMongod, corpus: Corpus, examples: list[Fence], tmp_path: Path
) -> None:
    document = corpus.document
    expected = count_stored(corpus.database, document.id, document.raw_file_id)
    code = "".join(example.content for example in examples)
    code = code.replace('use("ragstudio")', f'use("{corpus.database.name}")')
    code = code.replace(_EXAMPLE_ID, document.id).replace(_EXAMPLE_RAW_ID, document.raw_file_id)
    # Read line by line, as at a terminal: a cursor is then run and shown.
    output = subprocess.run(
        ["mongosh", "--quiet", "--norc", mongod.uri],
        input=code,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "MONGOSH_FORCE_DISABLE_TELEMETRY_FOR_TESTING": "1",
        },
    ).stdout
    assert _ERRORS.findall(output) == []
    for name in ("record", "raw_file", "raw_file_chunks", "chunks", "vectors"):
        assert f"{name} {getattr(expected, name)}" in output
    # The last example removes what a record deleted by hand leaves behind.
    left = count_stored(corpus.database, document.id, document.raw_file_id)
    assert (left.record, left.raw_file, left.raw_file_chunks, left.chunks) == (1, 0, 0, 0)
