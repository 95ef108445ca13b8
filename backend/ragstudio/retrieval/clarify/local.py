"""The local clarify gate: asks back from the evidence alone, with the local models.

A question is ambiguous if several parts of the leading passages, each under a name of its own,
hold all that the question names, answer it about equally well, and bear names the question does
not say. The names are the evidence's own headings and field names.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.records import Block, Chunk
from ragstudio.retrieval.clarify.gates import Evidence, GateDecision
from ragstudio.retrieval.clarify.model import PairModel, load_model
from ragstudio.retrieval.clarify.pairs import ReadingPair, measure_pair
from ragstudio.retrieval.clarify.phrases import complete_label, split_phrases
from ragstudio.retrieval.clarify.readings import (
    Reading,
    drop_older_versions,
    drop_repeated,
    read_together,
    split_readings,
)
from ragstudio.retrieval.clarify.scoring import TextScorer
from ragstudio.retrieval.clarify.weighing import find_pairs, refine_question
from ragstudio.retrieval.clarify.words import (
    asks_for_one_value,
    read_alternatives,
    read_question_words,
    read_sought,
    read_words,
)
from ragstudio.retrieval.rerank import sigmoid
from ragstudio.retrieval.response import (
    Clarification,
    ClarificationOption,
    ClarifyGateName,
    ClarifyStatus,
)

MOST_OPTIONS = 4
# How far, in logits, a reading may stand behind the best and still be an equal: the more words a
# question has, the more it says, and the closer the readings must be.
WIDEST_MARGIN = 7.0
MARGIN_OVER_WORDS = 14.0
# A question of more words than this says which of two phrases of one section it means.
_MOST_WORDS_OF_A_PHRASE = 2
# A question of more words than this is not weighed: it has said which reading it means.
MOST_WEIGHED_WORDS = 3
NOT_ALL_HELD = "No two parts of the leading passages hold all that the question names."
# More readings than this are scored for no question: such a question asks for a list.
_MOST_SCORED = 12


BlockReader = Callable[[Sequence[str]], Mapping[str, Sequence[Block]]]
"""Reads the blocks that begin in each chunk, by chunk id."""


@dataclass(frozen=True, slots=True)
class ScoredReading:
    """A reading with its logit for the question, and the name it is offered under."""

    reading: Reading
    logit: float
    name: str


class LocalGate:
    """Implements `ClarifyGate` with the local embedder and reranker; the same evidence always
    gives the same decision."""

    name = ClarifyGateName.LOCAL

    def __init__(
        self,
        embedder: Embedder,
        reranker: Reranker,
        read_blocks: BlockReader,
        model: PairModel | None = None,
    ) -> None:
        self._embedder = embedder
        self._reranker = reranker
        self._read_blocks = read_blocks
        self._model = model or load_model()

    def decide(self, evidence: Evidence) -> GateDecision:
        """Ask back or not: by rule, and by the learned model where a short question finds no two
        parts that hold every word of it."""
        decided = self.decide_by_rules(evidence)
        if decided.reason != NOT_ALL_HELD or not may_be_weighed(evidence.question):
            return decided
        scorer = TextScorer(self._embedder, self._reranker)
        equals = [
            pair
            for pair in self.find_pairs(evidence, scorer)
            if self._model.judge(measure_pair(pair)) > self._model.threshold
        ]
        if not equals:
            return decided
        best = ScoredReading(equals[0].first, equals[0].plain[0], equals[0].names[0])
        others = [ScoredReading(pair.second, pair.plain[1], pair.names[1]) for pair in equals]
        options = _verify(scorer, evidence, [best, *others])
        return _ask(options) if len(options) >= 2 else decided

    def find_pairs(self, evidence: Evidence, scorer: TextScorer | None = None) -> list[ReadingPair]:
        """The pairs of readings the learned model judges."""
        blocks = self._read_blocks([passage.chunk.id for passage in evidence.passages])
        scorer = scorer or TextScorer(self._embedder, self._reranker)
        return find_pairs(scorer, evidence, blocks)

    def decide_by_rules(self, evidence: Evidence) -> GateDecision:
        """Ask back or not; models run only where two readings hold every word of the question."""
        asked = read_question_words(evidence.question)
        candidates = self._find_candidates(evidence, asked)
        if (
            len(candidates) == 1
            and len(asked) <= _MOST_WORDS_OF_A_PHRASE
            and asks_for_one_value(evidence.question)
        ):
            candidates = split_phrases(candidates[0], asked) or candidates
        if len(candidates) < 2:
            return _decline(NOT_ALL_HELD)
        if len(candidates) > _MOST_SCORED:
            return _decline(
                f"{len(candidates)} parts of the leading passages match alike, too many to choose "
                "from: what they say is a list."
            )
        scorer = TextScorer(self._embedder, self._reranker)
        contenders = _find_contenders(scorer, evidence.question, candidates, len(asked))
        if len(contenders) < 2:
            return _decline(
                "One part of the leading passages answers plainly better than any other."
            )
        named = name_readings(contenders, read_words(evidence.question))
        if isinstance(named, str):
            return _decline(named)
        options = _verify(scorer, evidence, named)
        if len(options) < 2:
            return _decline("No second reading could be told apart by its name.")
        return _ask(options)

    def _find_candidates(self, evidence: Evidence, asked: frozenset[str]) -> list[Reading]:
        """The readings that hold every word that says what the question is about.

        Of two words joined by "or" one is enough. A section whose heading shares a word of the
        question with the heading of one that holds all may lack one.
        """
        if not asked:
            return []
        either = asked & read_alternatives(evidence.question)
        chunks = _choose_passages(evidence, len(asked - either))
        blocks = self._read_blocks([chunk.id for chunk in chunks])
        sought = read_sought(evidence.question)
        readings = [
            reading
            for reading in drop_older_versions(split_readings(chunks, blocks), evidence.families)
            # "Which house has a lift?" asks for the row itself: its fields are no readings.
            if not (reading.is_field and sought & read_words(reading.naming))
        ]
        readings = drop_repeated(readings, asked)
        words = [read_together(reading, asked) for reading in readings]
        holders = [
            reading
            for reading, own in zip(readings, words, strict=True)
            if asked - either <= own
            and (not either or either & own)
            and (not reading.is_field or asked & read_words(reading.label))
        ]
        # `Absence for family reasons` beside `Absence through illness`, if only one says "report".
        shared = asked & frozenset().union(*(read_words(holder.label) for holder in holders))
        siblings = [
            reading
            for reading, own in zip(readings, words, strict=True)
            if reading not in holders
            and not reading.is_field
            and shared & read_words(reading.label)
            and len(asked - either - own) == 1
        ]
        return [complete_label(reading, asked) for reading in holders + siblings]


def _find_contenders(
    scorer: TextScorer, question: str, candidates: Sequence[Reading], words: int
) -> list[tuple[Reading, float]]:
    """Those about as good as the best, best first, for a question of so many telling words.

    They need not reach the threshold yet: a question that names too little scores low, and the
    refined ones have to.
    """
    logits = scorer.score(question, [reading.text for reading in candidates])
    ranked = sorted(
        zip(candidates, logits, strict=True), key=lambda pair: (-pair[1], pair[0].chunk_id)
    )
    margin = min(WIDEST_MARGIN, MARGIN_OVER_WORDS / words)
    return [(reading, logit) for reading, logit in ranked if logit >= ranked[0][1] - margin]


def _verify(
    scorer: TextScorer, evidence: Evidence, named: Sequence[ScoredReading]
) -> list[ClarificationOption]:
    """The options whose refined question picks their own reading, and whose passage answers."""
    texts = [scored.reading.text for scored in named]
    contents = {passage.chunk.id: passage.chunk.content for passage in evidence.passages}
    options = []
    for place, scored in enumerate(named[:MOST_OPTIONS]):
        chunk_id = scored.reading.chunk_id
        subject = f"{scored.reading.subject}, {scored.reading.label}"
        for name in dict.fromkeys((scored.name, subject)):
            question = refine_question(evidence.question, name)
            *logits, answered = scorer.score(question, [*texts, contents[chunk_id]])
            picks_itself = logits[place] >= max(logits)
            if picks_itself and sigmoid(answered) >= (evidence.minimum or 0.0):
                options.append(
                    ClarificationOption(label=name, question=question, passage_ids=[chunk_id])
                )
                break
    return options


def may_be_weighed(question: str) -> bool:
    """Whether a question is short enough to leave open which reading it means."""
    return len(read_question_words(question)) <= MOST_WEIGHED_WORDS


def name_readings(
    contenders: Sequence[tuple[Reading, float]], said: frozenset[str]
) -> list[ScoredReading] | str:
    """The contenders under distinct names, or why they cannot be told apart by a name.

    A label that several share gets its subject beside it; one that more share than can be offered
    is a list, and counts as one reading. `said` are all words of the question: where they hold
    the best reading's whole name, the question has said which it means.
    """
    labels = Counter(reading.label.casefold() for reading, _ in contenders)
    lists = {label for label, count in labels.items() if count > MOST_OPTIONS}
    named: list[ScoredReading] = []
    taken: set[frozenset[str]] = set()
    for reading, logit in contenders:
        label = reading.label.casefold()
        shared = labels[label] > 1 and label not in lists
        name = f"{reading.subject}, {reading.label}" if shared else reading.label
        words = read_words(name)
        if read_question_words(name) and words <= said:
            if not named:
                return f"The question names what answers it best: {name}."
            continue
        if words not in taken:
            taken.add(words)
            named.append(ScoredReading(reading, logit, name))
    if len(named) < 2:
        return "The leading parts bear one name."
    return named


def _choose_passages(evidence: Evidence, telling_words: int) -> list[Chunk]:
    """The accepted passages; the near misses too where there is none, or where the question says
    so little that the threshold cannot tell what it is about."""
    accepted = [passage.chunk for passage in evidence.passages if passage.is_accepted]
    if accepted and telling_words >= 2:
        return accepted
    return [passage.chunk for passage in evidence.passages]


def _ask(options: list[ClarificationOption]) -> GateDecision:
    return GateDecision(
        ClarifyStatus.ASKED,
        f"{len(options)} parts of the leading passages answer different readings of the "
        "question about equally well.",
        Clarification(
            question="Which do you mean: "
            + ", ".join(option.label for option in options[:-1])
            + f" or {options[-1].label}?",
            options=options,
        ),
    )


def _decline(reason: str) -> GateDecision:
    return GateDecision(ClarifyStatus.NOT_NEEDED, reason)
