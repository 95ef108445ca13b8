"""What each sentence of a written answer rests on, checked by the local models.

Nothing here says that a sentence is true: it says which of its parts no cited passage holds.
"""

import re
from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel, Field
from sentencex import segment

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.retrieval.rerank import sigmoid
from ragstudio.retrieval.terms import Term, TermText, find_missing, read_terms

_LANGUAGE = "en"
_CITATION = re.compile(r"\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]")
_LEADING_CITATIONS = re.compile(r"(?:\s*\[\d{1,4}(?:\s*[,;]\s*\d{1,4})*\])+[.\s]*")
_LIST_MARKER = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+")
_WORD = re.compile(r"[^\W\d_]{2,}")


class CheckedSentence(BaseModel):
    """A sentence of the answer, with what it rests on and what is wrong with it.

    `citations` are numbers of passages, from 1; `unknown_citations` are numbers no passage has.
    `missing_terms` are the numbers, names and identifiers that no cited passage holds. `support` is
    the local reranker's best score (0 to 1) of a cited passage for the sentence, null without one;
    `is_supported` compares it with the reranker's threshold. A sentence without
    fault has citations and support, and no unknown citations and missing terms.
    """

    text: str
    citations: list[int]
    unknown_citations: list[int] = Field(default_factory=list)
    missing_terms: list[str] = Field(default_factory=list)
    support: float | None = None
    is_supported: bool | None = None


class PassageScorer(Protocol):
    """Scores how well each passage supports a sentence, 0 to 1."""

    threshold: float

    def score(self, sentence: str, passages: Sequence[str]) -> list[float]:
        """One score a passage, in their order."""


class RerankerScorer:
    """Implements `PassageScorer` with the local cross-encoder, the sentence as its query."""

    def __init__(self, embedder: Embedder, reranker: Reranker, threshold: float) -> None:
        self.threshold = threshold
        self._embedder = embedder
        self._reranker = reranker

    def score(self, sentence: str, passages: Sequence[str]) -> list[float]:
        """The sigmoid of each passage's logit."""
        vectors = self._embedder.embed([sentence, *passages])
        cosines = [float(cosine) for cosine in vectors[1:] @ vectors[0]]
        return [
            sigmoid(judged.order) for judged in self._reranker.judge(sentence, passages, cosines)
        ]


def check_answer(
    answer: str, passages: Sequence[str], scorer: PassageScorer | None
) -> list[CheckedSentence]:
    """Each sentence of an answer with its citations, checked against the passages it cites.

    Without a `scorer`, support is not judged.
    """
    return [_check(sentence, passages, scorer) for sentence in split_sentences(answer)]


def split_sentences(answer: str) -> list[str]:
    """The sentences in order; citations that follow a full stop belong to the sentence before."""
    sentences: list[str] = []
    for line in answer.splitlines():
        marker = _LIST_MARKER.match(line)
        start = marker.end() if marker else 0
        for place, found in enumerate(segment(_LANGUAGE, line[start:])):
            # A segmenter takes the number of a list for a sentence.
            sentence = (line[:start] + found if place == 0 else found).strip()
            leading = _LEADING_CITATIONS.match(sentence)
            if sentences and leading is not None:
                sentences[-1] += " " + leading[0].strip(" .\n")
                sentence = sentence[leading.end() :].strip()
            if sentence:
                sentences.append(sentence)
    return sentences


def _check(sentence: str, passages: Sequence[str], scorer: PassageScorer | None) -> CheckedSentence:
    cited = dict.fromkeys(
        int(number) for group in _CITATION.findall(sentence) for number in re.findall(r"\d+", group)
    )
    known = [number for number in cited if 1 <= number <= len(passages)]
    checked = CheckedSentence(
        text=sentence,
        citations=known,
        unknown_citations=[number for number in cited if number not in known],
    )
    said = _LIST_MARKER.sub("", _CITATION.sub("", sentence)).strip()
    if not _WORD.search(said) and not re.search(r"\d", said):
        return checked
    held = [passages[number - 1] for number in known]
    checked.missing_terms = [
        term.text for term in find_missing(_strict_terms(said), [TermText(text) for text in held])
    ]
    if scorer is not None and held:
        checked.support = max(scorer.score(said, held))
        checked.is_supported = checked.support >= scorer.threshold
    return checked


def _strict_terms(sentence: str) -> list[Term]:
    return [term for term in read_terms(sentence) if term.is_strict]
