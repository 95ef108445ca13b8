"""The analysers of the text index on Lucene itself, beside the local engine's."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import tantivy

from ragstudio.search.analysis import (
    CHARACTER_PATTERN,
    LONGEST_WORD,
    LUCENE_STOP_WORDS,
    QUESTION_WORDS,
    build_analysers,
    normalise_text,
)
from ragstudio.search.atlas.definitions import define_text_index
from tests.search.atlas.test_definitions import TRICKY

_JARS = [
    *Path("/usr/share/java").glob("lucene-core-8*.jar"),
    *Path("/usr/share/java").glob("lucene-analyzers-common-8*.jar"),
    *Path("/usr/share/java").glob("lucene-analyzers-icu-8*.jar"),
    *Path("/usr/share/java").glob("icu4j.jar"),
]
_PATTERNS = {
    each["name"].removeprefix("studio_"): each["tokenizer"].get("pattern", "")
    for each in define_text_index()["analyzers"]
}
_PROGRAM = Path(__file__).with_name("Analyse.java")

pytestmark = pytest.mark.skipif(
    shutil.which("java") is None or len(_JARS) < 4,
    reason="needs a JDK and the packages liblucene8-java and libicu4j-java",
)


@pytest.fixture(scope="module")
def lucene() -> Any:
    """Asks Lucene for the terms of many texts at once, each as (field, text)."""

    def ask(asked: list[tuple[str, str]]) -> list[list[str]]:
        patterns = [
            ("gap", _PATTERNS["words"]),
            ("identifier", _PATTERNS["identifiers"]),
            ("character", CHARACTER_PATTERN),
        ]
        lines = [f"{name}\t{_escape(text)}" for name, text in (*patterns, *asked)]
        answer = subprocess.run(
            ["java", "-cp", ":".join(map(str, _JARS)), str(_PROGRAM)],
            input="\n".join(lines) + "\n",
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=120,
        )
        return [line.split("\t") if line else [] for line in answer.stdout.split("\n")[:-1]]

    return ask


def _escape(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n")
    return escaped.replace("\t", "\\t").replace("\r", "\\r")


def _list_words(text: str) -> list[str]:
    """The local engine's words before stop words and stems, which are Lucene's own on Atlas."""
    analyser = (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(LONGEST_WORD))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
        .build()
    )
    return analyser.analyze(normalise_text(text))


def test_lucene_finds_the_terms_of_the_local_engine(repository_root: Path, lucene: Any) -> None:
    texts = [path.read_text() for path in (repository_root / "sample-documents").rglob("*.md")]
    texts += [*TRICKY, "What does SEC-104 say about carry-over?", "Is 1,000.5 more than P1?"]
    asked = [(field, text) for text in texts for field in ("words", "identifiers", "characters")]
    local = build_analysers()
    for (field, text), found in zip(asked, lucene(asked), strict=True):
        expected = (
            _list_words(text) if field == "words" else local[field].analyze(normalise_text(text))
        )
        assert found == expected, (field, text[:60])
    assert {*LUCENE_STOP_WORDS, *QUESTION_WORDS}


@pytest.mark.parametrize(
    "run", [" " * 50_000, "." * 50_000, " . " * 20_000, "a-" * 25_000 + "a", "1,000" * 10_000]
)
def test_no_run_overflows_the_stack(lucene: Any, run: str) -> None:
    text = f"leave {run} policy"
    words, identifiers = lucene([("words", text), ("identifiers", text)])
    assert words[0] == "leave" and words[-1] == "policy"
    assert identifiers != ["StackOverflowError"]
