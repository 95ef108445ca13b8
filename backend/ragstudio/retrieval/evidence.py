"""How likely the leading passages answer a question: a logistic model over a few features.

The weights of each reranker stand in `evidence.json`; `evaluations/fit_decision.py` writes them.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from ragstudio.records import Chunk
from ragstudio.retrieval.rerank import sigmoid
from ragstudio.retrieval.response import Evidence, EvidenceBand, EvidenceFeature
from ragstudio.retrieval.terms import Term, TermText, find_missing, read_terms

MODEL_FILE = "evidence.json"
# So many passages lead: what none of them says is not returned.
LEADING = 6
# What none of so many holds counts as nowhere.
_READ = 15
FEATURES = (
    "best_evidence",
    "second_evidence",
    "best_order",
    "order_margin",
    "branch_agreement",
    "words_in_leader",
    "words_in_leading",
    "plain_words_missing",
    "strict_missing_in_leader",
    "strict_missing_together",
    "strict_nowhere",
)
# Logits beyond this say no more than this.
_LARGEST = 12.0
_PERSONAL = re.compile(
    r"\b(?:i|my|me|we|our|us|you|your)\b|['\u2019](?:s|re|m|ll|ve|d|t)\b", re.IGNORECASE
)
_LINE = re.compile(r"\n+|(?<=[.!?;])\s+")


@dataclass(frozen=True, slots=True)
class JudgedPassage:
    """A candidate as the decision sees it: its text under its heading, logits and ranks.

    `heading` is the file's name and the heading path. Ranks count from 1, None where the branch
    did not find it.
    """

    content: str
    heading: str
    order: float
    evidence: float
    vector_rank: int | None
    text_rank: int | None


@dataclass(frozen=True, slots=True)
class EvidenceModel:
    """One mean, scale and weight a feature, in the order of `FEATURES`.

    From the probability `weak_from` on there is weak evidence, from `found_from` on it is found.
    """

    means: Sequence[float]
    scales: Sequence[float]
    weights: Sequence[float]
    bias: float
    weak_from: float
    found_from: float

    def weigh(self, values: Sequence[float]) -> Evidence:
        """The probability that the question is answered, with what each feature adds to it."""
        standard = (
            (value - mean) / scale
            for value, mean, scale in zip(values, self.means, self.scales, strict=True)
        )
        contributions = [
            weight * value for weight, value in zip(self.weights, standard, strict=True)
        ]
        probability = sigmoid(self.bias + math.fsum(contributions))
        return Evidence(
            band=self.choose_band(probability),
            probability=probability,
            weak_from=self.weak_from,
            found_from=self.found_from,
            bias=self.bias,
            features=[
                EvidenceFeature(name=name, value=value, contribution=contribution)
                for name, value, contribution in zip(FEATURES, values, contributions, strict=True)
            ],
        )

    def choose_band(self, probability: float) -> EvidenceBand:
        """The band a probability lies in."""
        if probability >= self.found_from:
            return EvidenceBand.FOUND
        return EvidenceBand.WEAK if probability >= self.weak_from else EvidenceBand.NONE


def measure_evidence(question: str, passages: Sequence[JudgedPassage]) -> list[float]:
    """The values of `FEATURES` for the candidates of a question, best first.

    Logits within -12 and 12, shares from 0 to 1, and counts. Raises `ValueError` without
    passages.
    """
    if not passages:
        raise ValueError("there is nothing to weigh without passages")
    terms = read_terms(question)
    strict = [term for term in terms if term.is_strict]
    words = [term for term in terms if not term.is_strict]
    texts = [TermText(f"{found.heading}\n{found.content}") for found in passages[:_READ]]
    leading = passages[:LEADING]
    leader = passages[0]
    evidences = sorted((_bound(found.evidence) for found in leading), reverse=True)
    second = passages[1].order if len(passages) > 1 else -_LARGEST
    missing = [len(find_missing(strict, [text])) for text in texts[:LEADING]]
    # Who asks for themselves rewords; that the words are not there says little then.
    is_plain = _PERSONAL.search(question) is None
    in_line = (
        max(_share_held(words, [line]) for line in _split_lines(leading[:3])) if is_plain else 1
    )
    return [
        evidences[0],
        evidences[1] if len(evidences) > 1 else -_LARGEST,
        _bound(leader.order),
        min(_LARGEST, leader.order - second),
        _invert(leader.vector_rank) + _invert(leader.text_rank),
        _share_held(words, texts[:1]),
        _share_held(words, texts[:3]),
        1.0 - in_line,
        float(missing[0]),
        float(min(missing)),
        float(len(find_missing(strict, texts))),
    ]


def find_missing_terms(question: str, passages: Sequence[tuple[str, str]]) -> list[str]:
    """The names, numbers and identifiers of a question that no passage holds, as it writes them.

    A passage is its heading and its text. Empty where there are no passages: nothing was read.
    """
    if not passages:
        return []
    texts = [TermText(f"{heading}\n{content}") for heading, content in passages]
    strict = [term for term in read_terms(question) if term.is_strict]
    return [term.text for term in find_missing(strict, texts)]


def describe_place(chunk: Chunk) -> str:
    """A chunk's file and heading path, whose words count as if the passage held them."""
    return f"{chunk.filename}\n{chunk.section or ''}"


def model_for(reranker: str) -> EvidenceModel | None:
    """The model fitted for a reranker's logits, None if there is none."""
    return _read_models().get(reranker)


@lru_cache(maxsize=1)
def _read_models() -> Mapping[str, EvidenceModel]:
    text = (files("ragstudio.retrieval") / MODEL_FILE).read_text(encoding="utf-8")
    models = {}
    for reranker, entry in json.loads(text).items():
        if tuple(entry["features"]) != FEATURES:
            raise ValueError(f"{MODEL_FILE} was fitted on other features than the code measures")
        models[reranker] = EvidenceModel(
            entry["means"],
            entry["scales"],
            entry["weights"],
            entry["bias"],
            entry["weak_from"],
            entry["found_from"],
        )
    return models


def _split_lines(passages: Sequence[JudgedPassage]) -> list[TermText]:
    return [
        TermText(f"{found.heading}\n{line}")
        for found in passages
        for line in _LINE.split(found.content)
        if line.strip()
    ] or [TermText("")]


def _share_held(terms: Sequence[Term], texts: Sequence[TermText]) -> float:
    return 1.0 - len(find_missing(terms, texts)) / len(terms) if terms else 1.0


def _invert(rank: int | None) -> float:
    return 1.0 / rank if rank else 0.0


def _bound(logit: float) -> float:
    return max(-_LARGEST, min(_LARGEST, logit))
