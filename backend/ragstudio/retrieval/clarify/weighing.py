"""Pairs of readings to weigh against one another where no rule has found equals."""

from collections.abc import Mapping, Sequence

from ragstudio.records import Block
from ragstudio.retrieval.clarify.gates import Evidence
from ragstudio.retrieval.clarify.pairs import ReadingPair
from ragstudio.retrieval.clarify.phrases import complete_label
from ragstudio.retrieval.clarify.readings import (
    Reading,
    drop_older_versions,
    drop_repeated,
    split_readings,
)
from ragstudio.retrieval.clarify.scoring import TextScorer
from ragstudio.retrieval.clarify.words import read_question_words, read_sought, read_words

# So many readings are embedded, so many of these reranked for the question, and so many weighed.
_MOST_EMBEDDED = 10
_MOST_RERANKED = 5
_MOST_WEIGHED = 4
# A reading answers its own refined question if its logit for it is at least this.
_LEAST_REFINED_LOGIT = 0.0
# What holding all of the question's words adds to a reading's cosine.
_COVERAGE_WEIGHT = 0.15


def find_pairs(
    scorer: TextScorer, evidence: Evidence, blocks: Mapping[str, Sequence[Block]]
) -> list[ReadingPair]:
    """The best reading beside each of the next, best first.

    Left out are pairs whose refined questions do not each score their own reading highest, at
    least half (logit 0).
    """
    question = evidence.question
    asked = read_question_words(question)
    sought = read_sought(question)
    chunks = [passage.chunk for passage in evidence.passages]
    readings = [
        complete_label(reading, asked)
        for reading in drop_older_versions(split_readings(chunks, blocks), evidence.families)
        if not (reading.is_field and sought & read_words(reading.naming))
    ]
    ranked = _rank(scorer, question, asked, drop_repeated(readings, asked))
    if not ranked:
        return []
    names = name_apart([reading for reading, _, _ in ranked])
    first, first_logit, first_cosine = ranked[0]
    if scorer.score(refine_question(question, names[0]), [first.text])[0] < _LEAST_REFINED_LOGIT:
        return []
    pairs = []
    for (second, logit, cosine), name in zip(ranked[1:], names[1:], strict=True):
        texts = [first.text, second.text]
        by_first = scorer.score(refine_question(question, names[0]), texts)
        by_second = scorer.score(refine_question(question, name), texts)
        if by_first[0] < by_first[1] or by_second[1] < max(by_second[0], _LEAST_REFINED_LOGIT):
            continue
        name_cosines = scorer.compare(question, [names[0], name])
        pairs.append(
            ReadingPair(
                question=question,
                first=first,
                second=second,
                names=(names[0], name),
                plain=(first_logit, logit),
                by_first=(by_first[0], by_first[1]),
                by_second=(by_second[0], by_second[1]),
                cosines=(first_cosine, cosine),
                name_cosines=(name_cosines[0], name_cosines[1]),
            )
        )
    return pairs


def refine_question(question: str, name: str) -> str:
    """The question after the reading's name: `Meal allowance: What is the allowance?`."""
    return f"{name}: {question}"


def name_apart(readings: Sequence[Reading]) -> list[str]:
    """Each reading's label, with its subject before it where two bear one label."""
    labels = [reading.label.casefold() for reading in readings]
    return [
        f"{reading.subject}, {reading.label}" if labels.count(label) > 1 else reading.label
        for reading, label in zip(readings, labels, strict=True)
    ]


def _rank(
    scorer: TextScorer, question: str, asked: frozenset[str], readings: Sequence[Reading]
) -> list[tuple[Reading, float, float]]:
    """The readings that score best, best first, each with its logit and its cosine."""
    if len(readings) < 2:
        return []
    covered = [
        len(asked & read_words(f"{reading.text}\n{reading.context}")) / max(1, len(asked))
        for reading in readings
    ]
    # Those that hold the most words; among equals, of the better passage.
    places = sorted(range(len(readings)), key=lambda place: -covered[place])[:_MOST_EMBEDDED]
    readings = [readings[place] for place in places]
    cosines = scorer.compare(question, [reading.text for reading in readings])
    nearness = [
        cosine + _COVERAGE_WEIGHT * covered[place]
        for place, cosine in zip(places, cosines, strict=True)
    ]
    near = sorted(range(len(readings)), key=lambda place: -nearness[place])[:_MOST_RERANKED]
    logits = scorer.score(question, [readings[place].text for place in near])
    ranked = sorted(zip(near, logits, strict=True), key=lambda found: -found[1])[:_MOST_WEIGHED]
    return [(readings[place], logit, cosines[place]) for place, logit in ranked]
